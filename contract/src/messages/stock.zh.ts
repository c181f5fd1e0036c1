import type { stockMessages } from './stock.ts';
import type { ChineseOf } from './text-types.ts';

export const stockChinese: ChineseOf<typeof stockMessages> = {
  adjustment_too_low: '调整数量不能低于 -{{units}}：没有更多可减的库存',
  nothing_to_take: '调整数量不能低于 0：没有可减的库存',
  quantity_moved: '现在的数量是 {{quantity}}：在您查看之后有变动。',
  too_far_back: '只列出最近 {{months}} 个月的库存变动；请选择更晚的日期，或打开单个 SKU',
  sync_is_off: '该店铺的库存同步已关闭。请在店铺设置中允许，或请店铺所有者或管理员允许。',
  safety_off: '此店铺未保留安全库存。店铺所有者或管理员可在店铺设置中开启。',
  safety_whole: '安全库存必须是整数件数',
  safety_range: '安全库存须在 0 到 {{most}} 之间',
  quantity_refused: '{{marketplace}} 拒绝了库存更新',
  listing_named: '链接 {{listing}}：',
  may_oversell: '在问题解决之前，$t(term:marketplace)可能会卖出没有库存的商品。',

  shows_more: '$t(term:marketplace)显示的数量比预期多 {{units}}。可能有人在那里修改过，或退回了库存。',
  shows_less: '$t(term:marketplace)显示的数量比预期少 {{units}}。可能有新订单尚未到达，或有人在那里修改过。',
  difference_gone: '差异已不存在：未做任何更改。',
  difference_changed: '现在的差异是 {{units}}：请重新查看。',
  difference_doubtful: '这可能是$t(term:marketplace)的旧数据。很快会重新读取，请几分钟后再看。',
  becomes_stock: '读取其订单后计入库存。',
  is_set_back: '我们会将其改回。如需更改库存，请在这里调整。',
  late: '$t(term:marketplace)尚未接受新的库存。我们会继续尝试，您无需操作。',
  campaign_holds_more:
    '$t(term:marketplace)上的活动占用 {{reserved}}，超过可售库存。请在那里结束或缩小活动，或补货。',
  limited: '$t(term:marketplace)最多接受 {{cap}}，因此显示该数量。',
  quantity_not_taken: '$t(term:marketplace)拒绝了 {{quantity}}：',
  refused: '$t(term:marketplace)拒绝了 {{quantity}}：{{reason}}',
  tried_soon: '我们每 15 分钟重试一次，库存变化时也会重试。',
  tried_daily: '请在$t(term:marketplace)改正；我们每天重试一次，库存变化时也会重试。',
  sent_again: '会再次发送，稍后读取核对。',
  interrupted: '推送在我们这边中断。',
  not_answered: '$t(term:marketplace)的回应中没有此链接。',
  changed_meanwhile: '请求等待限流时，库存已变化。',
  never_read: '从未读取过它的库存，因此保持原样。请在$t(term:marketplace)的卖家中心将其设为 0。',
  campaign_keeps:
    '$t(term:marketplace)上的活动占用 {{reserved}}：这些仍在销售。请在其卖家中心结束活动，再设为 0。',
  not_taken_in_time: '$t(term:marketplace)未及时接受。请在$t(term:marketplace)的卖家中心将其设为 0。',
};
