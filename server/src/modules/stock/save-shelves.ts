import type { RawBuilder } from 'kysely';
import type { Tx } from '../../platform/database.ts';
import { addingJob } from '../../platform/jobs.ts';
import { announcing } from '../../api/live.ts';
import { pushDueJob } from './stock.jobs.ts';
import { writeShelves, type DueRow, type StockRows } from './shelf-writes.queries.ts';
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
  const turned = all.filter((shelf) => shelf.isOutOfSync !== shelf.wasOutOfSync);
  for (const storeId of new Set(changed.filter(mayBePushed).map((l) => l.storeId))) {
    effects.push(addingJob(pushDueJob, { storeId }, { key: `stock.push_due:${String(storeId)}` }));
  }
  await writeShelves(tx, { ...stocksOf(changed), closed, due, turned, effects });
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
function stocksOf(changed: readonly ShelfListing[]): StockRows {
  const known = changed.filter(({ loaded }) => loaded !== null);
  const columns = stockColumns.filter((name) =>
    known.some(({ loaded, stock }) => loaded !== null && !isSame(loaded[name], stock[name])),
  );
  const fresh = changed.filter(({ loaded }) => loaded === null);
  return {
    known: { columns, rows: known.map(({ stock }) => stock) },
    fresh: fresh.map(({ stock }) => stock),
  };
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
