import type { orderMessages } from './orders.ts';
import type { ChineseOf } from './text-types.ts';

export const orderChinese: ChineseOf<typeof orderMessages> = {
  too_far_back: '只列出最近 {{months}} 个月的订单；请选择更晚的日期，或搜索完整的订单号',
  not_returned: '只有退回的商品才能重新入库。',
  none_chosen: '请至少选择一个订单。',
  too_many_chosen: '一次最多选择 {{limit}} 个订单。',
  sync_not_found: '未找到此订单。',
  sync_not_authorised: '{{marketplace}} 未授权。请在其页面验证，再重新同步。',
  sync_missing: '{{marketplace}} 已没有此订单。显示的是它最后一次提供的内容。',
  sync_unreadable: '{{marketplace}} 提供的订单无法读取：{{reason}}',
  sync_cancelled: '轮到此订单之前操作已取消。',
  awaiting_payment: '等待付款',
  ship_again: '承运商未能取件：请重新发货',
  returned: '已退货',
  refunded: '已退款',
  cancellation_requested: '已申请取消',
  return_requested: '已申请退货',
  cancelled: '已取消',
  failed_there: '在$t(term:marketplace)失败',
  unknown_state: '$t(term:marketplace)报告了我们不认识的状态：请到那里查看此订单',
  buyer_collected: '买家已取货，等待买家确认。',
};
