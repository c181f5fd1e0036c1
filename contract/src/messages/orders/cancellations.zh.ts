import type { cancellationMessages } from './cancellations.ts';
import type { ChineseOf } from '../languages/text-types.ts';

export const cancellationChinese: ChineseOf<typeof cancellationMessages> = {
  not_cancellable: '此状态的订单无法在此取消。',
  not_requested: '买家没有申请取消。',
  cannot_refuse: '{{channel}} 只能在其卖家中心拒绝取消申请。',
  reason_required: '请选择原因',
  reason_gone: '此原因已不可用，请另选一个。',
  refunds_itself: '{{channel}} 按自己的规则向买家退款。请勿填写退款。',
  refund_contradicts: '不退款与退还运费互相矛盾，请去掉其中一项。',
  detail_required: '此原因需要填写详情',
  items_required: '请选择缺货的商品。',
  whole_order: '{{channel}} 只能将订单的所有商品一起取消。',
  item_cancelled: '有商品已取消，请去掉它。',
};
