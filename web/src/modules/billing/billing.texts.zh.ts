import type { Chinese } from '../../i18n/texts.ts';
import type { useBillingText } from './billing.texts.ts';

export const billingChinese: Chinese<typeof useBillingText> = {
  subscriptionHistory: '订阅记录',
  subscriptions: '订阅',
  subscriptionsOf: '{{name}} 的订阅记录',
  subscriptionsLead: '各店铺每月平均合并的链接数及预计费用。',
  openStore: '打开店铺',
  store: '店铺',
  deletedStore: '{{name}}（已删除）',
  month: '月份',
  average: '平均合并链接数',
  cost: '预计月费',
  charged: '已计费',
  notCharged: '未计费',
  recorded: '创建时间',
  noMonth: '暂无统计。合并的链接每天统计一次，首次统计后即显示第一个月。',

  announcements: '公告',
  activities: '店铺以外的操作记录',
  deadLetters: '死信',
  vouchers: '待发代金券',
  vouchersLead:
    '由某个店铺邀请、且付费订阅已进入第二个月的用户：每人获得一张 $50 代金券。由您发放；发放情况不作记录。',
  voucherFor: '账号',
  invitedBy: '邀请方',
  dueSince: '应发时间',
  noVoucher: '没有人待领代金券。',

  subscription: '订阅',
  subscribed: '该店铺已订阅。',
  notSubscribed: '该店铺未订阅。合并不超过 {{free}} 个链接免费，超出后需要添加付款方式。',
  tier: '档位',
  subscriptionId: '订阅编号',
  addPayment: '添加付款方式',
  checkoutFailed: '无法打开付款页面：{{reason}}',
  checkoutFailedPlain: '无法打开付款页面，请重试。',
  askOwner: '由店铺所有者添加付款方式或结束订阅。',

  end: '结束订阅',
  endConfirm: '要结束 {{name}} 的订阅吗？',
  endText:
    '本月将立即按订阅期间平均合并的链接数计费。已合并的链接保持合并和同步。合并超过 {{free}} 个链接时将再次要求付款方式。',
  ended: '店铺 {{name}} 的订阅已结束',
  endFailed: '取消 {{name}} 的订阅失败，请直接在控制台取消！',

  promptTitle: '先添加付款方式吗？',
  promptText:
    '合并不超过 {{free}} 个链接免费。超出后每月 10 新元，第 100 个以上每个合并链接另加 0.10 新元。银行卡在支付服务商处填写，此处不保存任何卡信息。',
  promptMember: '只有店铺所有者可以添加。店铺不超过 {{free}} 个合并链接时，您可以继续。',
  notNow: '以后再说',
  goOn: '继续',
  cancel: '取消',

  newStoreNotice: '创建店铺前，请先在控制台添加付款方式。',
  newStoreHint: '每个店铺合并不超过 {{free}} 个链接免费。',
  openConsole: '添加付款方式',
};
