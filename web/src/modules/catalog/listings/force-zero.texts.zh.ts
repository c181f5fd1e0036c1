import type { Chinese } from '../../../i18n/texts.ts';
import type { useForceZeroText } from './force-zero.texts.ts';

export const forceZeroChinese: Chinese<typeof useForceZeroText> = {
  setTitle: '暂时显示 0',
  removeTitle: '移除日期',
  set_other: '让 {{count, number}} 个链接显示 0',
  remove_other: '移除 {{count, number}} 个链接的日期',
  shown_other: '{{count, number}} 个链接将显示 0：',
  removed_other: '{{count, number}} 个链接将重新显示其 SKU 的数量。',
  replaced_other: '其中 {{count, number}} 个已有日期，将被替换。',
  unknown_other: '以下 {{count, number}} 个编号没有对应的链接，将被跳过：{{ids}}',
  listings: '链接',
  marketplace: '$t(term:Marketplace)',
  listing: '链接',
  itemId: '商品编号',
  now: '现在显示',
  firstOnly: '以上是前 {{count, number}} 个。',
  lookAgain: '重新核对',
};
