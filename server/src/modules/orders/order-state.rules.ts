import { channels, type ChannelKind } from '@evenstock/contract/channels';
import { english } from '@evenstock/contract/messages/english';
import { fromChannel, message, type Message, type MessageCode } from '@evenstock/contract/messages/message';
import type { MarketplaceOrderState, OrderState } from '@evenstock/contract/order-states';

/** The facts that decide an order's state. */
export interface OrderFacts {
  readonly channel: ChannelKind;
  readonly marketplaceState: MarketplaceOrderState;
  /** 'processing_self_collect' for orders that the buyer collects. */
  readonly category: string | null;
  readonly cancellationRequested: boolean;
  /** A member set it ready to collect; some marketplaces do not show that. */
  readonly isReadyToCollect: boolean;
  /** A member confirmed that the buyer collected it. */
  readonly pickupConfirmed: boolean;
  /** A member moved it to Completed after it was shipped. */
  readonly movedToCompleted: boolean;
}

/** Messages without values: their code says it all. */
export const stateReasons = [
  'orders.awaiting_payment',
  'orders.ship_again',
  'orders.returned',
  'orders.refunded',
  'orders.cancellation_requested',
  'orders.return_requested',
  'orders.cancelled',
  'orders.failed_there',
  'orders.unknown_state',
  'orders.buyer_collected',
] as const satisfies readonly MessageCode[];
export type StateReason = (typeof stateReasons)[number];

/** The message of a stored reason; orders that were imported before reasons were codes have it in English. */
export function reasonMessage(stored: string): Message {
  const code = stateReasons.find((reason) => reason === stored || english(message(reason)) === stored);
  return code === undefined ? fromChannel(stored) : message(code);
}

export interface OrderStatus {
  readonly state: OrderState;
  /** Why it needs a person; null where the state says it all. */
  readonly reason: StateReason | null;
}

/** The category of orders that their buyers collect. */
export const SELF_COLLECT = 'processing_self_collect';

const statuses: Readonly<Record<MarketplaceOrderState, OrderStatus>> = {
  unpaid: { state: 'outstanding_issues', reason: 'orders.awaiting_payment' },
  on_hold: { state: 'outstanding_issues', reason: 'orders.awaiting_payment' },
  authorized: { state: 'outstanding_issues', reason: 'orders.awaiting_payment' },
  partially_paid: { state: 'outstanding_issues', reason: 'orders.awaiting_payment' },
  pending: { state: 'staff_to_process', reason: null },
  paid: { state: 'staff_to_process', reason: null },
  partial: { state: 'staff_to_process', reason: null },
  READY_TO_SHIP: { state: 'staff_to_process', reason: null },
  RETRY_SHIP: { state: 'staff_to_process', reason: 'orders.ship_again' },
  processing: { state: 'shipped', reason: null },
  shipped: { state: 'shipped', reason: null },
  SHIPPED: { state: 'shipped', reason: null },
  TO_CONFIRM_RECEIVE: { state: 'shipped', reason: null },
  delivered: { state: 'completed', reason: null },
  COMPLETED: { state: 'completed', reason: null },
  fulfilled: { state: 'completed', reason: null },
  returned: { state: 'completed', reason: 'orders.returned' },
  refunded: { state: 'completed', reason: 'orders.refunded' },
  IN_CANCEL: { state: 'outstanding_issues', reason: 'orders.cancellation_requested' },
  TO_RETURN: { state: 'outstanding_issues', reason: 'orders.return_requested' },
  CANCELLED: { state: 'failed_orders', reason: 'orders.cancelled' },
  failed: { state: 'failed_orders', reason: 'orders.failed_there' },
  unknown: {
    state: 'outstanding_issues',
    reason: 'orders.unknown_state',
  },
};

const closed: ReadonlySet<OrderState> = new Set(['completed', 'failed_orders']);

/** Ready to ship is what a channel says before it is shipped from here, or once that is arranged. */
function isArranged({ channel, marketplaceState }: OrderFacts): boolean {
  return (
    marketplaceState === 'READY_TO_SHIP' && !channels[channel].shipping.states.includes(marketplaceState)
  );
}

/**
 * The state of an order by its marketplace state: paid and not handled yet is for staff, handed over or arranged is shipped, and
 * an order that waits for somebody else is outstanding with its reason.
 */
export function orderStatus(facts: OrderFacts): OrderStatus {
  const status = isArranged(facts) ? statuses.processing : statuses[facts.marketplaceState];
  if (facts.cancellationRequested && !closed.has(status.state)) return statuses.IN_CANCEL;
  if (facts.category !== SELF_COLLECT) {
    return status.state === 'shipped' && facts.movedToCompleted ? statuses.COMPLETED : status;
  }
  const isReady =
    status.state === 'shipped' || (status.state === 'staff_to_process' && facts.isReadyToCollect);
  if (!isReady) return status;
  return facts.pickupConfirmed
    ? { state: 'outstanding_issues', reason: 'orders.buyer_collected' }
    : { state: 'buyer_self_collect', reason: null };
}
