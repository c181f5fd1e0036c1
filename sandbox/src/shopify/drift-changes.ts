import { becomes, type DriftChange } from '../trouble/drift-change.ts';

const orders = ['orders'];

/** How its answers may drift. */
// A client of GraphQL gets the keys that it asks for: one that was given up is null.
export const driftChanges: readonly DriftChange[] = [
  becomes(orders, '/data/orders/nodes/*/displayFulfillmentStatus', {
    from: 'UNFULFILLED',
    to: 'AWAITING_ROUTING',
  }),
  {
    kind: 'renamed',
    about: 'a field that was given up is null',
    calls: orders,
    patch: [{ op: 'set', path: '/data/orders/nodes/*/shippingAddress', value: null }],
  },
  {
    kind: 'renamed',
    about: 'the number of a line is null',
    calls: orders,
    patch: [{ op: 'set', path: '/data/orders/nodes/*/lineItems/nodes/*/currentQuantity', value: null }],
  },
];
