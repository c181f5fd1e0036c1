import type { OrderState } from '@evenstock/contract/orders/order-states';
import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../../context.ts';
import { announceOrders } from '../order/announce-orders.queries.ts';
import { Refusal } from '../../../api/routing.ts';
import type { Handle, Tx } from '../../../platform/database/database.ts';
import {
  isKeptProof,
  keepPickupProof,
  lockOrderState,
  writeOrderMark,
} from '../order/order-states.queries.ts';
import { recordedStatus } from './recorded-status.rules.ts';

/** The marks that members set on an order, each with the column that stores its time. */
const columns = {
  ready_to_collect: 'ready_to_collect_at',
  collected: 'pickup_confirmed_at',
  completed: 'moved_to_completed_at',
} as const;

/** The state of an order before and after a change. */
export interface StateChange {
  readonly before: OrderState;
  readonly after: OrderState;
}

/**
 * Records once that an order is ready to collect, that it was collected, or that it is moved to Completed; its state follows.
 * @param confirm checks, once the order is locked, what may have changed since it was read; it may throw
 * @returns its state before and after; null where it was recorded before, or the order is gone
 */
export async function markOrder(
  tx: Tx,
  ctx: Context,
  orderId: number,
  as: keyof typeof columns,
  confirm?: () => Promise<void>,
): Promise<StateChange | null> {
  const column = columns[as];
  const order = await lockOrderState(tx, orderId);
  if (order === null || order[column] !== null) return null;
  await confirm?.();
  const at = ctx.clock.now();
  const status = recordedStatus({ ...order, [column]: at });
  await writeOrderMark(tx, orderId, { column, at, ...status });
  await announceOrders(tx, order.store_id, [orderId], at);
  return { before: order.state, after: status.state };
}

/**
 * Marks an order as collected and keeps the proof that the buyer showed. See `markOrder`.
 * @throws Refusal 409 where it was collected before, with another proof
 */
export async function markCollected(
  tx: Tx,
  ctx: Context,
  orderId: number,
  proof: Readonly<Record<string, string>> | null,
  confirm?: () => Promise<void>,
): Promise<StateChange | null> {
  const marked = await markOrder(tx, ctx, orderId, 'collected', confirm);
  if (marked !== null && proof !== null) await keepPickupProof(tx, orderId, proof);
  if (marked === null) await requireProof(tx, orderId, proof);
  return marked;
}

/** @throws Refusal 409 where an order was collected with another proof than this one */
export async function requireProof(
  db: Handle,
  orderId: number,
  proof: Readonly<Record<string, string>> | null,
): Promise<void> {
  if (proof === null || (await isKeptProof(db, orderId, proof))) return;
  throw new Refusal(409, message('fulfilment.collected_otherwise'));
}
