import type { ReturnState } from '@evenstock/connectors/kit/capabilities';
import { sql, type Insertable } from 'kysely';
import type { Handle, Tx } from '../../platform/database/database.ts';
import type { Tables } from '../../tables.ts';

interface NamedOrder {
  readonly number: string | null;
  readonly channelId: string | null;
}

/** Whether the order that a return names is stored. */
export async function isOrderHere(db: Handle, marketplaceId: number, named: NamedOrder): Promise<boolean> {
  const { rows } = await sql`
    select from orders
    where marketplace_id = ${marketplaceId} and (number = ${named.number} or channel_order_id = ${named.channelId})
    limit 1`.execute(db);
  return rows.length > 0;
}

/** The recorded fields of a return, without its keys. */
export interface ReturnRow {
  readonly order_id: number | null;
  readonly order_number: string | null;
  readonly order_channel_id: string | null;
  readonly state: ReturnState;
  readonly raw_state: string;
  readonly can_accept: boolean;
  readonly can_dispute: boolean;
  readonly reason: string | null;
  readonly dispute_reason: string | null;
  readonly dispute_text_reason: string | null;
  /** Addresses of the buyer's pictures. */
  readonly pictures: readonly string[];
  readonly tracking_number: string | null;
  /** The amount is in the minor unit of the currency. */
  readonly refund_amount: number | null;
  readonly currency: string | null;
  readonly source_created_at: Date;
  readonly source_updated_at: Date;
  readonly read_began_at: Date;
  readonly due_at: Date | null;
  readonly updated_at: Date;
}

export interface RecordedReturn extends ReturnRow {
  readonly id: number;
}

/** A return as recorded, its row locked; null: not known yet. */
export async function lockReturn(
  tx: Tx,
  marketplaceId: number,
  channelReturnId: string,
): Promise<RecordedReturn | null> {
  const { rows } = await sql<RecordedReturn>`
    select id, order_id, order_number, order_channel_id, state, raw_state, can_accept, can_dispute, reason, dispute_reason,
      dispute_text_reason, pictures, tracking_number, refund_amount, currency, source_created_at, source_updated_at, read_began_at,
      due_at, updated_at
    from order_returns
    where marketplace_id = ${marketplaceId} and channel_return_id = ${channelReturnId} for update`.execute(
    tx,
  );
  return rows[0] ?? null;
}

/** Inserts a return. @returns its id */
export async function insertReturn(
  tx: Tx,
  scope: { readonly storeId: number; readonly marketplaceId: number },
  channelReturnId: string,
  row: ReturnRow,
): Promise<number> {
  const { id } = await tx
    .insertInto('order_returns')
    .values({
      ...row,
      pictures: [...row.pictures],
      store_id: scope.storeId,
      marketplace_id: scope.marketplaceId,
      channel_return_id: channelReturnId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Updates a return. @returns its id */
export async function updateReturn(tx: Tx, id: number, row: ReturnRow): Promise<number> {
  await tx
    .updateTable('order_returns')
    .set({ ...row, pictures: [...row.pictures] })
    .where('id', '=', id)
    .execute();
  return id;
}

/** Records how the state of a known return changed; an unchanged state adds no row. */
export async function recordReturnChange(
  tx: Tx,
  storeId: number,
  before: RecordedReturn,
  after: Pick<ReturnRow, 'state' | 'raw_state' | 'source_updated_at'>,
): Promise<void> {
  if (before.state === after.state && before.raw_state === after.raw_state) return;
  await tx
    .insertInto('order_return_changes')
    .values({
      store_id: storeId,
      return_id: before.id,
      at: after.source_updated_at,
      state_before: before.state,
      state: after.state,
      raw_state_before: before.raw_state,
      raw_state: after.raw_state,
    })
    .execute();
}

type LineRow = Omit<Insertable<Tables['order_return_lines']>, 'store_id' | 'return_id'>;

/** Replaces the lines of a return. */
export async function replaceLines(
  tx: Tx,
  storeId: number,
  returnId: number,
  lines: readonly LineRow[],
): Promise<void> {
  await tx.deleteFrom('order_return_lines').where('return_id', '=', returnId).execute();
  if (lines.length === 0) return;
  await tx
    .insertInto('order_return_lines')
    .values(lines.map((line) => ({ ...line, store_id: storeId, return_id: returnId })))
    .execute();
}

/** Erases what sellers wrote in disputes about the returns of orders, and where the buyers' pictures are. */
export async function eraseBuyersIn(db: Handle, orderIds: readonly number[]): Promise<void> {
  await sql`
    update order_returns set dispute_text_reason = null, pictures = '{}'
    where order_id = any(${orderIds}) and (dispute_text_reason is not null or pictures <> '{}')`.execute(db);
}

export interface KnownReturns {
  /** The marketplace's ids of an order's returns, newest first, with those that wait for this order. */
  readonly ids: readonly string[];
  readonly hasOpen: boolean;
}

/** The known returns of an order. */
export async function returnsOfOrder(db: Handle, orderId: number, limit: number): Promise<KnownReturns> {
  const { rows } = await sql<{ id: string; open: boolean }>`
    select r.channel_return_id as id, r.state in ('pending', 'to_return', 'disputed', 'unknown') as open
    from orders o join order_returns r on r.marketplace_id = o.marketplace_id and (
      r.order_id = o.id
      or (r.order_id is null and (r.order_channel_id = o.channel_order_id
        or (r.order_channel_id is null and r.order_number = o.number))))
    where o.id = ${orderId} order by open desc, r.source_created_at desc, r.id desc limit ${limit}`.execute(
    db,
  );
  return { ids: rows.map(({ id }) => id), hasOpen: rows.some(({ open }) => open) };
}
