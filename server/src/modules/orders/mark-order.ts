import { channelKind } from '@evenstock/contract/channels';
import { marketplaceOrderState } from '@evenstock/contract/order-states';
import type { Context } from '../../context.ts';
import { announce } from '../../api/live.ts';
import type { Tx } from '../../platform/database.ts';
import { orderStatus } from './order-state.rules.ts';
import {
  keepPickupProof,
  lockOrderState,
  writeOrderState,
  type OrderStateRow,
} from './order-states.queries.ts';

/** What members say of an order, by the column that keeps when. */
const columns = {
  ready_to_collect: 'ready_to_collect_at',
  collected: 'pickup_confirmed_at',
  completed: 'moved_to_completed_at',
} as const;

/**
 * Records once that an order is ready to collect, that it was collected, or that it is moved to Completed; its state follows.
 * @returns false where it was recorded before, or the order is gone
 */
export async function markOrder(
  tx: Tx,
  ctx: Context,
  orderId: number,
  as: keyof typeof columns,
): Promise<boolean> {
  const column = columns[as];
  const order = await lockOrderState(tx, orderId);
  if (order === null || order[column] !== null) return false;
  const at = ctx.clock.now();
  await writeOrderState(tx, orderId, { column, at, ...statusOf({ ...order, [column]: at }) });
  await announce(tx, order.store_id, 'orders', [orderId]);
  return true;
}

/** As `markOrder` for an order that was collected, with what the buyer showed. */
export async function markCollected(
  tx: Tx,
  ctx: Context,
  orderId: number,
  proof: Readonly<Record<string, string>> | null,
): Promise<boolean> {
  const isMarked = await markOrder(tx, ctx, orderId, 'collected');
  if (isMarked && proof !== null) await keepPickupProof(tx, orderId, proof);
  return isMarked;
}

function statusOf(order: OrderStateRow): ReturnType<typeof orderStatus> {
  return orderStatus({
    channel: channelKind.parse(order.channel),
    marketplaceState: marketplaceOrderState.parse(order.marketplace_state),
    category: order.category,
    cancellationRequested: order.state_reason === 'orders.cancellation_requested',
    isReadyToCollect: order.ready_to_collect_at !== null,
    pickupConfirmed: order.pickup_confirmed_at !== null,
    movedToCompleted: order.moved_to_completed_at !== null,
  });
}
