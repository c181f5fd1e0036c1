import { movementMessages } from '@evenstock/contract/messages/catalog/movements';
import { afterObservation } from './after-observation.rules.ts';
import type { ListingEvent } from '../protocol/epoch.rules.ts';
import type { NewMovement } from '../ledger/movement.ts';
import { sellersAgain } from '../protocol/keeper.rules.ts';
import {
  observeListing,
  unbookedOf,
  type Epoch,
  type ListingReading,
  type NewEpoch,
  type ReadingRules,
} from '../protocol/observe.rules.ts';
import {
  listingsById,
  unitsKeptNow,
  withListings,
  withPending,
  type StockedListing,
  type VariantStock,
  type VariantStocks,
} from '../protocol/variant-stock.rules.ts';

/** A reading and what is known of its listing. */
export interface KnownReading extends ListingReading {
  readonly variantListingId: number;
  readonly epoch: Epoch | null;
  /** Order events that may lie after the last snapshot. */
  readonly events: readonly ListingEvent[];
}

/** The first reading of a listing. */
export interface Baseline {
  readonly listing: StockedListing;
  readonly variantId: number;
  readonly units: number;
  /** The epoch of the baseline that it takes the place of: `units` is what it differs by; null: there was none. */
  readonly insteadOf: number | null;
}

/** What follows from readings. */
export interface ObservedBatch {
  readonly stocks: VariantStocks;
  readonly changed: readonly Epoch[];
  /** Listings whose open epoch ends. */
  readonly closed: readonly number[];
  readonly opened: readonly NewEpoch[];
  readonly baselines: readonly Baseline[];
  /** The age of the oldest answer in milliseconds, where one was found to be old. */
  readonly oldest: number | null;
}

/**
 * Decides what the readings of several listings mean; readings of deleted listings mean nothing.
 * @param lease the lease under which they were taken, before the write; null where there is none
 */
export function observeBatch(
  stocks: VariantStocks,
  readings: readonly KnownReading[],
  rules: ReadingRules,
  lease: string | null,
  now: Date,
): ObservedBatch {
  const listings = listingsById(stocks);
  const observed = new Map<number, StockedListing>();
  const changed: Epoch[] = [];
  const closed: number[] = [];
  const opened: NewEpoch[] = [];
  const baselines: Baseline[] = [];
  let oldest: number | null = null;
  for (const { variantListingId, epoch, events, ...reading } of readings) {
    const found = listings.get(variantListingId);
    if (found === undefined || found.listing.isDeleted) continue;
    const read = observed.get(variantListingId) ?? found.listing;
    const { stock, isMeasure } = sellersAgain(read.stock, reading, rules.readLag, now);
    const listing = { ...read, stock };
    if (!isMeasure) {
      observed.set(listing.id, listing);
      continue;
    }
    // What began before the marketplace kept its units, or meanwhile, ends.
    const isAgain = read.stock.kept_since !== null;
    const seen = observeListing(listing, isAgain ? null : epoch, reading, rules, lease, now);
    observed.set(listing.id, afterObservation(listing, seen, events));
    if (seen.epoch !== null) changed.push(seen.epoch);
    if (seen.closesEpoch) closed.push(listing.id);
    // What a shop shows in a time without sync, or of a set, is never booked.
    if (seen.opens !== null) {
      const bookable = seen.opens.bookable && listing.canSync && found.variant.madeOf === null;
      opened.push({ ...seen.opens, bookable });
    }
    if (seen.age !== null) oldest = Math.max(oldest ?? 0, seen.age);
    const { variantId } = found.variant;
    if (seen.isBaseline) baselines.push({ listing, variantId, units: reading.measure, insteadOf: null });
    if (seen.recounted !== null && epoch !== null)
      baselines.push({ listing, variantId, units: seen.recounted, insteadOf: epoch.id });
  }
  return { stocks: withListings(stocks, observed), changed, closed, opened, baselines, oldest };
}

/**
 * The ledger entries of baselines: a variant begins with the number of its first listing. A listing that joins others takes over
 * the quantity that they share. One that is counted again changes it by what the first count was wrong. A set has no quantity of its own.
 */
export function baselineMovements(stocks: VariantStocks, baselines: readonly Baseline[]): NewMovement[] {
  const movements: NewMovement[] = [];
  const begun = new Set<number>();
  for (const { listing, variantId, units, insteadOf } of baselines) {
    const variant = stocks.get(variantId);
    if (variant === undefined || variant.madeOf !== null || units === 0) continue;
    if (insteadOf === null) {
      if (begun.has(variantId)) continue;
      if (variant.listings.some(({ loaded }) => loaded?.counted_from != null)) continue;
      begun.add(variantId);
    }
    movements.push({
      storeId: variant.storeId,
      variantId,
      adjustment: units,
      source: { type: 'Marketplace', marketplaceId: listing.marketplaceId, listingId: listing.id },
      action: movementMessages.first_count,
      cause: `count:${String(listing.id)}${insteadOf === null ? '' : `:${String(insteadOf)}`}`,
    });
  }
  return movements;
}

/** An edit that was booked from another listing, and that a difference may repeat. */
export interface RepeatedEdit {
  /** The number that the other shop showed; null: any, as this one shows the quantity already. */
  readonly shown: number | null;
}

/**
 * The edit of another listing that a difference may repeat: this one already shows the quantity, with or without what it keeps back.
 * Where units are kept back the other shop may have shown the same number, too, and meant another quantity by it.
 * @returns null where it repeats none
 */
export function repeatedEdit(epoch: Epoch, variant: VariantStock): RepeatedEdit | null {
  const shown = epoch.reads.at(-1)?.measure;
  const listing = variant.listings.find(({ id }) => id === epoch.listingId);
  if (unbookedOf(epoch) === 0 || shown === undefined || listing === undefined) return null;
  const meant = shown + unitsKeptNow(variant, listing);
  if (shown === variant.quantity || meant === variant.quantity) return { shown: null };
  return variant.listings.some((other) => unitsKeptNow(variant, other) > 0) ? { shown } : null;
}

/** An epoch whose pending difference is joined to the booking of another one. */
export interface Joining {
  readonly epoch: Epoch;
  readonly joinedTo: number;
}

/** Joins pending differences to bookings of the same edit: they are neither pending nor booked. */
export function joinEdits(
  stocks: VariantStocks,
  joinings: readonly Joining[],
): { readonly stocks: VariantStocks; readonly epochs: ReadonlyMap<number, Epoch> } {
  if (joinings.length === 0) return { stocks, epochs: new Map() };
  const listings = listingsById(stocks);
  const changed = new Map<number, StockedListing>();
  const epochs = new Map<number, Epoch>();
  for (const { epoch, joinedTo } of joinings) {
    const units = unbookedOf(epoch);
    const listing = changed.get(epoch.listingId) ?? listings.get(epoch.listingId)?.listing;
    if (listing !== undefined) changed.set(listing.id, withPending(listing, -units));
    epochs.set(epoch.id, { ...epoch, joined: epoch.joined + units, joinedTo });
  }
  return { stocks: withListings(stocks, changed), epochs };
}
