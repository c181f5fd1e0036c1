import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import type { ListingStock } from '../protocol/evaluate.rules.ts';
import type { DueRow, StockChanges, StockRows } from './stock-writes.rules.ts';
import { stockColumns } from '../protocol/variant-stock.rules.ts';

/**
 * Writes what follows from an evaluation, in one statement.
 * @param effects jobs and announcements, as expressions of that statement
 */
export async function writeStock(
  tx: Tx,
  changes: StockChanges,
  effects: readonly RawBuilder<unknown>[],
): Promise<void> {
  const parts = writeRows(changes);
  if (changes.closed.length > 0) parts.push(supersede(changes.closed));
  if (changes.due.length > 0) parts.push(writeDue(changes.due));
  if (changes.turned.length > 0) parts.push(turnFlags(changes.turned));
  const doing = sql`select ${sql.join([sql`1 as written`, ...effects])}`;
  await (parts.length === 0 ? doing : sql`with ${sql.join(parts)} ${doing}`).execute(tx);
}

function writeRows({ known, fresh }: StockRows): RawBuilder<unknown>[] {
  const parts: RawBuilder<unknown>[] = [];
  const { columns } = known;
  if (columns.length > 0) {
    const rows = JSON.stringify(known.rows.map((row) => picked(row, ['variant_listing_id', ...columns])));
    const sets = sql.join(columns.map((name) => sql`${sql.ref(name)} = c.${sql.ref(name)}`));
    parts.push(sql`known as (
      update listing_stocks ls set ${sets}
      from jsonb_populate_recordset(null::listing_stocks, ${rows}::jsonb) c
      where ls.variant_listing_id = c.variant_listing_id returning 1)`);
  }
  if (fresh.length > 0) {
    const names = sql.join(stockColumns.map((name) => sql.ref(name)));
    const rows = JSON.stringify(fresh.map((row) => picked(row, stockColumns)));
    parts.push(sql`fresh as (
      insert into listing_stocks (${names})
      select ${names} from jsonb_populate_recordset(null::listing_stocks, ${rows}::jsonb)
      returning 1)`);
  }
  return parts;
}

const picked = (row: ListingStock, columns: readonly (keyof ListingStock)[]): object =>
  Object.fromEntries(columns.map((name) => [name, row[name]]));

/** A due push that was never sent is superseded by the newer one, or by the sale that made it needless. */
function supersede(listingIds: readonly number[]): RawBuilder<unknown> {
  return sql`superseded as (
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
    where (select count(*) from superseded) >= 0
    returning 1)`;
}

function turnFlags(variants: StockChanges['turned']): RawBuilder<unknown> {
  const ids = variants.map((variant) => variant.variantId);
  const flags = variants.map((variant) => variant.isOutOfSync);
  return sql`turned as (
    update variants v set is_out_of_sync = t.flag
    from unnest(${ids}::bigint[], ${flags}::boolean[]) t(id, flag) where v.id = t.id returning 1)`;
}
