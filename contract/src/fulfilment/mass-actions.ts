import { z } from 'zod';
import { cancellationAsked } from '../cancellations/cancellations.ts';
import { endpoint } from '../api/endpoint.ts';
import { none } from '../api/fields.ts';
import { pickupProof, shipment } from './fulfilment.ts';
import { massActionReply, massEntries, massEntry, massLeftOut } from '../orders/orders.ts';
import { paperSize } from '../printing/printing.ts';
import { storePath } from '../stores/stores.ts';

/* One action on many orders. Each call waits at most 25 s, not at all with Prefer: respond-async; then 202 with the mass action. */

const common = {
  method: 'POST',
  params: storePath,
  query: none,
  reply: massActionReply,
  permission: 'order.work',
} as const;

export const massShipment = shipment.extend(massEntry.shape);
export const massPickupProof = pickupProof.extend(massEntry.shape);
export const massRefusal = massEntry.extend({ reason: z.string().max(255).optional() });
export const massCancellation = cancellationAsked.extend(massEntry.shape);

export const massShipOrders = endpoint({
  ...common,
  name: 'massShipOrders',
  summary: 'Ship orders, each with its own answers',
  path: '/api/stores/:storeId/orders/mass_ship.json',
  body: z.object({
    orders: massEntries(massShipment),
    left_out: massLeftOut,
    /** At the end, the labels of the orders that were shipped are made on this paper. Left out: no labels. */
    paper: paperSize.optional(),
  }),
  audit: 'order.mass_ship',
});

export const massSetReadyToCollect = endpoint({
  ...common,
  name: 'massSetReadyToCollect',
  summary: 'Set orders ready for their buyers to collect, each with its own answers',
  path: '/api/stores/:storeId/orders/mass_set_ready_to_collect.json',
  body: z.object({ orders: massEntries(massShipment), left_out: massLeftOut }),
  audit: 'order.mass_set_ready_to_collect',
});

export const massPickup = endpoint({
  ...common,
  name: 'massPickup',
  summary: 'Confirm, or authorise, that buyers have collected their orders',
  path: '/api/stores/:storeId/orders/mass_pickup.json',
  body: z.object({ orders: massEntries(massPickupProof), left_out: massLeftOut }),
  audit: 'order.mass_pickup',
});

export const massCancelOrders = endpoint({
  ...common,
  name: 'massCancelOrders',
  summary: 'Cancel orders, each with its own reason',
  path: '/api/stores/:storeId/orders/mass_cancel.json',
  body: z.object({ orders: massEntries(massCancellation), left_out: massLeftOut }),
  audit: 'order.mass_cancel',
});

export const massAcceptCancellations = endpoint({
  ...common,
  name: 'massAcceptCancellations',
  summary: 'Accept the requests of buyers to cancel',
  path: '/api/stores/:storeId/orders/mass_accept_cancellation.json',
  body: z.object({ orders: massEntries(massEntry), left_out: massLeftOut }),
  audit: 'order.mass_accept_cancellation',
});

export const massRejectCancellations = endpoint({
  ...common,
  name: 'massRejectCancellations',
  summary:
    'Reject the requests of buyers to cancel, each with its own reason where its marketplace asks for one',
  path: '/api/stores/:storeId/orders/mass_reject_cancellation.json',
  body: z.object({ orders: massEntries(massRefusal), left_out: massLeftOut }),
  audit: 'order.mass_reject_cancellation',
});
