import type { Handle } from '../../../platform/database/database.ts';
import { readStock } from '../ledger/variant-stock.queries.ts';
import { evaluateVariantStock, type VariantStock } from '../protocol/variant-stock.rules.ts';

/** A SKU before it is joined with others. */
export interface JoinedVariant {
  readonly id: number;
  /** Units in the ledger; below zero where units are owed. */
  readonly quantity: number;
  /** A shop's number was read: the quantity means something. */
  readonly isCounted: boolean;
  /** It is made of others, so it cannot be joined. */
  readonly isSet: boolean;
}

/** A listing before its SKU is joined with others, and after. Units. */
export interface JoinedListing {
  readonly id: number;
  readonly variantId: number;
  /** What its marketplace shows now; null where that is not known. */
  readonly before: number | null;
  /** What its marketplace is to show. */
  readonly after: number;
  /** Pushes of it wait, so that it keeps its number for now. */
  readonly isHeld: boolean;
}

export interface JoinedStock {
  readonly variants: readonly JoinedVariant[];
  /** Those that are not deleted. */
  readonly listings: readonly JoinedListing[];
}

/** A SKU as a choice of the joined quantity sees it. */
export function joinedVariant({ variantId, quantity, listings, madeOf }: VariantStock): JoinedVariant {
  const isCounted = listings.some(({ stock }) => stock.counted_from !== null);
  return { id: variantId, quantity, isCounted, isSet: madeOf !== null };
}

type QuantityOf = (variants: readonly JoinedVariant[]) => number;

/**
 * What the listings of SKUs would show if these became one SKU, in the order of their ids; the first lives on. Nothing is locked,
 * and nothing is written.
 * @param quantityOf the quantity of the one SKU, in units
 */
export async function previewJoinedStock(
  db: Handle,
  variantIds: readonly number[],
  quantityOf: QuantityOf,
  now: Date,
): Promise<JoinedStock> {
  return joinedStock([...(await readStock(db, variantIds)).values()], quantityOf, now);
}

/**
 * The same of several groups, which are read at once.
 * @returns a function that joins a group
 */
export async function previewJoinedGroups(
  db: Handle,
  groups: readonly (readonly number[])[],
  now: Date,
): Promise<(variantIds: readonly number[], quantityOf: QuantityOf) => JoinedStock> {
  const read = await readStock(db, groups.flat());
  return (variantIds, quantityOf) =>
    joinedStock(
      variantIds.flatMap((id) => read.get(id) ?? []),
      quantityOf,
      now,
    );
}

function joinedStock(unsorted: readonly VariantStock[], quantityOf: QuantityOf, now: Date): JoinedStock {
  const stocks = unsorted.toSorted((a, b) => a.variantId - b.variantId);
  const variants = stocks.map(joinedVariant);
  const [first] = stocks;
  if (first === undefined) return { variants, listings: [] };
  const joined = evaluateVariantStock(
    { ...first, quantity: quantityOf(variants), listings: stocks.flatMap(({ listings }) => listings) },
    now,
    null,
  );
  const variantOf = new Map(
    stocks.flatMap(({ variantId, listings }) => listings.map(({ id }) => [id, variantId] as const)),
  );
  const listings = shownBy(joined, ({ id }) => variantOf.get(id) ?? first.variantId);
  return { variants, listings };
}

/** What the listings of a SKU show and are to show, without deleted ones. */
function shownBy(
  stock: ReturnType<typeof evaluateVariantStock>,
  variantOf: (listing: { readonly id: number }) => number,
): JoinedListing[] {
  return stock.listings
    .filter(({ isDeleted }) => !isDeleted)
    .map((listing) => ({
      id: listing.id,
      variantId: variantOf(listing),
      before: listing.loaded?.expected_quantity ?? null,
      after: listing.stock.send,
      isHeld: listing.stock.held || listing.stock.counted_from === null,
    }));
}

/**
 * What the listings of one SKU would show if some of them belonged to other SKUs. Nothing is locked, and nothing is written.
 * @param quantities what each SKU would have, by its id, in units
 * @param variantOf the SKU that a listing would belong to
 */
export async function previewSeparateStock(
  db: Handle,
  variantId: number,
  quantities: ReadonlyMap<number, number>,
  variantOf: ReadonlyMap<number, number>,
  now: Date,
): Promise<readonly JoinedListing[]> {
  const stocks = await readStock(db, [...new Set([variantId, ...quantities.keys()])]);
  const shared = stocks.get(variantId)?.listings ?? [];
  return [...quantities].flatMap(([id, quantity]) => {
    const stock = stocks.get(id);
    const listings = shared.filter((listing) => (variantOf.get(listing.id) ?? variantId) === id);
    if (stock === undefined || listings.length === 0) return [];
    return shownBy(evaluateVariantStock({ ...stock, quantity, listings }, now, null), () => id);
  });
}

/**
 * What the listings of SKUs would show with other quantities. Nothing is locked, and nothing is written.
 * @param quantities in units, by SKU
 */
export async function previewQuantities(
  db: Handle,
  quantities: ReadonlyMap<number, number>,
  now: Date,
): Promise<readonly JoinedListing[]> {
  const stocks = await readStock(db, [...quantities.keys()]);
  return [...quantities].flatMap(([id, quantity]) => {
    const stock = stocks.get(id);
    return stock === undefined
      ? []
      : shownBy(evaluateVariantStock({ ...stock, quantity }, now, null), () => id);
  });
}
