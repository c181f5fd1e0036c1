import { becomes, isCalled, isNew, odd, type DriftChange } from '../trouble/drift-change.ts';

const orders = ['order/get_order_detail'];
const items = ['product/get_item_base_info'];

/** How its answers may drift. */
export const driftChanges: readonly DriftChange[] = [
  becomes(orders, '/response/order_list/*/order_status', {
    from: 'READY_TO_SHIP',
    to: 'READY_TO_HAND_OVER',
  }),
  becomes(items, '/response/item_list/*/item_status', { from: 'NORMAL', to: 'LIVE' }),
  isNew(orders, '/response/order_list/*/platform_flags', odd),
  isNew(orders, '/response/order_list/*/item_list/*/bundle_ref', 'B-1'),
  isCalled(items, '/response/item_list/*/item_name', 'title'),
  isCalled(items, '/response/item_list/*/stock_info_v2', 'stock_info_v3'),
  isCalled(orders, '/response/order_list/*/item_list', 'line_list'),
  isCalled(orders, '/response/order_list/*/item_list/*/model_quantity_purchased', 'quantity_purchased'),
];
