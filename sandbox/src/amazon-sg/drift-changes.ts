import { becomes, isCalled, isNew, odd, type DriftChange } from '../trouble/drift-change.ts';

const orders = ['searchOrders'];

/** How its answers may drift. */
export const driftChanges: readonly DriftChange[] = [
  becomes(orders, '/orders/*/fulfillment/fulfillmentStatus', {
    from: 'UNSHIPPED',
    to: 'READY_FOR_DISPATCH',
  }),
  isNew(orders, '/orders/*/programPlan', odd),
  isNew(['searchListingsItems'], '/items/*/fulfillmentAvailability/*/hold', odd),
  isCalled(orders, '/orders/*/orderItems', 'items'),
  isCalled(orders, '/orders/*/recipient', 'receiver'),
  isCalled(['searchListingsItems'], '/items/*/fulfillmentAvailability/*/quantity', 'available'),
];
