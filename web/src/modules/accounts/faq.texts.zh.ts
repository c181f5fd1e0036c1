import type { Chinese } from '../../i18n/texts.ts';
import type { useFaqText } from './faq.texts.ts';

export const faqChinese: Chinese<typeof useFaqText> = {
  title: '常见问题',
  pricingSection: '设置与价格',
  highestTitle: '合并后的 SKU 取哪个数量？',
  highest:
    '除非您另行选择，合并时取各$t(term:marketplaces)中的最高数量。执行前，对话框会显示每个链接将变为多少。',
  markTitle: '感叹号表示什么？',
  mark: '感叹号表示各$t(term:marketplaces)的数量不一致。',
  reservedTitle: '哪些库存预留给活动？',
  reservedKnown: 'Shopee 活动库存：自动获取。',
  reservedByHand: 'Lazada 活动库存：手动填写。',
  reservedUnknown: 'Lazada 占用库存：无法获取。',
  priceTitle: '费用是多少？',
  priceFree: '每个店铺合并不超过 {{free}} 个链接免费。',
  priceFlat: '合并不超过 {{flatUpTo}} 个链接，每月 {{flat}} 新元。',
  priceMore: '超出后每月 {{flat}} 新元，第 {{flatUpTo}} 个以上每个合并链接另加 {{more}} 新元。',
  priceMean: '按当月每日数量的平均值计算。',
  priceNone: '本系统不收费。',
  whereTitle: '我的店铺必须在哪里？',
  where: '仅支持位于新加坡的店铺。',
  useSection: '使用 Evenstock',
};
