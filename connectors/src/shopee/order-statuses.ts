import { unknownProgress } from '../kit/order-progress.ts';
import type { OrderProgress } from '../kit/order-progress.ts';

/** Every order_status there is, with its rank in an order's life (shopee.md 4.2). */
export const orderStatuses: Readonly<Record<string, OrderProgress>> = {
  UNPAID: { state: 'unpaid', rank: 10 },
  PENDING: { state: 'on_hold', rank: 20 },
  INVOICE_PENDING: { state: 'on_hold', rank: 20 },
  READY_TO_SHIP: { state: 'READY_TO_SHIP', rank: 30 },
  PROCESSED: { state: 'processing', rank: 40 },
  RETRY_SHIP: { state: 'RETRY_SHIP', rank: 45 },
  SHIPPED: { state: 'SHIPPED', rank: 50 },
  TO_CONFIRM_RECEIVE: { state: 'TO_CONFIRM_RECEIVE', rank: 60 },
  COMPLETED: { state: 'COMPLETED', rank: 70 },
  TO_RETURN: { state: 'TO_RETURN', rank: 75 },
  IN_CANCEL: { state: 'IN_CANCEL', rank: 80 },
  CANCELLED: { state: 'CANCELLED', rank: 90 },
};

/** What a status means; one that is not documented is kept as `unknown`. */
export function statusOf(raw: string): OrderProgress {
  return orderStatuses[raw] ?? unknownProgress;
}

/** Statuses of an order whose shipment has been arranged, and later ones (shopee.md 4.2). */
export const arrangedStatuses: ReadonlySet<string> = new Set([
  'PROCESSED',
  'SHIPPED',
  'TO_CONFIRM_RECEIVE',
  'COMPLETED',
  'TO_RETURN',
]);

/** Statuses of an order whose parcels the carrier has had (shopee.md 4.2). */
export const leftStatuses: ReadonlySet<string> = new Set([
  'SHIPPED',
  'TO_CONFIRM_RECEIVE',
  'COMPLETED',
  'TO_RETURN',
]);

/** Statuses of a parcel that the carrier has had (shopee.md 4.2). */
export const sentParcels: ReadonlySet<string> = new Set([
  'LOGISTICS_PICKUP_DONE',
  'LOGISTICS_DELIVERY_DONE',
  'LOGISTICS_DELIVERY_FAILED',
  'LOGISTICS_LOST',
]);

/**
 * The stage of a parcel for the person who ships it. `waiting`: cannot be shipped yet; `retry`: the carrier did not get it and it
 * may be arranged again; `arranged`: with the carrier or later; `off`: will not be shipped.
 */
export type ParcelStage = 'waiting' | 'ready' | 'retry' | 'arranged' | 'off' | 'unknown';

/** Every logistics_status / fulfillment_status of a parcel there is (shopee.md 4.2). */
export const parcelStages: Readonly<Record<string, ParcelStage>> = {
  LOGISTICS_NOT_START: 'waiting',
  LOGISTICS_PENDING_ARRANGE: 'waiting',
  LOGISTICS_READY: 'ready',
  LOGISTICS_PICKUP_RETRY: 'retry',
  LOGISTICS_REQUEST_CREATED: 'arranged',
  LOGISTICS_PICKUP_DONE: 'arranged',
  LOGISTICS_DELIVERY_DONE: 'arranged',
  LOGISTICS_DELIVERY_FAILED: 'arranged',
  LOGISTICS_LOST: 'arranged',
  LOGISTICS_PICKUP_FAILED: 'off',
  LOGISTICS_REQUEST_CANCELED: 'off',
  LOGISTICS_INVALID: 'off',
  LOGISTICS_COD_REJECTED: 'off',
};
