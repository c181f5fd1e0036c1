import type { Context } from '../../context.ts';
import { announceOrders } from '../../api/webhook-outbox.ts';
import type { Tx } from '../../platform/database.ts';
import { keepPickupProof, lockOrderState, writeOrderMark } from './order-states.queries.ts';
import { recordedStatus } from './recorded-status.rules.ts';

/** The marks that members set on an order, each with the column that stores its time. */
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
  await writeOrderMark(tx, orderId, { column, at, ...recordedStatus({ ...order, [column]: at }) });
  await announceOrders(tx, order.store_id, [orderId], at);
  return true;
}

/** Marks an order as collected and keeps the proof that the buyer showed. See `markOrder`. */
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
