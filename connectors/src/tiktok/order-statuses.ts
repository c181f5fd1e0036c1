import { unknownProgress } from '../kit/order-progress.ts';
import type { OrderProgress } from '../kit/order-progress.ts';

/** tiktok.md 4.3: every status of an order or of one of its units; notices say CANCEL where the API says CANCELLED (7). */
export const orderStatuses: Readonly<Record<string, OrderProgress>> = {
  UNPAID: { state: 'unpaid', rank: 10 },
  ON_HOLD: { state: 'on_hold', rank: 20 },
  AWAITING_SHIPMENT: { state: 'READY_TO_SHIP', rank: 30 },
  // Some of its packages still wait for the seller.
  PARTIALLY_SHIPPING: { state: 'READY_TO_SHIP', rank: 35 },
  AWAITING_COLLECTION: { state: 'processing', rank: 40 },
  IN_TRANSIT: { state: 'SHIPPED', rank: 50 },
  DELIVERED: { state: 'delivered', rank: 60 },
  COMPLETED: { state: 'COMPLETED', rank: 70 },
  CANCELLED: { state: 'CANCELLED', rank: 90 },
  CANCEL: { state: 'CANCELLED', rank: 90 },
};

/** Statuses of what is with the carrier, or further (tiktok.md 4.3). */
export const leftStatuses: ReadonlySet<string> = new Set(['IN_TRANSIT', 'DELIVERED', 'COMPLETED']);

/** What a status means; one that is not documented is kept as `unknown`. */
export function statusOf(raw: string): OrderProgress {
  return orderStatuses[raw] ?? unknownProgress;
}

/** The order, or the unit, was called off. */
export function isCancelled(raw: string): boolean {
  return statusOf(raw).state === 'CANCELLED';
}

/** Its shipping has been arranged, or more than that; a cancelled one has not. */
export function isArranged(raw: string): boolean {
  return statusOf(raw).rank >= statusOf('AWAITING_COLLECTION').rank && !isCancelled(raw);
}
