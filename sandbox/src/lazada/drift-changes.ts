import { becomes, isCalled, isNew, odd, type DriftChange } from '../trouble/drift-change.ts';

const orderItems = ['orders/items/get'];

/** How its answers may drift. */
export const driftChanges: readonly DriftChange[] = [
  becomes(orderItems, '/data/*/order_items/*/status', { from: 'pending', to: 'awaiting_dispatch' }),
  becomes(['products/get'], '/data/products/*/skus/*/Status', { from: 'active', to: 'live' }),
  isNew(orderItems, '/data/*/order_items/*/fulfilment_hint', odd),
  isNew(['orders/get'], '/data/orders/*/risk', odd),
  isCalled(['products/get'], '/data/products/*/attributes', 'attribute_map'),
  isCalled(['products/get'], '/data/products/*/skus/*/Available', 'SellableNow'),
  isCalled(orderItems, '/data/*/order_items/*/order_item_id', 'trade_line_id'),
  isCalled(orderItems, '/data/*/order_items', 'items'),
];
