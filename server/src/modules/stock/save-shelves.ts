import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/database.ts';
import { addingJob } from '../../platform/jobs.ts';
import { announcing } from '../../api/live.ts';
import { pushDueJob } from './stock.jobs.ts';
import { evaluateShelf, stockColumns, type Shelf, type ShelfListing } from './shelf.rules.ts';

export interface SaveOptions {
  /** The ledger entry of each variant that made writes due; none where a read or a verification did. */
  readonly movementOf?: ReadonlyMap<number, number>;
  /** The lease under which this happens, where nothing was sent yet. */
  readonly ownLease?: string | null;
  readonly at: Date;
}

/**
 * Evaluates the variants' listings and writes what follows, in one statement: rows, due pushes, superseded ones, jobs and news.
 * The last statement of its transaction: what is due in a store is one job, whose row everybody who makes a push due waits for.
 */
export async function saveShelves(tx: Tx, shelves: Iterable<Shelf>, options: SaveOptions): Promise<void> {
  const all = [...shelves];
  for (const shelf of all) evaluateShelf(shelf, options.at, options.ownLease ?? null);
  const changed = all.flatMap((shelf) => shelf.listings.filter(isChanged));
  const effects = newsOf(all, options.movementOf ?? new Map<number, number>());
  if (changed.length === 0 && effects.length === 0) return;
  const due = all.flatMap((shelf) =>
    shelf.listings
      .filter((listing) => listing.verdict === 'due')
      .map((listing) => dueRow(listing, options.movementOf?.get(shelf.variantId) ?? null, options.at)),
  );
  const closed = changed.filter((l) => l.verdict === 'due' || l.verdict === 'settled').map((l) => l.id);
  const parts = writeStocks(changed);
  if (closed.length > 0) parts.push(supersede(closed));
  if (due.length > 0) parts.push(writeDue(due));
  const turned = all.filter((shelf) => shelf.isOutOfSync !== shelf.wasOutOfSync);
  if (turned.length > 0) parts.push(turnFlags(turned));
  for (const storeId of new Set(changed.filter(mayBePushed).map((l) => l.storeId))) {
    effects.push(addingJob(pushDueJob, { storeId }, { key: `stock.push_due:${String(storeId)}` }));
  }
  const doing = sql`select ${sql.join([sql`1 as written`, ...effects])}`;
  await (parts.length === 0 ? doing : sql`with ${sql.join(parts)} ${doing}`).execute(tx);
}

/** A write became due, or one that was due is free to go. */
function mayBePushed({ loaded, stock, verdict }: ShelfListing): boolean {
  const isFreed = loaded?.held === true && !stock.held && stock.acked_rev < stock.target_rev;
  return verdict === 'due' || isFreed;
}

/** A row is written only where a column differs; one that was never counted is not begun here. */
function isChanged({ loaded, stock }: ShelfListing): boolean {
  if (loaded === null) return stock.counted_from !== null;
  return stockColumns.some((name) => !isSame(loaded[name], stock[name]));
}

function isSame(one: unknown, other: unknown): boolean {
  if (one instanceof Date && other instanceof Date) return one.getTime() === other.getTime();
  return one === other;
}

/** What people see of a listing: a read that found everything as it was is no news. */
const shown = [
  'target',
  'send',
  'shop_quantity',
  'acked_rev',
  'target_rev',
  'sent_quantity',
  'acked_quantity',
  'flag',
  'flag_reason',
  'held',
] as const;

/** What screens hear of: SKUs whose listings changed, and ledger entries, which change what their SKU shows even where no listing does. */
function newsOf(shelves: readonly Shelf[], movementOf: ReadonlyMap<number, number>): RawBuilder<unknown>[] {
  const stores = new Map<number, { variants: number[]; movements: number[] }>();
  for (const { storeId, variantId, listings } of shelves) {
    const movement = movementOf.get(variantId);
    if (movement === undefined && !listings.some(isNews)) continue;
    const news = stores.get(storeId) ?? { variants: [], movements: [] };
    stores.set(storeId, news);
    news.variants.push(variantId);
    if (movement !== undefined) news.movements.push(movement);
  }
  return [...stores].flatMap(([storeId, { variants, movements }]) => [
    announcing(storeId, 'variants', variants),
    ...(movements.length === 0 ? [] : [announcing(storeId, 'stock_movements', movements)]),
  ]);
}

function isNews({ loaded, stock }: ShelfListing): boolean {
  return loaded === null ? stock.counted_from !== null : shown.some((name) => loaded[name] !== stock[name]);
}

/** Rows that are there get the columns that differ; new ones are written whole. */
function writeStocks(changed: readonly ShelfListing[]): RawBuilder<unknown>[] {
  const parts: RawBuilder<unknown>[] = [];
  const known = changed.filter(({ loaded }) => loaded !== null);
  const columns = stockColumns.filter((name) =>
    known.some(({ loaded, stock }) => loaded !== null && !isSame(loaded[name], stock[name])),
  );
  if (columns.length > 0) {
    const rows = JSON.stringify(
      known.map(({ stock }) => stock),
      ['variant_listing_id', ...columns],
    );
    const sets = sql.join(columns.map((name) => sql`${sql.ref(name)} = c.${sql.ref(name)}`));
    parts.push(sql`known as (
      update listing_stocks ls set ${sets}
      from jsonb_populate_recordset(null::listing_stocks, ${rows}::jsonb) c
      where ls.variant_listing_id = c.variant_listing_id returning 1)`);
  }
  const fresh = changed.filter(({ loaded }) => loaded === null);
  if (fresh.length > 0) {
    const names = sql.join(stockColumns.map((name) => sql.ref(name)));
    const rows = JSON.stringify(
      fresh.map(({ stock }) => stock),
      [...stockColumns],
    );
    parts.push(sql`fresh as (
      insert into listing_stocks (${names})
      select ${names} from jsonb_populate_recordset(null::listing_stocks, ${rows}::jsonb)
      returning 1)`);
  }
  return parts;
}

interface DueRow {
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

function dueRow({ stock }: ShelfListing, movementId: number | null, at: Date): DueRow {
  return {
    store_id: stock.store_id,
    variant_listing_id: stock.variant_listing_id,
    marketplace_id: stock.marketplace_id,
    stock_movement_id: movementId,
    revision: stock.target_rev,
    quantity: stock.send,
    transformed: stock.transformed,
    force_zero_qty: stock.forced,
    created_at: at,
  };
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

function turnFlags(shelves: readonly Shelf[]): RawBuilder<unknown> {
  const ids = shelves.map((shelf) => shelf.variantId);
  const flags = shelves.map((shelf) => shelf.isOutOfSync);
  return sql`turned as (
    update variants v set is_out_of_sync = t.flag
    from unnest(${ids}::bigint[], ${flags}::boolean[]) t(id, flag) where v.id = t.id returning 1)`;
}
