import type { ChannelKind } from '@evenstock/contract/channels/channels';
import type { EventTotals } from './epoch.rules.ts';
import { evaluateListing, type ListingStock, type Verdict } from './evaluate.rules.ts';
import { isBeingCounted } from './first-count.rules.ts';
import { isForced, type ForceZero } from './force-zero.rules.ts';
import type { LastUnits } from './last-units.rules.ts';
import type { RecordedMovement } from './recorded-movement.ts';
import { keptAt, type MadeOf } from './sets.rules.ts';

/** A variant with all its listings, as one transaction has locked it. A change of it is a new value. */
export interface VariantStock {
  readonly variantId: number;
  readonly storeId: number;
  /** Units in the ledger, of a set the least that its parts allow; below zero after an oversell. */
  readonly quantity: number;
  /** Units that its shops show less (at most 0) while a member is asked to count it. */
  readonly lowersBy: number;
  /** Of the SKU: units that no shop shows; 0 where the store keeps none back. */
  readonly safety: number;
  /** Of the SKU: the last units, kept for one marketplace; null where the store keeps none back. */
  readonly lastUnits: LastUnits | null;
  /** The marketplaces' own maxima limit what is pushed. */
  readonly isLimited: boolean;
  readonly canSync: boolean;
  readonly isOutOfSync: boolean;
  /** Cancelled units are not restocked since then; null: they are restocked. */
  readonly restockFrozenSince: Date | null;
  /** The variant that this one was merged into. */
  readonly mergedInto: number | null;
  /** Null: it is no set. */
  readonly madeOf: MadeOf | null;
  readonly listings: readonly StockedListing[];
}

/** A listing with its stock row. */
export interface StockedListing extends ForceZero {
  readonly id: number;
  readonly storeId: number;
  readonly marketplaceId: number;
  readonly channel: ChannelKind;
  /** How old answers of its marketplace were. */
  readonly oldAnswers: unknown;
  /** Of its marketplace: units that it does not show; 0 where the store keeps none back. */
  readonly safety: number;
  /** The sync of the store and of its marketplace are on. */
  readonly canSync: boolean;
  readonly isDeleted: boolean;
  /** Its marketplace is not connected any more. */
  readonly isDeactivated: boolean;
  /** The database went back: it is not written until its SKU's quantity is decided. */
  readonly isRecovering: boolean;
  /** The row in the table; null where there is none yet. */
  readonly loaded: ListingStock | null;
  /** The row as it is to be written. */
  readonly stock: ListingStock;
  /** Totals of the order events after the last snapshot. */
  readonly eventTotals: EventTotals;
  /** Difference in the open epoch that must not be booked. */
  readonly unexplainedUnbookable: number;
}

/** Variants of one transaction by id. */
export type VariantStocks = ReadonlyMap<number, VariantStock>;

/** A listing and the variant that it belongs to. */
export interface ListingOfVariant {
  readonly variant: VariantStock;
  readonly listing: StockedListing;
}

/** A listing after its evaluation; a deleted one has no verdict. */
export interface EvaluatedListing extends StockedListing {
  readonly verdict: Verdict | null;
}

/** A variant after its evaluation. */
export interface EvaluatedVariant {
  readonly variantId: number;
  readonly storeId: number;
  readonly isOutOfSync: boolean;
  /** Whether it went out of sync, or came back. */
  readonly hasTurned: boolean;
  /** The quantity of a set whose row has another one. */
  readonly setQuantity: number | null;
  readonly listings: readonly EvaluatedListing[];
}

/** Units that a listing does not show of the quantity. */
export interface KeptBack {
  /** Safety stock: the larger of its SKU's and its marketplace's. */
  readonly safety: number;
  /** Beyond that, because they are kept for another marketplace. */
  readonly keptForAnother: number;
}

/** What a listing keeps back. Nothing while its first count may still be corrected, as a write would end that. */
export function keptBackOf(variant: VariantStock, listing: StockedListing): KeptBack {
  if (isBeingCounted(listing.stock)) return { safety: 0, keptForAnother: 0 };
  const safety = Math.max(variant.safety, listing.safety);
  return { safety, keptForAnother: unitsKeptBack(variant, listing) - safety };
}

/** Units that a listing keeps back once it is counted. */
export function unitsKeptBack(variant: VariantStock, { marketplaceId, safety }: StockedListing): number {
  return Math.max(keptAt(variant, marketplaceId), safety);
}

/** Units that a listing keeps back now. */
export function unitsKeptNow(variant: VariantStock, listing: StockedListing): number {
  return isBeingCounted(listing.stock) ? 0 : unitsKeptBack(variant, listing);
}

/**
 * Decides what each listing of a variant should show and whether it must be written.
 * @param ownLease the lease of the caller, under which nothing was sent yet
 */
export function evaluateVariantStock(
  variant: VariantStock,
  now: Date,
  ownLease: string | null,
): EvaluatedVariant {
  const shortfall = shortfallOf(variant);
  const listings = variant.listings.map((listing): EvaluatedListing => {
    if (listing.isDeleted) return { ...listing, verdict: null };
    const { stock } = listing;
    const inputs = {
      quantity: variant.quantity + variant.lowersBy,
      ...keptBackOf(variant, listing),
      forced: isForced(listing, now),
      cap: variant.isLimited ? stock.maximum : null,
      reserved: stock.reserved,
      isSet: variant.madeOf !== null,
      shortElsewhere: shortfall - Math.min(0, stock.pending),
      eventTotals: listing.eventTotals,
      unexplainedUnbookable: listing.unexplainedUnbookable,
      ownLease,
    };
    return { ...listing, ...evaluateListing(stock, inputs, now) };
  });
  const isOutOfSync = listings.some(isFlaggedOutOfSync);
  const { variantId, storeId, madeOf, quantity } = variant;
  return {
    variantId,
    storeId,
    isOutOfSync,
    hasTurned: isOutOfSync !== variant.isOutOfSync,
    setQuantity: madeOf === null || madeOf.recorded === quantity ? null : quantity,
    listings,
  };
}

function shortfallOf({ listings }: VariantStock): number {
  return listings.reduce(
    (sum, { isDeleted, stock }) => (isDeleted ? sum : sum + Math.min(0, stock.pending)),
    0,
  );
}

/** Sum of the other listings' pending differences below zero, in units. */
export function shortElsewhere(variant: VariantStock, { stock }: StockedListing): number {
  return shortfallOf(variant) - Math.min(0, stock.pending);
}

function isFlaggedOutOfSync({ isDeleted, stock }: StockedListing): boolean {
  return !isDeleted && (stock.flag === 'out_of_sync' || stock.flag === 'rejected');
}

/** All listings of these variants by their id. */
export function listingsById(stocks: VariantStocks): ReadonlyMap<number, ListingOfVariant> {
  const found = new Map<number, ListingOfVariant>();
  for (const variant of stocks.values()) {
    for (const listing of variant.listings) found.set(listing.id, { variant, listing });
  }
  return found;
}

/** The variants with these listings in place of their former values. */
export function withListings(
  stocks: VariantStocks,
  changed: ReadonlyMap<number, StockedListing>,
): VariantStocks {
  if (changed.size === 0) return stocks;
  const next = new Map(stocks);
  for (const [id, variant] of stocks) {
    if (!variant.listings.some((listing) => changed.has(listing.id))) continue;
    next.set(id, {
      ...variant,
      listings: variant.listings.map((listing) => changed.get(listing.id) ?? listing),
    });
  }
  return next;
}

/** The variants with the quantities that the ledger has after these entries. */
export function withMovements(
  stocks: VariantStocks,
  recorded: readonly Pick<RecordedMovement, 'variantId' | 'finalQuantity'>[],
): VariantStocks {
  if (recorded.length === 0) return stocks;
  const next = new Map(stocks);
  for (const { variantId, finalQuantity } of recorded) {
    const variant = next.get(variantId);
    if (variant !== undefined) next.set(variantId, { ...variant, quantity: finalQuantity });
  }
  return next;
}

/** The listing with these columns of its row changed. */
export function withStock(listing: StockedListing, changes: Partial<ListingStock>): StockedListing {
  return { ...listing, stock: { ...listing.stock, ...changes } };
}

/** The listing with units added to its pending difference. */
export function withPending(listing: StockedListing, units: number): StockedListing {
  return withStock(listing, { pending: listing.stock.pending + units });
}

/** The row of a listing that was never read: it has no baseline, so nothing is pushed. */
export function unreadStock(id: number, storeId: number, marketplaceId: number): ListingStock {
  return {
    variant_listing_id: id,
    store_id: storeId,
    marketplace_id: marketplaceId,
    target: 0,
    send: 0,
    safety: 0,
    kept_for_another: 0,
    transformed: false,
    shown_transformed: false,
    forced: false,
    target_rev: 0,
    acked_rev: 0,
    due_since: null,
    lease_token: null,
    lease_until: null,
    attempt_id: null,
    quarantine_until: null,
    verify_at: null,
    verify_from: null,
    retry_at: null,
    failures: 0,
    counted_from: null,
    counted_until: null,
    held: true,
    hold_since: null,
    hold_read_at: null,
    reserved: 0,
    maximum: null,
    shop_quantity: null,
    expected_quantity: null,
    snapshot_from: null,
    snapshot_until: null,
    read_quantity: null,
    read_at: null,
    sent_quantity: null,
    sent_at: null,
    acked_quantity: null,
    acked_at: null,
    pending: 0,
    flag: null,
    flag_reason: null,
    flagged_at: null,
    flag_messages: null,
    kept_since: null,
    seller_since: null,
  };
}

/** The columns of a listing's row that are written back. */
export const stockColumns: readonly (keyof ListingStock)[] = [
  'variant_listing_id',
  'store_id',
  'marketplace_id',
  'target',
  'send',
  'safety',
  'kept_for_another',
  'transformed',
  'shown_transformed',
  'forced',
  'target_rev',
  'acked_rev',
  'due_since',
  'lease_token',
  'lease_until',
  'attempt_id',
  'quarantine_until',
  'verify_at',
  'verify_from',
  'retry_at',
  'failures',
  'counted_from',
  'counted_until',
  'held',
  'hold_since',
  'hold_read_at',
  'reserved',
  'maximum',
  'shop_quantity',
  'expected_quantity',
  'snapshot_from',
  'snapshot_until',
  'read_quantity',
  'read_at',
  'sent_quantity',
  'sent_at',
  'acked_quantity',
  'acked_at',
  'pending',
  'flag',
  'flag_reason',
  'flag_messages',
  'flagged_at',
  'kept_since',
  'seller_since',
];
