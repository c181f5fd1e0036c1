import { channelKind } from '@evenstock/contract/channels/channels';
import { marketplaceOrderState } from '@evenstock/contract/orders/order-states';
import { orderStatus, type OrderStatus } from '../order/order-state.rules.ts';
import type { OrderStateRow } from '../order/order-states.queries.ts';

/** Derives the state of a recorded order from what its marketplace and members reported before. */
export function recordedStatus(order: OrderStateRow): OrderStatus {
  return orderStatus({
    channel: channelKind.parse(order.channel),
    marketplaceState: marketplaceOrderState.parse(order.marketplace_state),
    category: order.category,
    cancellationRequested: order.state_reason === 'orders.cancellation_requested',
    isSentByOthers: order.sent_by !== null,
    isReadyToCollect: order.ready_to_collect_at !== null,
    pickupConfirmed: order.pickup_confirmed_at !== null,
    movedToCompleted: order.moved_to_completed_at !== null,
    returns: order.returns,
  });
}
