import {
  keptFromMarketplace,
  lastUnitsInEffect,
  type LastUnits,
  type SellableListing,
} from './last-units.rules.ts';

/** A part of a set, as it is now. Quantities are units. */
export interface SetPart {
  readonly partId: number;
  /** Units of it in one set. */
  readonly units: number;
  /** In the part's ledger. */
  readonly quantity: number;
  /** Units that its shops show less (at most 0) while a member is asked to count it. */
  readonly lowersBy: number;
  /** Safety stock of the part's SKU. */
  readonly safety: number;
  /** The last units of the part's SKU, where they count now. */
  readonly lastUnits: LastUnits | null;
}

/** What a set is made of, beside what follows from it. */
export interface MadeOf {
  readonly parts: readonly SetPart[];
  /** Safety stock of the set's own SKU, in sets. */
  readonly safety: number;
  /** The quantity in the set's row. */
  readonly recorded: number;
}

/** What the parts of a set allow, in sets. */
export interface SetNumber {
  readonly quantity: number;
  readonly lowersBy: number;
  /** The larger of the set's own safety stock and what the safety stocks of its parts keep back. */
  readonly safety: number;
}

/** The number of sets that can be made of the units which `left` leaves of each part; below zero where units are owed. */
function makeable(parts: readonly SetPart[], left: (part: SetPart) => number): number {
  return Math.min(...parts.map((part) => Math.floor(left(part) / part.units)));
}

/** The quantity of a set: the least that its parts allow. */
export function numberOfSet({ parts, safety }: Pick<MadeOf, 'parts' | 'safety'>): SetNumber {
  const quantity = makeable(parts, (part) => part.quantity);
  const counted = makeable(parts, (part) => part.quantity + part.lowersBy);
  const forSale = makeable(parts, (part) => part.quantity + part.lowersBy - part.safety);
  return { quantity, lowersBy: counted - quantity, safety: Math.max(safety, counted - forSale) };
}

/** A variant as its sets see it. */
interface Followed {
  readonly quantity: number;
  readonly lowersBy: number;
  readonly safety: number;
  readonly lastUnits: LastUnits | null;
  readonly madeOf: MadeOf | null;
  readonly listings: readonly SellableListing[];
}

/**
 * Units that no listing of a marketplace shows of a SKU: its safety stock, and the last units if they are kept for another one. A set
 * keeps more back where its parts do.
 */
export function keptAt(variant: Omit<Followed, 'quantity'>, marketplaceId: number): number {
  const { madeOf, safety } = variant;
  const forAnother = keptFromMarketplace(lastUnitsInEffect(variant), marketplaceId);
  if (madeOf === null) return safety + forAnother;
  const { parts } = madeOf;
  const counted = makeable(parts, (part) => part.quantity + part.lowersBy);
  const forSale = makeable(
    parts,
    (part) =>
      part.quantity + part.lowersBy - part.safety - keptFromMarketplace(part.lastUnits, marketplaceId),
  );
  return Math.max(madeOf.safety + forAnother, counted - forSale);
}

/** The variants with each set as its parts among them have become. */
export function followParts<V extends Followed>(stocks: ReadonlyMap<number, V>): ReadonlyMap<number, V> {
  const next = new Map(stocks);
  for (const [id, variant] of stocks) {
    if (variant.madeOf === null) continue;
    const parts = variant.madeOf.parts.map((part) => {
      const now = stocks.get(part.partId);
      if (now === undefined) return part;
      const { quantity, lowersBy, safety } = now;
      return { ...part, quantity, lowersBy, safety, lastUnits: lastUnitsInEffect(now) };
    });
    const madeOf = { ...variant.madeOf, parts };
    next.set(id, { ...variant, madeOf, ...numberOfSet(madeOf) });
  }
  return next;
}

/** A part of a composition: a SKU, and its units in one set. */
export interface Component {
  readonly partId: number;
  readonly units: number;
}

/** The facts about the SKUs concerned that decide whether a composition is allowed. */
export interface CompositionFacts {
  readonly setId: number;
  readonly storeId: number;
  /** The set is a part of another set. */
  readonly isPart: boolean;
  /** Those of the named ids that are SKUs. */
  readonly found: readonly { readonly id: number; readonly storeId: number; readonly isSet: boolean }[];
}

/** Why a composition is refused. */
export type CompositionFault = 'is_part' | 'itself' | 'twice' | 'unknown' | 'of_sets';

/** Why these parts cannot make up the SKU; null: they can. */
export function faultOf(
  components: readonly Component[],
  { setId, storeId, isPart, found }: CompositionFacts,
): CompositionFault | null {
  if (components.length === 0) return null;
  if (isPart) return 'is_part';
  const ids = components.map(({ partId }) => partId);
  if (ids.includes(setId)) return 'itself';
  if (new Set(ids).size < ids.length) return 'twice';
  const known = new Map(found.filter((sku) => sku.storeId === storeId).map((sku) => [sku.id, sku]));
  if (ids.some((id) => !known.has(id))) return 'unknown';
  return ids.some((id) => known.get(id)?.isSet === true) ? 'of_sets' : null;
}

/** A part of a line's set: the SKU as it was then, and the one that it became. */
export interface LinePart {
  readonly partId: number;
  /** The SKU that it was merged into, or itself. */
  readonly variantId: number;
  readonly units: number;
  /** Its own listing in the shop, whose number the marketplace lowers with a bundle; null: the line's listing has a number of its own. */
  readonly listingId: number | null;
}
