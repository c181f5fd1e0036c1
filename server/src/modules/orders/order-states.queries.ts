import { sql } from 'kysely';
import type { OrderState } from '@evenstock/contract/order-states';
import type { Tx } from '../../platform/database.ts';
import type { OrderStatus } from './order-state.rules.ts';

/** The columns of an order that its state is derived from. */
export interface OrderStateRow {
  readonly store_id: number;
  readonly channel: string;
  readonly marketplace_state: string;
  readonly category: string | null;
  readonly state_reason: string | null;
  readonly ready_to_collect_at: Date | null;
  readonly pickup_confirmed_at: Date | null;
  readonly moved_to_completed_at: Date | null;
}

/** Locks an order against concurrent imports and changes; null: it is gone. */
export async function lockOrderState(tx: Tx, orderId: number): Promise<OrderStateRow | null> {
  const { rows } = await sql<OrderStateRow>`
    select store_id, channel, marketplace_state, category, state_reason, ready_to_collect_at, pickup_confirmed_at, moved_to_completed_at
    from orders where id = ${orderId} for update`.execute(tx);
  return rows[0] ?? null;
}

interface WrittenState extends OrderStatus {
  readonly column: 'ready_to_collect_at' | 'pickup_confirmed_at' | 'moved_to_completed_at';
  readonly at: Date;
}

/** Records when something happened to an order, and the state that follows. */
export async function writeOrderState(
  tx: Tx,
  orderId: number,
  { column, at, state, reason }: WrittenState,
): Promise<void> {
  await sql`
    update orders set ${sql.ref(column)} = ${at}, state = ${state}, state_reason = ${reason}, updated_at = ${at}
    where id = ${orderId}`.execute(tx);
}

/** Keeps what the buyer showed who collected an order. */
export async function keepPickupProof(
  tx: Tx,
  orderId: number,
  proof: Readonly<Record<string, string>>,
): Promise<void> {
  await sql`update orders set pickup_proof = ${JSON.stringify(proof)}::jsonb where id = ${orderId}`.execute(
    tx,
  );
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
