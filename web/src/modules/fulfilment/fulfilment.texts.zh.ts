import type { Chinese } from '../../i18n/texts.ts';
import type { useFulfilmentText } from './fulfilment.texts.ts';

export const fulfilmentChinese: Chinese<typeof useFulfilmentText> = {
  ship: '发货',
  shipOrder: '订单 {{number}} 发货',
  cancel: '取消',
  method: '发货方式',
  items: '商品明细',
  item: '商品',
  quantity: '数量',
  selectItem: '发货：{{name}}',
  fulfilled: '已履约',
  cancelled: '已取消',
  noItem: '请至少选择一项商品',
  shippedTogether: '此订单的商品须一并发货。',
  nothingAsked: '{{marketplace}} 不需要其他信息。',
  shipped: '订单 {{reference}} 发货成功',
  shipFailed: '订单发货失败',
  shipFailedBecause: '订单发货失败：{{reason}}',
  cannotShip: '此订单目前无法发货',
  notConfirmed: '{{marketplace}} 尚未确认。我们会查明并在此告知。',
};
