import { channels, type ChannelKind } from '@evenstock/contract/channels/channels';
import { english } from '@evenstock/contract/messages/english';
import { fromChannel, message, type Message, type MessageCode } from '@evenstock/contract/messages/message';
import type { MarketplaceOrderState, OrderState } from '@evenstock/contract/orders/order-states';

/**
 * The status of an order's returns, as its marketplace reports them. open: one is undecided. accepted: all have ended, and one was
 * accepted. ended: all have ended and none was accepted.
 */
export const returnStandings = ['none', 'open', 'accepted', 'ended'] as const;
export type ReturnStanding = (typeof returnStandings)[number];

/** The facts that decide an order's state. */
export interface OrderFacts {
  readonly channel: ChannelKind;
  readonly marketplaceState: MarketplaceOrderState;
  /** 'processing_self_collect' for orders that the buyer collects. */
  readonly category: string | null;
  readonly cancellationRequested: boolean;
  /** None of its units are the seller's: who keeps them sends it. */
  readonly isSentByOthers: boolean;
  /** A member set it ready to collect; some marketplaces do not show this. */
  readonly isReadyToCollect: boolean;
  /** A member confirmed that the buyer collected it. */
  readonly pickupConfirmed: boolean;
  readonly returns: ReturnStanding;
  /** A member moved it to Completed after it was shipped. */
  readonly movedToCompleted: boolean;
}

/** Reasons are messages without values. */
export const stateReasons = [
  'orders.awaiting_payment',
  'orders.ship_again',
  'orders.returned',
  'orders.refunded',
  'orders.cancellation_requested',
  'orders.being_cancelled',
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
  /** The reason why a person is needed; null where the state is enough. */
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
  // Nobody waits for an answer: the request was accepted, or the seller asked.
  IN_CANCEL: { state: 'outstanding_issues', reason: 'orders.being_cancelled' },
  TO_RETURN: { state: 'outstanding_issues', reason: 'orders.return_requested' },
  CANCELLED: { state: 'failed_orders', reason: 'orders.cancelled' },
  failed: { state: 'failed_orders', reason: 'orders.failed_there' },
  unknown: {
    state: 'outstanding_issues',
    reason: 'orders.unknown_state',
  },
};

const toAnswer: OrderStatus = { state: 'outstanding_issues', reason: 'orders.cancellation_requested' };

const closed: ReadonlySet<OrderState> = new Set(['completed', 'failed_orders']);

/** Some channels report "ready to ship" before the order is shipped from here, others once shipping is arranged. */
function isArranged({ channel, marketplaceState }: OrderFacts): boolean {
  return (
    marketplaceState === 'READY_TO_SHIP' && !channels[channel].shipping.states.includes(marketplaceState)
  );
}

/** Others than the seller's staff have to do with the order. */
function isUnderWay(facts: OrderFacts): boolean {
  const isToShip = statuses[facts.marketplaceState].state === 'staff_to_process';
  return isArranged(facts) || (facts.isSentByOthers && isToShip);
}

/**
 * Derives the state of an order from its marketplace state: paid and unhandled orders are for staff, handed over or arranged ones are
 * shipped, and an order that waits for somebody else is outstanding with its reason. An open return needs a person in every state;
 * when the last one closes, an order that was to be returned is completed.
 */
export function orderStatus(facts: OrderFacts): OrderStatus {
  const status = isUnderWay(facts) ? statuses.processing : statuses[facts.marketplaceState];
  if (facts.cancellationRequested && !closed.has(status.state)) return toAnswer;
  if (facts.returns === 'open') return statuses.TO_RETURN;
  if (facts.marketplaceState === 'TO_RETURN' && facts.returns !== 'none') {
    return { state: 'completed', reason: facts.returns === 'accepted' ? 'orders.returned' : null };
  }
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
