import { after, TOLERANCE_MS } from '../../../platform/time/time-spans.ts';
import { isForced } from '../protocol/force-zero.rules.ts';
import type { QuantityEvent, Witness } from '../protocol/recovered-quantity.rules.ts';
import type { RecoveringListing } from './recovering.queries.ts';
import type { ShopShows } from './recovery-counts.queries.ts';
import {
  unitsKeptBack,
  withStock,
  type StockedListing,
  type VariantStock,
} from '../protocol/variant-stock.rules.ts';

/** A shop that has not answered for this time no longer delays the others. */
const PATIENCE_MS = 900_000;

/**
 * The listings of a SKU that can be decided: read, and their orders polled past that read. None while a shop that answers is still
 * awaited.
 * @param visibleWithin the channel's lag of orders, in seconds
 */
export function listingsToSettle(
  listings: readonly RecoveringListing[],
  now: Date,
  visibleWithin: (listing: RecoveringListing) => number,
): readonly RecoveringListing[] {
  const isReady = (listing: RecoveringListing): boolean => {
    if (listing.read === null || listing.polledFrom === null) return false;
    return listing.polledFrom >= after(listing.read.until, visibleWithin(listing) * 1000 + TOLERANCE_MS);
  };
  const isAwaited = (listing: RecoveringListing): boolean =>
    listing.isConnected && now < after(listing.since, PATIENCE_MS);
  const ready = listings.filter(isReady);
  return listings.some((listing) => !isReady(listing) && isAwaited(listing)) ? [] : ready;
}

/** The shops whose number stands for the quantity. */
export function witnessesOf(
  variant: VariantStock,
  listings: readonly RecoveringListing[],
  hidesHolds: (listing: RecoveringListing) => boolean,
): Witness[] {
  const stocked = new Map(variant.listings.map((listing) => [listing.id, listing]));
  return listings.flatMap((listing) => {
    const { read, listingId, lostAt } = listing;
    const found = stocked.get(listingId);
    if (read === null || found === undefined || hidesHolds(listing)) return [];
    if (!standsForQuantity(found, read.quantity, read.until)) return [];
    const keptBack = unitsKeptBack(variant, found);
    return [{ listingId, shows: read.quantity, keptBack, readAt: read, lostAt }];
  });
}

function standsForQuantity(listing: StockedListing, shows: number, at: Date): boolean {
  const { maximum, reserved } = listing.stock;
  return !isForced(listing, at) && reserved === 0 && (maximum === null || shows < maximum);
}

/** The SKU with these listings free to be written. */
export function released(variant: VariantStock, listingIds: readonly number[]): VariantStock {
  const free = { held: false, hold_since: null, hold_read_at: null } as const;
  return {
    ...variant,
    lowersBy: 0,
    listings: variant.listings.map((listing) =>
      listingIds.includes(listing.id) ? withStock({ ...listing, isRecovering: false }, free) : listing,
    ),
  };
}

/** What each shop shows, and what it sold since we last wrote to it. */
export function shopsOf(
  listings: readonly RecoveringListing[],
  events: readonly QuantityEvent[],
): ShopShows[] {
  return listings.map(({ listingId, marketplaceId, lostAt, read }) => ({
    marketplace_id: marketplaceId,
    shows: read?.quantity ?? null,
    sold: -events
      .filter((event) => event.listingId === listingId && event.from > lostAt)
      .reduce((sum, { delta }) => sum + delta, 0),
  }));
}
