import type { MarketplaceOrderState, OrderState } from '@evenstock/contract/order-states';

/** What decides where an order stands here. */
export interface OrderFacts {
  readonly marketplaceState: MarketplaceOrderState;
  /** 'processing_self_collect' for orders that the buyer collects. */
  readonly category: string | null;
  readonly cancellationRequested: boolean;
  /** A member confirmed that the buyer collected it. */
  readonly pickupConfirmed: boolean;
}

export interface OrderStanding {
  readonly state: OrderState;
  /** Why it needs a hand, in plain words; null where the state says it all. */
  readonly reason: string | null;
}

const SELF_COLLECT = 'processing_self_collect';

const standings: Readonly<Record<MarketplaceOrderState, OrderStanding>> = {
  unpaid: { state: 'outstanding_issues', reason: 'Awaiting payment' },
  on_hold: { state: 'outstanding_issues', reason: 'Awaiting payment' },
  authorized: { state: 'outstanding_issues', reason: 'Awaiting payment' },
  partially_paid: { state: 'outstanding_issues', reason: 'Awaiting payment' },
  pending: { state: 'staff_to_process', reason: null },
  paid: { state: 'staff_to_process', reason: null },
  partial: { state: 'staff_to_process', reason: null },
  READY_TO_SHIP: { state: 'staff_to_process', reason: null },
  RETRY_SHIP: { state: 'staff_to_process', reason: 'The carrier could not take it: ship it again' },
  processing: { state: 'shipped', reason: null },
  shipped: { state: 'shipped', reason: null },
  SHIPPED: { state: 'shipped', reason: null },
  TO_CONFIRM_RECEIVE: { state: 'shipped', reason: null },
  delivered: { state: 'completed', reason: null },
  COMPLETED: { state: 'completed', reason: null },
  fulfilled: { state: 'completed', reason: null },
  returned: { state: 'completed', reason: 'Returned' },
  refunded: { state: 'completed', reason: 'Refunded' },
  IN_CANCEL: { state: 'outstanding_issues', reason: 'Cancellation requested' },
  TO_RETURN: { state: 'outstanding_issues', reason: 'Return requested' },
  CANCELLED: { state: 'failed_orders', reason: 'Cancelled' },
  failed: { state: 'failed_orders', reason: 'Failed at the marketplace' },
  unknown: {
    state: 'outstanding_issues',
    reason: 'The marketplace reports a state that we do not know: look at the order there',
  },
};

const closed: ReadonlySet<OrderState> = new Set(['completed', 'failed_orders']);

/**
 * Where an order stands here, from what its marketplace says of it: paid and not yet handled is for staff, handed over or
 * arranged is shipped, whatever waits for somebody else is outstanding with its reason.
 */
export function orderStanding(facts: OrderFacts): OrderStanding {
  const standing = standings[facts.marketplaceState];
  if (facts.cancellationRequested && !closed.has(standing.state)) return standings.IN_CANCEL;
  if (facts.category !== SELF_COLLECT || standing.state !== 'shipped') return standing;
  return facts.pickupConfirmed
    ? { state: 'outstanding_issues', reason: 'Buyer has collected the order. Awaiting buyer to confirm.' }
    : { state: 'buyer_self_collect', reason: null };
}
