import { sumsAfter, unexplainedOf, withRead, type ListingEvent, type Snapshot } from './epoch.rules.ts';
import type { ListingStock } from './evaluate.rules.ts';
import type { ShelfListing } from './shelf.rules.ts';
import { after, TOLERANCE_MS, type TimeSpan } from '../../platform/time-spans.ts';

/** From an acknowledged write (or a clean read) on: what the shop's number stood at, and what reads since could not explain. */
export interface Epoch {
  readonly id: number;
  readonly listingId: number;
  readonly value: Snapshot;
  readonly bookable: boolean;
  readonly unexplained: number;
  readonly booked: number;
  readonly bookedNo: number;
  readonly joined: number;
  readonly joinedTo: number | null;
  readonly bookAfter: Date | null;
  readonly reads: readonly Snapshot[];
  /** Those that may lie in it. */
  readonly events: readonly ListingEvent[];
}

export interface NewEpoch {
  readonly listingId: number;
  readonly storeId: number;
  readonly value: Snapshot;
  readonly bookable: boolean;
}

/** A reading of one listing. `from` allows for the channel's read lag already. */
export interface ListingReading extends TimeSpan {
  readonly measure: number;
  readonly reserved: number;
  /** Null: the channel has none. Undefined: this call does not tell. */
  readonly maximum?: number | null | undefined;
}

/** What of a channel's facts decides how reads are taken. */
export interface ReadingRules {
  readonly ordersVisibleWithin: number;
  readonly hidesHolds: boolean;
  readonly zeroesOnOutOfStockCancel: boolean;
}

/** What a read means for the listing, its epochs and the ledger. */
export interface Observation {
  readonly stock: ListingStock;
  /** The open epoch as it is now; null where it did not change. */
  readonly epoch: Epoch | null;
  /** It ends here. */
  readonly closesEpoch: boolean;
  readonly opens: NewEpoch | null;
  /** The listing was counted for the first time. */
  readonly isFirstCount: boolean;
  /** Events after the snapshot as it is now; null where they are as before. */
  readonly isSnapshot: boolean;
}

/** An epoch is begun anew at a clean read after so long, so that no epoch has to be counted over a long history. */
const LONG_EPOCH_MS = 3_600_000;
const LOOK_EVERY_MS = 300_000;

/**
 * Takes in a read. It is left out while a write is under way or where it does not lie wholly after the last snapshot;
 * across an unknown write nothing is inferred: before it can no longer land the read is only compared, afterwards it starts afresh.
 * @param ownLease the lease under which the read was taken, where it was: no write has happened under it yet
 */
export function observeListing(
  listing: ShelfListing,
  epoch: Epoch | null,
  reading: ListingReading,
  rules: ReadingRules,
  ownLease: string | null,
  now: Date,
): Observation {
  const { stock } = listing;
  const known: ListingStock = {
    ...stock,
    reserved: reading.reserved,
    maximum: reading.maximum === undefined ? stock.maximum : reading.maximum,
    read_quantity: reading.measure,
    read_at: reading.until,
  };
  if (stock.counted_from === null) return count(listing, known, reading, rules);
  const isUnderWay = stock.lease_token !== null && stock.lease_token !== ownLease;
  const isAfter = stock.snapshot_until === null || reading.from > stock.snapshot_until;
  if (isUnderWay || !isAfter) return unchanged(known);
  const seen = withSnapshot(known, reading);
  if (stock.quarantine_until !== null && reading.from < stock.quarantine_until) {
    return { ...unchanged(lookedAt(seen, reading, now)), isSnapshot: true };
  }
  const read = answered(seen, reading);
  if (stock.quarantine_until !== null || epoch === null) {
    return {
      ...unchanged({ ...read, quarantine_until: null, failures: 0 }),
      isSnapshot: true,
      closesEpoch: true,
      opens: epochAt(listing, reading, rules),
    };
  }
  return compared(listing, read, epoch, reading, rules);
}

/** A late write may still land: the listing is looked at again when it no longer can, or sooner. */
function lookedAt(stock: ListingStock, reading: ListingReading, now: Date): ListingStock {
  if (stock.quarantine_until === null) return stock;
  const left = stock.quarantine_until.getTime() - reading.from.getTime() + 1;
  return { ...stock, verify_at: after(now, Math.min(left, LOOK_EVERY_MS)) };
}

function compared(
  listing: ShelfListing,
  stock: ListingStock,
  epoch: Epoch,
  reading: ListingReading,
  rules: ReadingRules,
): Observation {
  const next = refigured({ ...epoch, reads: withRead(epoch.reads, snapshotOf(reading)) }, rules);
  const isPending = next.bookable && next.unexplained !== next.booked + next.joined;
  const isLong = reading.from.getTime() - epoch.value.until.getTime() > LONG_EPOCH_MS;
  const isClean = next.isExact && !isPending && (next.bookable || next.unexplained === 0);
  return {
    stock: { ...stock, pending: stock.pending + pendingOf(next) - pendingOf(epoch) },
    epoch: next,
    closesEpoch: isLong && isClean,
    opens: isLong && isClean ? epochAt(listing, reading, rules) : null,
    isFirstCount: false,
    isSnapshot: true,
  };
}

/** The first quantity of a listing is what its shop shows; pushes wait until its orders were polled past this read. */
function count(
  listing: ShelfListing,
  stock: ListingStock,
  reading: ListingReading,
  rules: ReadingRules,
): Observation {
  const counted = withSnapshot(
    {
      ...stock,
      counted_from: reading.from,
      counted_until: reading.until,
      held: true,
      hold_since: reading.from,
      hold_read_at: reading.until,
    },
    reading,
  );
  return {
    stock: counted,
    epoch: null,
    closesEpoch: false,
    opens: { ...epochAt(listing, reading, rules), bookable: !rules.hidesHolds },
    isFirstCount: true,
    isSnapshot: true,
  };
}

/**
 * An epoch's figure, counted anew from its start. What may become a movement waits for an order poll that began after the read
 * plus the channel's lag: until then it may be an order that is not listed yet.
 */
export function refigured(epoch: Epoch, rules: ReadingRules): Epoch & { isExact: boolean } {
  const { units, since, isExact } = unexplainedOf(epoch.value, epoch.reads, epoch.events);
  const bookAfter =
    since === null ? null : after(since.until, rules.ordersVisibleWithin * 1000 + TOLERANCE_MS);
  return {
    ...epoch,
    unexplained: units,
    bookAfter: units === 0 && epoch.booked === 0 ? null : bookAfter,
    isExact,
  };
}

/** What an epoch adds to its listing's pending differences. */
export function pendingOf(epoch: Epoch): number {
  return epoch.bookable ? epoch.unexplained - epoch.booked - epoch.joined : 0;
}

function unchanged(stock: ListingStock): Observation {
  return { stock, epoch: null, closesEpoch: false, opens: null, isFirstCount: false, isSnapshot: false };
}

function withSnapshot(stock: ListingStock, reading: ListingReading): ListingStock {
  return {
    ...stock,
    shop_quantity: reading.measure,
    snapshot_from: reading.from,
    snapshot_until: reading.until,
  };
}

/**
 * The read that was asked for has come. A held listing is free once its orders were polled past it; a read that began before the
 * hold does not answer it, and the listing stays asked for.
 */
function answered(stock: ListingStock, reading: ListingReading): ListingStock {
  const isAsked = stock.held && stock.hold_read_at === null;
  if (!isAsked) return { ...stock, verify_at: null };
  if (stock.hold_since !== null && reading.from < stock.hold_since) return stock;
  return { ...stock, verify_at: null, hold_read_at: reading.until };
}

function snapshotOf(reading: ListingReading): Snapshot {
  return { measure: reading.measure, from: reading.from, until: reading.until };
}

function epochAt(listing: ShelfListing, reading: ListingReading, rules: ReadingRules): NewEpoch {
  return {
    listingId: listing.id,
    storeId: listing.storeId,
    value: snapshotOf(reading),
    bookable: !listing.stock.transformed && !rules.hidesHolds,
  };
}

/** Events after the listing's snapshot, from all that its open epoch knows. */
export function sumsNow(stock: ListingStock, events: readonly ListingEvent[]): ShelfListing['sums'] {
  const { snapshot_from: from, snapshot_until: until } = stock;
  return from === null || until === null
    ? { certain: 0, maybeDown: 0, maybeUp: 0 }
    : sumsAfter({ from, until }, events);
}
