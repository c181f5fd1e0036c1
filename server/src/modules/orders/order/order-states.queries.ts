import { sql } from 'kysely';
import type { OrderState } from '@evenstock/contract/orders/order-states';
import type { Handle, Tx } from '../../../platform/database/database.ts';
import { readStanding } from './order-returns.queries.ts';
import type { OrderStatus, ReturnStanding } from './order-state.rules.ts';

/** The columns of an order that its state is derived from. */
export interface OrderStateRow {
  readonly store_id: number;
  readonly channel: string;
  readonly state: OrderState;
  readonly marketplace_state: string;
  readonly category: string | null;
  readonly sent_by: string | null;
  readonly state_reason: string | null;
  readonly ready_to_collect_at: Date | null;
  readonly pickup_confirmed_at: Date | null;
  readonly moved_to_completed_at: Date | null;
  readonly returns: ReturnStanding;
}

/** Locks an order against concurrent imports and changes; null: it is gone. */
export async function lockOrderState(tx: Tx, orderId: number): Promise<OrderStateRow | null> {
  const { rows } = await sql<Omit<OrderStateRow, 'returns'>>`
    select store_id, channel, state, marketplace_state, category, sent_by, state_reason, ready_to_collect_at, pickup_confirmed_at, moved_to_completed_at
    from orders where id = ${orderId} for update`.execute(tx);
  const [order] = rows;
  // The read is a statement of its own: one that waited for the lock would not see what was committed meanwhile.
  return order === undefined ? null : { ...order, returns: await readStanding(tx, orderId) };
}

/** Writes an order's state. */
export async function writeOrderState(
  tx: Tx,
  orderId: number,
  { state, reason }: OrderStatus,
  at: Date,
): Promise<void> {
  await sql`
    update orders set state = ${state}, state_reason = ${reason}, updated_at = ${at},
      shipped_at = case when ${state}::text = 'shipped' then coalesce(shipped_at, ${at}) else shipped_at end
    where id = ${orderId} and (state, state_reason) is distinct from (${state}, ${reason})`.execute(tx);
}

interface WrittenMark extends OrderStatus {
  readonly column: 'ready_to_collect_at' | 'pickup_confirmed_at' | 'moved_to_completed_at';
  readonly at: Date;
}

/** Records the time of an order's event, and the resulting state. */
export async function writeOrderMark(
  tx: Tx,
  orderId: number,
  { column, at, state, reason }: WrittenMark,
): Promise<void> {
  await sql`
    update orders set ${sql.ref(column)} = ${at}, state = ${state}, state_reason = ${reason}, updated_at = ${at}
    where id = ${orderId}`.execute(tx);
}

/** Stores the proof that the buyer showed when collecting an order. */
export async function keepPickupProof(
  tx: Tx,
  orderId: number,
  proof: Readonly<Record<string, string>>,
): Promise<void> {
  await sql`update orders set pickup_proof = ${JSON.stringify(proof)}::jsonb where id = ${orderId}`.execute(
    tx,
  );
}

/** Whether the proof that the buyer showed is this one. */
export async function isKeptProof(
  db: Handle,
  orderId: number,
  proof: Readonly<Record<string, string>>,
): Promise<boolean> {
  const { rows } = await sql<{ same: boolean }>`
    select coalesce(pickup_proof = ${JSON.stringify(proof)}::jsonb, false) as same from orders
    where id = ${orderId}`.execute(db);
  return rows[0]?.same ?? false;
}

/** Records when the labels of a store's orders were printed, and locks them in the order of their ids. */
export async function recordLabelsPrinted(
  tx: Tx,
  storeId: number,
  ids: readonly number[],
  at: Date,
): Promise<readonly { readonly id: number; readonly state: OrderState }[]> {
  const { rows } = await sql<{ id: number; state: OrderState }>`
    with locked as (select id from orders where store_id = ${storeId} and id = any(${ids}) order by id for update)
    update orders o set print_label_at = ${at}, updated_at = ${at} from locked l where o.id = l.id
    returning o.id, o.state`.execute(tx);
  return rows;
}
