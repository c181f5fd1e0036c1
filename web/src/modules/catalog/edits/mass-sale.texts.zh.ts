import type { Chinese } from '../../../i18n/texts.ts';
import type { useMassSaleText } from './mass-sale.texts.ts';

export const massSaleChinese: Chinese<typeof useMassSaleText> = {
  delist: '下架',
  relist: '重新上架',
  delistTitle: '批量下架',
  relistTitle: '批量重新上架',
  delistOk_other: '下架 {{count, number}} 个链接',
  relistOk_other: '重新上架 {{count, number}} 个链接',
  delistText: '这些链接及其全部 SKU（{{variants, number}} 个）将停止销售。数量仍在此处保持同步。',
  relistText: '这些链接及其全部 SKU（{{variants, number}} 个）将重新销售。',
  noneDelists: '所选链接均无法下架。',
  noneRelists: '所选链接均无法重新上架。',
  listings_other: '{{count, number}} 个链接',
  skipped: '跳过',
  loading: '正在统计链接',
  notStarted: '未开始任何操作。',
  lookAgain: '重新核对',
};
