import type { fulfilmentMessages } from './fulfilment.ts';
import type { ChineseOf } from './text-types.ts';

export const fulfilmentChinese: ChineseOf<typeof fulfilmentMessages> = {
  order_busy: '此订单正在进行其他操作，请待其结束后重试。',
  marketplace_silent: '$t(term:marketplace)没有响应，未发送任何内容。请几分钟后重试。',
  method_needed: '请选择发货方式。',
  method_gone: '此发货方式已不可用。',
  choice_gone: '此选项已不可用，请另选一个。',
  no_item: '请至少选择一件商品。',
  foreign_item: '有商品不属于此订单。',
  item_over: '有商品已发货或已取消，请去掉它。',
  shipped_together: '此订单的商品必须一起发货。',
  needs_authorisation: '{{marketplace}} 未授权。请在其页面验证，然后重新发货。',
  not_confirmed: '{{channel}} 尚未确认之前的请求。我们会核实并在此告知您。',
  shipped_elsewhere: '{{channel}} 的订单请在其卖家中心发货。',
  not_to_ship: '此订单不在待发货状态。请从其$t(term:marketplace)同步以查看最新状态。',
  shipped_already: '此订单已在此发货。$t(term:marketplace)更新后，状态会随之变化。',
  refused: '$t(term:marketplace)拒绝了此操作。',
};
