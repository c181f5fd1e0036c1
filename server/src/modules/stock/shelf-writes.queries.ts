import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/database.ts';
import type { ListingStock } from './evaluate.rules.ts';
import { stockColumns, type Shelf } from './shelf.rules.ts';

/** Rows of `listing_stocks` to write. */
export interface StockRows {
  /** Rows that are there, and the columns of which at least one row has another value now. */
  readonly known: {
    readonly columns: readonly (keyof ListingStock)[];
    readonly rows: readonly ListingStock[];
  };
  readonly fresh: readonly ListingStock[];
}

/** A write that is due. */
export interface DueRow {
  readonly store_id: number;
  readonly variant_listing_id: number;
  readonly marketplace_id: number;
  readonly stock_movement_id: number | null;
  readonly revision: number;
  readonly quantity: number;
  readonly transformed: boolean;
  readonly force_zero_qty: boolean;
  readonly created_at: Date;
}

export interface ShelfWrites extends StockRows {
  /** Listings whose pushes that were due and never sent are superseded. */
  readonly closed: readonly number[];
  readonly due: readonly DueRow[];
  /** Variants that are out of sync now, or are not any more. */
  readonly turned: readonly Pick<Shelf, 'variantId' | 'isOutOfSync'>[];
  /** Jobs and announcements, as expressions of the statement. */
  readonly effects: readonly RawBuilder<unknown>[];
}

/** Writes what follows from an evaluation, in one statement: rows, due pushes, superseded ones, flags, jobs and announcements. */
export async function writeShelves(tx: Tx, writes: ShelfWrites): Promise<void> {
  const parts = writeStocks(writes);
  if (writes.closed.length > 0) parts.push(supersede(writes.closed));
  if (writes.due.length > 0) parts.push(writeDue(writes.due));
  if (writes.turned.length > 0) parts.push(turnFlags(writes.turned));
  const doing = sql`select ${sql.join([sql`1 as written`, ...writes.effects])}`;
  await (parts.length === 0 ? doing : sql`with ${sql.join(parts)} ${doing}`).execute(tx);
}

function writeStocks({ known, fresh }: StockRows): RawBuilder<unknown>[] {
  const parts: RawBuilder<unknown>[] = [];
  const { columns } = known;
  if (columns.length > 0) {
    const rows = JSON.stringify(known.rows, ['variant_listing_id', ...columns]);
    const sets = sql.join(columns.map((name) => sql`${sql.ref(name)} = c.${sql.ref(name)}`));
    parts.push(sql`known as (
      update listing_stocks ls set ${sets}
      from jsonb_populate_recordset(null::listing_stocks, ${rows}::jsonb) c
      where ls.variant_listing_id = c.variant_listing_id returning 1)`);
  }
  if (fresh.length > 0) {
    const names = sql.join(stockColumns.map((name) => sql.ref(name)));
    const rows = JSON.stringify(fresh, [...stockColumns]);
    parts.push(sql`fresh as (
      insert into listing_stocks (${names})
      select ${names} from jsonb_populate_recordset(null::listing_stocks, ${rows}::jsonb)
      returning 1)`);
  }
  return parts;
}

/** What was due and was never sent is overtaken by what is due now, or by the shop's own sale. */
function supersede(listingIds: readonly number[]): RawBuilder<unknown> {
  return sql`overtaken as (
    update listing_stock_movements set state = 'superseded'
    where variant_listing_id = any(${listingIds}::bigint[]) and state = 'pending' and sent_at is null
    returning 1)`;
}

function writeDue(rows: readonly DueRow[]): RawBuilder<unknown> {
  return sql`due as (
    insert into listing_stock_movements (store_id, variant_listing_id, marketplace_id, stock_movement_id, revision, quantity,
      transformed, force_zero_qty, created_at)
    select d.store_id, d.variant_listing_id, d.marketplace_id, d.stock_movement_id, d.revision, d.quantity,
      d.transformed, d.force_zero_qty, d.created_at
    from jsonb_populate_recordset(null::listing_stock_movements, ${JSON.stringify(rows)}::jsonb) d
    where (select count(*) from overtaken) >= 0
    returning 1)`;
}

function turnFlags(shelves: ShelfWrites['turned']): RawBuilder<unknown> {
  const ids = shelves.map((shelf) => shelf.variantId);
  const flags = shelves.map((shelf) => shelf.isOutOfSync);
  return sql`turned as (
    update variants v set is_out_of_sync = t.flag
    from unnest(${ids}::bigint[], ${flags}::boolean[]) t(id, flag) where v.id = t.id returning 1)`;
}
