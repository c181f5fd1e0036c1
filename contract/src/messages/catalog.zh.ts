import type { catalogMessages } from './catalog.ts';
import type { ChineseOf } from './text-types.ts';

export const catalogChinese: ChineseOf<typeof catalogMessages> = {
  merging_needs_sync:
    '合并需要库存同步：共享库存的 SKU 会在每个$t(term:marketplace)保持一致。请先允许库存同步。',
  discounts_unreadable: '无法读取 {{channel}} 的折扣。',
  sync_needs_authorisation: '{{marketplace}} 未授权。请先授权，再重新同步。',
  listing_unreadable: '无法读取 {{marketplace}}（{{listing}}）：{{reason}}',
  sync_is_off: '库存同步已关闭：请在店铺设置中允许，再重新合并',
  no_boosts: '{{channel}} 没有置顶推广。',
  division_differs: '共享库存现在是 {{quantity}}：两个数字之和必须与之相等。请重新核对。',
  division_out_of_range: '随链接带走的数量须在 0 到 {{most}} 之间。',
  nothing_to_divide: '没有可分配的库存，随链接带走的数量为 0。',
  not_merged: '此链接没有与其他链接共享 SKU，无需取消合并。',
  adjustment_required: '请输入调整数量',
  adjustment_whole: '调整数量必须是整数',
  boost_refused: '已被拒绝。',
  merge_needs_two: '合并至少需要两个 SKU。',
  merge_too_many: '一次最多合并 {{most}} 个 SKU。',
  merge_quantity_whole: '数量必须是不小于 0 的整数',
  merge_differs: '库存在此期间有变化：{{quantities}}。请查看新的数字，再重新合并。',
  merged_already: '其他人已经合并了这些 SKU。',
  merge_alone: '剩下的 SKU 不足两个，没有可合并的内容。',
  merge_internal: '我们这边出了问题。没有任何更改，请重试。',
  groups_not_merged: '有 {{failed}} 组无法合并。没有任何丢失：重新开始合并即可再试。',
  merge_ended: '我们这边出了问题。没有任何丢失：重新开始合并即可处理其余部分。',
  held_deleted: '此链接已在 {{marketplace}} 删除。',
  held_not_authorised: '{{marketplace}} 未授权：在其页面验证后即会发送库存。',
  held_marketplace_off: '在 {{marketplace}} 的页面已关闭向其同步。',
  held_not_counted: '{{marketplace}} 尚未显示此链接的数量。',
  held_sync_off: '店铺设置中已关闭库存同步。',
  held_being_read: '正在先读取 {{marketplace}}，以免覆盖任何销售。随后立即发送库存。',
};
