import type { Chinese } from '../../i18n/texts.ts';
import type { useStaticText } from './accounts.texts.ts';

export const staticChinese: Chinese<typeof useStaticText> = {
  back: '返回',
  privacyTitle: '隐私政策',
  privacyWhatTitle: '保存哪些数据',
  privacyWhat:
    '您账号的邮箱、您的店铺，以及您连接的销售渠道发来的商品、库存和订单数据。订单包含寄送包裹所需的信息：买家的姓名、地址和电话。对于您登录的每台设备：浏览器类型、最近使用时间，以及其网络地址的加密指纹，从中无法得知地址本身。如果名为 ati 的 Cookie 记录了您来自哪个推广活动，其值会与您的账号一并保存。',
  privacyWhyTitle: '用途',
  privacyWhy:
    '用于让每个销售渠道的库存数量保持准确，并让您的团队处理订单。数据不会出售，也不会发送给任何人，除了您连接的销售渠道，以及在店铺付费时的银行卡支付服务商：它会获得付款人的邮箱，并由它收集银行卡信息，此处不保存。',
  privacyHowTitle: '如何保护',
  privacyHow:
    '密码以单向哈希保存。销售渠道的凭证和买家的个人数据加密保存。只有店铺成员能看到店铺中的内容。两步验证的密钥加密保存，恢复码以单向哈希保存。Cookie 和浏览器存储只保存您的登录状态、界面外观和语言，不会在其他网站跟踪您。',
  privacyLongTitle: '保存多久',
  privacyLong:
    '数据会一直保留，直到有人要求删除。您可以在账号页面申请删除账号：14 天内未再次登录，您的邮箱、密码和成员身份将被删除；您在店铺中的操作记录会保留，显示为已删除的用户所为。店铺所有者可以在店铺设置中删除店铺。其他事宜请联系本系统的运营者。',
  faqNumberTitle: 'Evenstock 如何处理我的库存？',
  faqNumber:
    '每个 SKU 只有一个数量。在一个$t(term:marketplace)售出一件后，数量随即减少，其他$t(term:marketplace)会在几秒内更新。',
  faqStartTitle: '如何开始？',
  faqStart:
    '创建店铺，添加$t(term:marketplace)并点击“验证”。商品和订单会自动导入；在店铺设置中开启库存同步之前，不会发送任何数据。',
  faqMergeTitle: '合并有什么作用？',
  faqMerge:
    '将多个$t(term:marketplaces)的链接合并为一个 SKU，共用一个数量。名称、价格和图片保持不变，之后也可以取消合并。',
  faqEditTitle: '我还可以在$t(term:marketplace)上直接修改数量吗？',
  faqEdit: '可以。下次检查时会发现该修改并显示为不同步，然后对所有$t(term:marketplaces)统一计算一次。',
  faqExpiryTitle: '为什么$t(term:marketplace)显示“已过期”？',
  faqExpiry: '授权有有效期。打开它并点击按钮重新授权即可，已导入的内容不会丢失。',
};
