import type { OrderProgress } from '../kit/order-progress.ts';
import type { Order } from './wire.ts';

/** shopify.md 4: displayFinancialStatus. What is left of a partly refunded order is paid. */
export const financialStatuses: Readonly<Record<string, OrderProgress>> = {
  PENDING: { state: 'unpaid', rank: 10 },
  AUTHORIZED: { state: 'authorized', rank: 20 },
  PARTIALLY_PAID: { state: 'partially_paid', rank: 25 },
  PAID: { state: 'paid', rank: 30 },
  PARTIALLY_REFUNDED: { state: 'paid', rank: 35 },
  EXPIRED: { state: 'failed', rank: 70 },
  VOIDED: { state: 'failed', rank: 70 },
  REFUNDED: { state: 'refunded', rank: 80 },
};

/** shopify.md 4: displayFulfillmentStatus; null where the money says more about the order. */
export const fulfillmentStatuses: Readonly<Record<string, OrderProgress | null>> = {
  UNFULFILLED: null,
  OPEN: null,
  PENDING_FULFILLMENT: null,
  SCHEDULED: null,
  REQUEST_DECLINED: null,
  RESTOCKED: null,
  ON_HOLD: { state: 'on_hold', rank: 32 },
  IN_PROGRESS: { state: 'processing', rank: 40 },
  PARTIALLY_FULFILLED: { state: 'partial', rank: 45 },
  FULFILLED: { state: 'fulfilled', rank: 60 },
  FULFILLMENT_NOT_REQUIRED: { state: 'fulfilled', rank: 60 },
};

/** shopify.md 4: returnStatus; null where there is no return. */
export const returnStatuses: Readonly<Record<string, OrderProgress | null>> = {
  NO_RETURN: null,
  RETURN_FAILED: null,
  RETURN_REQUESTED: { state: 'TO_RETURN', rank: 65 },
  IN_PROGRESS: { state: 'TO_RETURN', rank: 66 },
  INSPECTION_COMPLETE: { state: 'TO_RETURN', rank: 67 },
  RETURNED: { state: 'returned', rank: 75 },
};

/**
 * One state from Shopify's three, in this order: cancellation, missing or refunded payment, return, fulfilment. A value that the document does not name makes the whole unknown.
 */
export function orderStateOf(order: Order): OrderProgress & { raw: string } {
  const parts = [order.displayFinancialStatus ?? 'NONE', order.displayFulfillmentStatus];
  if (order.returnStatus !== 'NO_RETURN') parts.push(order.returnStatus);
  const raw = order.cancelledAt ? `CANCELLED / ${parts.join(' / ')}` : parts.join(' / ');
  if (order.cancelledAt) return { state: 'CANCELLED', rank: 90, raw };
  const money =
    order.displayFinancialStatus === null ? owesNothing : financialStatuses[order.displayFinancialStatus];
  const fulfilment = fulfillmentStatuses[order.displayFulfillmentStatus];
  const returned = returnStatuses[order.returnStatus];
  if (money === undefined || fulfilment === undefined || returned === undefined) {
    return { state: 'unknown', rank: 0, raw };
  }
  const ended = money.rank >= 70 ? money : null;
  const waiting = fulfilment === null || fulfilment.rank < 40 ? (money.rank < 30 ? money : null) : null;
  return { ...(ended ?? returned ?? waiting ?? fulfilment ?? money), raw };
}

/** An order that owes nothing has no financial status. */
const owesNothing: OrderProgress = { state: 'paid', rank: 30 };
