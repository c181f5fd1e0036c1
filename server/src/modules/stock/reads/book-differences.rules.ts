import { movementMessages } from '@evenstock/contract/messages/catalog/movements';
import { expectedQuantity } from '../protocol/epoch.rules.ts';
import type { NewMovement } from '../ledger/movement.ts';
import { pendingOf, unbookedOf, type Epoch } from '../protocol/observe.rules.ts';
import {
  listingsById,
  unitsKeptNow,
  withListings,
  withPending,
  withStock,
  type ListingOfVariant,
  type StockedListing,
  type VariantStocks,
} from '../protocol/variant-stock.rules.ts';

/** A completed order poll of a marketplace. Instants are on the channel's clock. */
export interface CompletedPoll {
  readonly marketplaceId: number;
  readonly beganAt: Date;
  /** Reads until then are passed by the poll: their holds end. */
  readonly passedReadsUntil: Date;
}

/** What follows from booking. */
export interface Bookings {
  readonly stocks: VariantStocks;
  readonly epochs: readonly Epoch[];
  readonly movements: readonly NewMovement[];
}

/**
 * Books differences, and joins to each what other listings show of the same edit.
 * @param isDecided whether a pending epoch's difference is to be booked now
 */
export function bookEpochs(
  stocks: VariantStocks,
  pending: readonly Epoch[],
  isDecided: (epoch: Epoch, of: ListingOfVariant) => boolean,
): Bookings {
  const listings = listingsById(stocks);
  const epochs = new Map(pending.map((epoch) => [epoch.id, epoch]));
  const idsOf = epochIdsByVariant(pending, listings);
  const changed = new Map<number, StockedListing>();
  const bookedUnits = new Map<number, number>();
  const movements: NewMovement[] = [];
  const take = (listing: StockedListing, units: number): void => {
    changed.set(listing.id, withPending(changed.get(listing.id) ?? listing, -units));
  };
  for (const { id, listingId } of pending) {
    const epoch = epochs.get(id);
    const found = listings.get(listingId);
    if (epoch === undefined || found === undefined) continue;
    if (unbookedOf(epoch) === 0 || !isDecided(epoch, found)) continue;
    const { variantId, quantity } = found.variant;
    const units = unbookedOf(epoch);
    const booked = {
      ...epoch,
      booked: epoch.booked + units,
      bookedNo: epoch.bookedNo + 1,
      joinedTo: isFree(epochs.get(epoch.joinedTo ?? 0)) ? null : epoch.joinedTo,
    };
    const total = (bookedUnits.get(variantId) ?? 0) + units;
    bookedUnits.set(variantId, total);
    epochs.set(id, booked);
    take(found.listing, units);
    const keptBack = unitsKeptNow(found.variant, found.listing);
    const booking = { epoch: booked, units, quantity: quantity + total, keptBack };
    const joined: Epoch[] = [];
    for (const other of (idsOf.get(variantId) ?? []).flatMap((otherId) => epochs.get(otherId) ?? [])) {
      const listing = listings.get(other.listingId)?.listing;
      if (listing === undefined || other.id === id) continue;
      const wereOne = wereJoined(epoch, other);
      const there = { epoch: other, listing, keptBack: unitsKeptNow(found.variant, listing) };
      if (mayJoin(booking, there) && (wereOne || isSameEdit(booking, there))) {
        take(listing, unbookedOf(other));
        const same = { ...other, joined: other.joined + unbookedOf(other), joinedTo: id };
        epochs.set(other.id, same);
        joined.push(same);
      } else if (wereOne) epochs.set(other.id, { ...other, joinedTo: id });
    }
    movements.push({ ...bookingMovement(booked, found, units), epochs: [booked, ...joined] });
  }
  return { stocks: withListings(stocks, changed), epochs: [...epochs.values()], movements };
}

function epochIdsByVariant(
  epochs: readonly Epoch[],
  listings: ReadonlyMap<number, ListingOfVariant>,
): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, number[]>();
  for (const { id, listingId } of epochs) {
    const variantId = listings.get(listingId)?.variant.variantId;
    if (variantId === undefined) continue;
    const ids = found.get(variantId) ?? [];
    found.set(variantId, ids);
    ids.push(id);
  }
  return found;
}

/**
 * Ends the doubts of epochs that a write has closed, so that no read will tell: what may be an old answer is none once a poll has
 * passed it.
 */
export function endDoubts(
  stocks: VariantStocks,
  pending: readonly Epoch[],
  poll: CompletedPoll,
): { readonly stocks: VariantStocks; readonly epochs: readonly Epoch[] } {
  const listings = listingsById(stocks);
  const changed = new Map<number, StockedListing>();
  const epochs = pending.map((epoch) => {
    const listing = changed.get(epoch.listingId) ?? listings.get(epoch.listingId)?.listing;
    const last = epoch.reads.at(-1);
    if (listing?.marketplaceId !== poll.marketplaceId || !epoch.isClosed) return epoch;
    if (last === undefined || last.until > poll.passedReadsUntil) return epoch;
    const decided = { ...epoch, unexplained: epoch.sure };
    changed.set(listing.id, withPending(listing, pendingOf(decided) - pendingOf(epoch)));
    return decided;
  });
  return { stocks: withListings(stocks, changed), epochs };
}

/** Whether a completed poll did not explain the difference. */
export const isDecidedBy =
  (poll: CompletedPoll) =>
  ({ bookAfter }: Epoch, { variant, listing }: ListingOfVariant): boolean =>
    listing.marketplaceId === poll.marketplaceId &&
    !listing.isDeleted &&
    listing.canSync &&
    variant.madeOf === null &&
    bookAfter !== null &&
    bookAfter <= poll.beganAt;

/** Takes differences of epochs as none, so that the shops are written the quantity again. Orders may still explain them. */
export function putBack(
  stocks: VariantStocks,
  pending: readonly Epoch[],
  isChosen: (epoch: Epoch) => boolean,
): Bookings {
  const listings = listingsById(stocks);
  const changed = new Map<number, StockedListing>();
  const epochs = pending.filter(isChosen).map((epoch) => {
    const listing = changed.get(epoch.listingId) ?? listings.get(epoch.listingId)?.listing;
    if (listing !== undefined) changed.set(listing.id, withPending(listing, -pendingOf(epoch)));
    return { ...epoch, joined: epoch.joined + pendingOf(epoch), joinedTo: null };
  });
  return { stocks: withListings(stocks, changed), epochs, movements: [] };
}

function bookingMovement(
  { id, bookedNo }: Epoch,
  { variant, listing }: ListingOfVariant,
  units: number,
): NewMovement {
  return {
    storeId: variant.storeId,
    variantId: variant.variantId,
    adjustment: units,
    source: { type: 'Marketplace', marketplaceId: listing.marketplaceId, listingId: listing.id },
    action: movementMessages.changed_on_marketplace,
    cause: `epoch:${String(id)}:${String(bookedNo)}`,
  };
}

/** Whether nothing of an epoch is in the ledger, by its own booking or by that of another. */
const isFree = (epoch: Epoch | undefined): boolean => epoch?.booked === 0 && epoch.joined === 0;

/** Whether two epochs were known as one edit, and an order has set them free since. */
function wereJoined(one: Epoch, other: Epoch): boolean {
  if (!isFree(one) || !isFree(other)) return false;
  if (one.joinedTo === other.id || other.joinedTo === one.id) return true;
  return one.joinedTo !== null && one.joinedTo === other.joinedTo;
}

/** A booking of an epoch, with the quantity after it and the units that are kept back from its shop. */
interface Booking {
  readonly epoch: Epoch;
  readonly units: number;
  readonly quantity: number;
  readonly keptBack: number;
}

/** An epoch of another listing that may show the same edit. */
interface OtherEpoch {
  readonly epoch: Epoch;
  readonly listing: StockedListing;
  readonly keptBack: number;
}

/** Whether the other epoch is of another listing, which is still there, and changed in the same direction. */
const mayJoin = ({ epoch, units }: Booking, { epoch: other, listing }: OtherEpoch): boolean =>
  other.listingId !== epoch.listingId &&
  !listing.isDeleted &&
  Math.sign(unbookedOf(other)) === Math.sign(units);

/**
 * A seller who types one number into several shops means it once: both listings show the same number, or numbers that mean the same
 * quantity, or the other one shows the quantity after the booking.
 */
function isSameEdit(booking: Booking, { epoch: other, listing, keptBack }: OtherEpoch): boolean {
  const apart = (other.reads.at(-1)?.measure ?? NaN) - (booking.epoch.reads.at(-1)?.measure ?? NaN);
  if (apart === 0 || apart === booking.keptBack - keptBack) return true;
  const shown = listing.stock.shop_quantity;
  if (shown === null) return false;
  const { low, high } = expectedQuantity(shown, listing.eventTotals);
  return low === booking.quantity - keptBack && high === low;
}

/** Ends the holds of listings whose read the poll has passed. Those of a recovery end with the decision on their SKU. */
export function releaseHolds(stocks: VariantStocks, poll: CompletedPoll): VariantStocks {
  const changed = new Map<number, StockedListing>();
  for (const { listing } of listingsById(stocks).values()) {
    const { held, hold_read_at: readAt } = listing.stock;
    if (listing.marketplaceId !== poll.marketplaceId || !held || listing.isRecovering) continue;
    if (readAt === null || readAt > poll.passedReadsUntil) continue;
    changed.set(listing.id, withStock(listing, { held: false, hold_since: null, hold_read_at: null }));
  }
  return withListings(stocks, changed);
}
