import { becomes, isCalled, isNew, odd, type DriftChange } from '../trouble/drift-change.ts';

const orders = ['order/list'];

/** How its answers may drift. */
export const driftChanges: readonly DriftChange[] = [
  becomes(orders, '/data/*/order_status', { from: 220, to: 229 }),
  becomes(['product/info'], '/data/*/basic/status', { from: 1, to: 17 }),
  isNew(orders, '/data/*/shipment_plan', odd),
  isNew(['product/info'], '/data/*/stock/reserved_hint', 2),
  isCalled(orders, '/data/*/products', 'items'),
  isCalled(orders, '/data/*/products/*/quantity', 'qty'),
  isCalled(['product/info'], '/data/*/stock/value', 'amount'),
  isCalled(['product/info'], '/data/*/basic/name', 'title'),
];
