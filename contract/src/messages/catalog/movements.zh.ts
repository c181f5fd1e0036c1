import type { ledgerMessages } from './movements.ts';
import type { ChineseOf } from '../languages/text-types.ts';

export const movementChinese: ChineseOf<typeof ledgerMessages> = {
  first_count: '首次计数',
  order_placed: '订单下单',
  order_changed: '订单变更',
  order_cancelled: '订单取消',
  explained_by_order: '由订单解释',
  changed_on_marketplace: '在$t(term:marketplace)更改',
  adjustment: '调整',
  restock: '重新入库',
  merge: '合并',
  unmerge: '取消合并',
  undo_merge: '撤销合并',
  undo_adjustment: '撤销调整',
  made_set: '设为套装',
  recounted: '恢复后重新计数',
  damaged_reason: '损坏',
  lost_reason: '丢失',
  found_reason: '找回',
  received_reason: '到货',
  counted_reason: '盘点',
  other_reason: '其他',
};
