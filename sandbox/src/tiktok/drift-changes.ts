import { becomes, isCalled, isNew, odd, type DriftChange } from '../trouble/drift-change.ts';

const orders = ['order/202507/orders', 'orders/search'];

/** How its answers may drift. */
export const driftChanges: readonly DriftChange[] = [
  becomes(orders, '/data/orders/*/status', {
    from: 'AWAITING_SHIPMENT',
    to: 'AWAITING_DISPATCH',
  }),
  becomes(['products/search'], '/data/products/*/status', { from: 'ACTIVATE', to: 'LIVE' }),
  isNew(orders, '/data/orders/*/route_plan', odd),
  isNew(['products/search'], '/data/products/*/skus/*/badge', odd),
  isCalled(orders, '/data/orders/*/recipient_address', 'receiver'),
  isCalled(orders, '/data/orders/*/line_items', 'items'),
  isCalled(['products/search'], '/data/products/*/skus/*/inventory', 'stocks'),
  isCalled(['products/search'], '/data/products/*/title', 'name'),
];
