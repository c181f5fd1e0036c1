import {
  eventTotalsAfter,
  noEventTotals,
  unexplainedOf,
  withRead,
  type EventTotals,
  type ListingEvent,
  type Snapshot,
} from './epoch.rules.ts';
import type { ListingStock } from './evaluate.rules.ts';
import type { StockedListing } from './variant-stock.rules.ts';
import { after, TOLERANCE_MS, type TimeSpan } from '../../platform/time-spans.ts';

/** The time from an acknowledged write (or a clean read) on: the number written, and the difference that later reads show. */
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
  /** Order events that may lie in it. */
  readonly events: readonly ListingEvent[];
}

export interface NewEpoch {
  readonly listingId: number;
  readonly storeId: number;
  readonly value: Snapshot;
  readonly bookable: boolean;
}

/** A reading of one listing. `from` includes the channel's read lag. */
export interface ListingReading extends TimeSpan {
  /** When the call of the read was sent. */
  readonly began: Date;
  readonly measure: number;
  readonly reserved: number;
  /** Null: the channel has none. Undefined: this call does not say. */
  readonly maximum?: number | null | undefined;
}

/** Facts of a channel that decide what a read means. */
export interface ReadingRules {
  readonly ordersVisibleWithin: number;
  readonly hidesHolds: boolean;
  readonly zeroesOnOutOfStockCancel: boolean;
}

/** What a read means for the listing, its epochs and the ledger. */
export interface Observation {
  readonly stock: ListingStock;
  /** The open epoch after the read; null where it did not change. */
  readonly epoch: Epoch | null;
  readonly closesEpoch: boolean;
  readonly opens: NewEpoch | null;
  /** The read is the listing's baseline. */
  readonly isBaseline: boolean;
  /** The read is the listing's last snapshot now. */
  readonly isSnapshot: boolean;
}

/** A clean read begins a new epoch after this time, so that no epoch is calculated over a long history. */
const LONG_EPOCH_MS = 3_600_000;
const LOOK_EVERY_MS = 300_000;

/**
 * Decides what a read means. A read during a push, not wholly after the last snapshot, or begun before a hold that nothing has
 * answered yet, changes nothing.
 * After a write with an unknown outcome nothing is inferred: within the quarantine the read is only compared with the number to
 * send, and the first read after it begins a new epoch.
 * @param ownLease the lease under which the read was taken, before its write; null where there is none
 */
export function observeListing(
  listing: StockedListing,
  epoch: Epoch | null,
  reading: ListingReading,
  rules: ReadingRules,
  ownLease: string | null,
  now: Date,
): Observation {
  const { stock } = listing;
  const known = answeringHold(
    {
      ...stock,
      reserved: reading.reserved,
      maximum: reading.maximum === undefined ? stock.maximum : reading.maximum,
      read_quantity: reading.measure,
      read_at: reading.until,
    },
    reading,
  );
  if (stock.counted_from === null) return baseline(listing, known, reading, rules);
  const isUnderWay = stock.lease_token !== null && stock.lease_token !== ownLease;
  const isAfter = stock.snapshot_until === null || reading.from > stock.snapshot_until;
  const isBeforeHold = known.held && known.hold_read_at === null;
  if (isUnderWay || !isAfter || isBeforeHold) return unchanged(known);
  const seen = withSnapshot(known, reading);
  if (stock.quarantine_until !== null && reading.from < stock.quarantine_until) {
    return { ...unchanged(awaitingLateWrite(seen, reading, now)), isSnapshot: true };
  }
  const read = { ...seen, verify_at: null };
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

/** A late write may still land, so the listing is read again at the end of the quarantine or sooner. */
function awaitingLateWrite(stock: ListingStock, reading: ListingReading, now: Date): ListingStock {
  if (stock.quarantine_until === null) return stock;
  const left = stock.quarantine_until.getTime() - reading.from.getTime() + 1;
  return { ...stock, verify_at: after(now, Math.min(left, LOOK_EVERY_MS)) };
}

function compared(
  listing: StockedListing,
  stock: ListingStock,
  epoch: Epoch,
  reading: ListingReading,
  rules: ReadingRules,
): Observation {
  const next = recalculated({ ...epoch, reads: withRead(epoch.reads, snapshotOf(reading)) }, rules);
  const isPending = next.bookable && next.unexplained !== next.booked + next.joined;
  const isLong = reading.from.getTime() - epoch.value.until.getTime() > LONG_EPOCH_MS;
  const isClean = next.isExact && !isPending && (next.bookable || next.unexplained === 0);
  return {
    stock: { ...stock, pending: stock.pending + pendingOf(next) - pendingOf(epoch) },
    epoch: next,
    closesEpoch: isLong && isClean,
    opens: isLong && isClean ? epochAt(listing, reading, rules) : null,
    isBaseline: false,
    isSnapshot: true,
  };
}

/** The baseline of a listing is the number that its shop shows. Pushes wait until its orders were polled past this read. */
function baseline(
  listing: StockedListing,
  stock: ListingStock,
  reading: ListingReading,
  rules: ReadingRules,
): Observation {
  const read = withSnapshot(
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
    stock: read,
    epoch: null,
    closesEpoch: false,
    opens: { ...epochAt(listing, reading, rules), bookable: !rules.hidesHolds },
    isBaseline: true,
    isSnapshot: true,
  };
}

/**
 * An epoch's difference, calculated from its start. It is booked after an order poll that began after the read plus the channel's
 * lag: until then it may be an order that is not listed yet.
 */
export function recalculated(epoch: Epoch, rules: ReadingRules): Epoch & { isExact: boolean } {
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
  return { stock, epoch: null, closesEpoch: false, opens: null, isBaseline: false, isSnapshot: false };
}

function withSnapshot(stock: ListingStock, reading: ListingReading): ListingStock {
  return {
    ...stock,
    shop_quantity: reading.measure,
    snapshot_from: reading.from,
    snapshot_until: reading.until,
  };
}

/** Any read that began after the hold answers it: the hold ends after an order poll past this read. */
function answeringHold(stock: ListingStock, reading: ListingReading): ListingStock {
  const isRequested = stock.held && stock.hold_read_at === null;
  if (!isRequested || (stock.hold_since !== null && reading.began < stock.hold_since)) return stock;
  return { ...stock, hold_read_at: reading.until };
}

function snapshotOf(reading: ListingReading): Snapshot {
  return { measure: reading.measure, from: reading.from, until: reading.until };
}

function epochAt(listing: StockedListing, reading: ListingReading, rules: ReadingRules): NewEpoch {
  return {
    listingId: listing.id,
    storeId: listing.storeId,
    value: snapshotOf(reading),
    bookable: !listing.stock.transformed && !rules.hidesHolds,
  };
}

/**
 * The listing after a read.
 * @param events those that may lie after the listing's snapshot
 */
export function afterObservation(
  listing: StockedListing,
  seen: Observation,
  events: readonly ListingEvent[],
): StockedListing {
  return {
    ...listing,
    stock: seen.stock,
    eventTotals: seen.isSnapshot ? eventTotalsNow(seen.stock, events) : listing.eventTotals,
    unexplainedUnbookable: unbookableAfter(listing, seen),
  };
}

function unbookableAfter(listing: StockedListing, { epoch, closesEpoch, opens }: Observation): number {
  if (epoch !== null) return epoch.bookable || closesEpoch ? 0 : epoch.unexplained;
  return opens === null ? listing.unexplainedUnbookable : 0;
}

function eventTotalsNow(stock: ListingStock, events: readonly ListingEvent[]): EventTotals {
  const { snapshot_from: from, snapshot_until: until } = stock;
  return from === null || until === null ? noEventTotals : eventTotalsAfter({ from, until }, events);
}
