import type { ListingStock } from '../protocol/evaluate.rules.ts';
import {
  stockColumns,
  type EvaluatedListing,
  type EvaluatedVariant,
} from '../protocol/variant-stock.rules.ts';

/** Rows of `listing_stocks` to write. */
export interface StockRows {
  /** Rows of the table, and the columns in which at least one of them changed. */
  readonly known: {
    readonly columns: readonly (keyof ListingStock)[];
    readonly rows: readonly ListingStock[];
  };
  readonly fresh: readonly ListingStock[];
}

/** A push that is due. */
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

/** What the screens of a store are to read again. */
export interface StoreChanges {
  readonly storeId: number;
  readonly variants: readonly number[];
  readonly movements: readonly number[];
}

/** The quantity that a set has now, as its parts changed. */
export interface SetQuantity {
  readonly variantId: number;
  readonly quantity: number;
}

/** What follows from an evaluation. */
export interface StockChanges extends StockRows {
  /** Listings whose due and unsent pushes are superseded. */
  readonly closed: readonly number[];
  readonly due: readonly DueRow[];
  /** Variants that went out of sync, or came back. */
  readonly turned: readonly Pick<EvaluatedVariant, 'variantId' | 'isOutOfSync'>[];
  readonly setQuantities: readonly SetQuantity[];
  readonly storesToPush: readonly number[];
  readonly announced: readonly StoreChanges[];
}

/**
 * What is to be written after an evaluation.
 * @param movementOf the ledger entry of each variant that caused it
 * @returns null when nothing changed
 */
export function changesOf(
  evaluated: readonly EvaluatedVariant[],
  movementOf: ReadonlyMap<number, number>,
  at: Date,
): StockChanges | null {
  const changed = evaluated.flatMap(({ listings }) => listings.filter(isChanged));
  const announced = announcedOf(evaluated, movementOf);
  if (changed.length === 0 && announced.length === 0) return null;
  return {
    ...rowsOf(changed),
    closed: changed.filter((l) => l.verdict === 'due' || l.verdict === 'settled').map((l) => l.id),
    due: evaluated.flatMap(({ variantId, listings }) =>
      listings
        .filter((listing) => listing.verdict === 'due')
        .map((listing) => dueRow(listing, movementOf.get(variantId) ?? null, at)),
    ),
    turned: evaluated.filter((variant) => variant.hasTurned),
    setQuantities: evaluated.flatMap(({ variantId, setQuantity: quantity }) =>
      quantity === null ? [] : [{ variantId, quantity }],
    ),
    storesToPush: [...new Set(changed.filter(mayBePushed).map((l) => l.storeId))],
    announced,
  };
}

/** A push became due, or the hold of one that was due was answered by a read or has ended. */
function mayBePushed({ loaded, stock, verdict }: EvaluatedListing): boolean {
  const isAnswered = loaded?.hold_read_at === null && stock.hold_read_at !== null;
  const isFreed = loaded?.held === true && (!stock.held || isAnswered);
  return verdict === 'due' || (isFreed && stock.acked_rev < stock.target_rev);
}

/** A row is written where a column differs; a listing gets its first row with its baseline. */
function isChanged({ loaded, stock }: EvaluatedListing): boolean {
  if (loaded === null) return stock.counted_from !== null;
  return loaded !== stock && stockColumns.some((name) => !isSame(loaded[name], stock[name]));
}

function isSame(one: unknown, other: unknown): boolean {
  if (one instanceof Date && other instanceof Date) return one.getTime() === other.getTime();
  return one === other;
}

/** The columns that screens show: a change of any other is not announced. */
const shown = [
  'target',
  'send',
  'safety',
  'kept_for_another',
  'shop_quantity',
  'expected_quantity',
  'pending',
  'acked_rev',
  'target_rev',
  'sent_quantity',
  'acked_quantity',
  'flag',
  'flag_reason',
  'held',
] as const;

/** Screens show a ledger entry with its SKU, so the SKU is announced even where no listing changed. */
function announcedOf(
  evaluated: readonly EvaluatedVariant[],
  movementOf: ReadonlyMap<number, number>,
): StoreChanges[] {
  const stores = new Map<number, { variants: number[]; movements: number[] }>();
  for (const { storeId, variantId, setQuantity, listings } of evaluated) {
    const movement = movementOf.get(variantId);
    if (movement === undefined && setQuantity === null && !listings.some(isShownChanged)) continue;
    const store = stores.get(storeId) ?? { variants: [], movements: [] };
    stores.set(storeId, store);
    store.variants.push(variantId);
    if (movement !== undefined) store.movements.push(movement);
  }
  return Array.from(stores, ([storeId, ids]) => ({ storeId, ...ids }));
}

function isShownChanged({ loaded, stock }: EvaluatedListing): boolean {
  return loaded === null ? stock.counted_from !== null : shown.some((name) => loaded[name] !== stock[name]);
}

/** Rows of the table get the columns that differ; new rows are written whole. */
function rowsOf(changed: readonly EvaluatedListing[]): StockRows {
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

function dueRow({ stock }: EvaluatedListing, movementId: number | null, at: Date): DueRow {
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
