import type { fulfilmentMessages } from './fulfilment.ts';
import type { ChineseOf } from '../languages/text-types.ts';

export const fulfilmentChinese: ChineseOf<typeof fulfilmentMessages> = {
  method_needed: '请选择发货方式。',
  method_gone: '此发货方式已不可用。',
  choice_gone: '此选项已不可用，请另选一个。',
  no_item: '请至少选择一件商品。',
  item_over: '有商品已发货或已取消，请去掉它。',
  shipped_together: '此订单的商品必须一起发货。',
  not_confirmed: '{{channel}} 尚未确认之前的请求。我们会核实并在此告知您。',
  sent_by_marketplace: '{{channel}} 保管并发出这些商品。',
  sent_elsewhere: '这些商品已分配给不在此处管理的仓库。',
  not_to_ship: '此订单不在待发货状态。请从其$t(term:marketplace)同步以查看最新状态。',
  set_ready_instead: '买家将自取此订单。请使用“设为可取货”。',
  waits_for_buyer: '买家将自取此订单。订单已可取货，等待买家。',
  buyer_collects: '买家自取此订单，无需发货。',
  not_to_collect: '只有买家自取且待处理的订单才能设为可取货。',
  not_to_pick_up: '只有等待买家取货的订单才能确认取货。',
  coupon_required: '请填写优惠券号',
  coupon_digits: '优惠券号必须为 9 位数字',
  collected_otherwise: '未执行：此订单的自提已用另一张券确认。',
  auth_required: '请填写授权号',
  auth_digits: '授权号必须为 4 位数字',
  answer_first: '已排除：买家申请取消此订单。请在订单页面同意或拒绝，或在那里发货。',
  shipped_already: '此订单已在此发货。$t(term:marketplace)更新后，状态会随之变化。',
};
