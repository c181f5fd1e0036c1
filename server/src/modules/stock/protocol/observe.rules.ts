import { differencesOf, type Differences } from './differences.rules.ts';
import { unexplainedAt, withRead, type EpochRead, type ListingEvent, type Snapshot } from './epoch.rules.ts';
import { mayBeOld, type FormerNumber } from './old-answers.rules.ts';
import type { ListingStock } from './evaluate.rules.ts';
import { isBaselineInDoubt } from './first-count.rules.ts';
import { snapshotOf, withSnapshot } from './snapshot.rules.ts';
import type { StockedListing } from './variant-stock.rules.ts';
import { after, orderOf, TOLERANCE_MS, type TimeSpan } from '../../../platform/time/time-spans.ts';

/** The time from an acknowledged write (or a clean read) on: the number written, and the difference that later reads show. */
export interface Epoch {
  readonly id: number;
  readonly listingId: number;
  readonly value: Snapshot;
  readonly bookable: boolean;
  readonly isClosed: boolean;
  /** The stock of the variant is kept by it. */
  readonly unexplained: number;
  /** Of it, what no old answer can be: only this is booked. */
  readonly sure: number;
  readonly booked: number;
  readonly bookedNo: number;
  readonly joined: number;
  readonly joinedTo: number | null;
  readonly bookAfter: Date | null;
  readonly reads: readonly EpochRead[];
  /** Order events that may lie in it. */
  readonly events: readonly ListingEvent[];
  /** What the shop showed before it, where a difference depends on that. */
  readonly before: readonly FormerNumber[];
}

export interface NewEpoch {
  readonly listingId: number;
  readonly storeId: number;
  readonly value: Snapshot;
  readonly bookable: boolean;
}

/** A reading of one listing, within the time of its call. */
export interface ListingReading extends TimeSpan {
  readonly measure: number;
  /** The earliest moment that the answer may show. */
  readonly since: Date;
  readonly reserved: number;
  /** Null: the channel has none. Undefined: this call does not say. */
  readonly maximum?: number | null | undefined;
}

/** Facts of a channel that decide what a read means. */
export interface ReadingRules {
  readonly ordersVisibleWithin: number;
  /** How old an answer may be, in seconds. */
  readonly readLag: number;
  readonly settlesWithin: number;
  readonly hidesHolds: boolean;
}

/** Facts of a channel that decide which order poll decides. */
export type PollRules = Pick<ReadingRules, 'ordersVisibleWithin'>;

/** What a read means for the listing, its epochs and the ledger. */
export interface Observation {
  readonly stock: ListingStock;
  /** The open epoch after the read; null where it did not change. */
  readonly epoch: Epoch | null;
  readonly closesEpoch: boolean;
  readonly opens: NewEpoch | null;
  /** The read is the listing's baseline. */
  readonly isBaseline: boolean;
  /**
   * The read replaces a doubtful baseline: the units by which it differs from that one, later orders included. Null: it replaces none.
   */
  readonly recounted: number | null;
  /** The read is the listing's last snapshot now. */
  readonly isSnapshot: boolean;
  /** The least age of an answer that shows the number from before our own write, in milliseconds; null: unknown. */
  readonly age: number | null;
}

/** A clean read begins a new epoch after this time, so that no epoch is calculated over a long history. */
const LONG_EPOCH_MS = 3_600_000;
const LOOK_EVERY_MS = 300_000;
/** How long a doubtful baseline waits for a minute without orders, in which no answer can be old. */
const QUIET_WITHIN_MS = 300_000;
/** Beyond the age that an answer may have: then the next one certainly stands for a later moment. */
const READ_AGAIN_SPARE_MS = 1_000;

/**
 * Decides what a read means. A read proves nothing if it
 * - ended before another one that is recorded already,
 * - was taken during a push,
 * - began before the last snapshot ended, or
 * - began before a hold that nothing has answered yet.
 *
 * If such a read shows another number than it should, the listing is read again.
 *
 * After a write with an unknown outcome nothing is inferred. An answer that may be of the quarantine is only compared with the number
 * to send. The first one that is certainly later begins a new epoch, unless it may be from before our last write.
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
  // Reads are recorded in any order: what a later one has shown stays.
  const isLate = stock.read_at !== null && reading.until < stock.read_at;
  const known = answeringHold(isLate ? stock : withAnswer(stock, reading), reading);
  if (stock.counted_from === null) return baseline(listing, known, reading, rules);
  const isUnderWay = stock.lease_token !== null && stock.lease_token !== ownLease;
  const isAfter = stock.snapshot_until === null || reading.from > stock.snapshot_until;
  const isBeforeHold = known.held && known.hold_read_at === null;
  if (isBeforeHold) return unchanged(known);
  if (isLate || isUnderWay || !isAfter) return unchanged(readOnceCertain(known, reading, rules, now));
  const isOfBaseline = epoch?.value.until.getTime() === stock.counted_until?.getTime();
  if (epoch !== null && isOfBaseline && isBaselineInDoubt(stock))
    return countedAgain(listing, known, epoch, reading, rules, now);
  const seen = withSnapshot(known, { ...reading, from: reading.since });
  if (stock.quarantine_until !== null && reading.since < stock.quarantine_until) {
    return { ...unchanged(awaitingLateWrite(seen, reading, now)), isSnapshot: true };
  }
  if (stock.quarantine_until !== null || epoch === null) {
    if (mayBeBeforeWrite(stock, reading, rules)) {
      return { ...unchanged(readAgain(seen, rules, now)), isSnapshot: true };
    }
    return {
      ...unchanged({
        ...begun(withRequestAnswered(seen, reading, rules, now)),
        quarantine_until: null,
        failures: 0,
      }),
      isSnapshot: true,
      closesEpoch: true,
      opens: epochAt(listing, reading, rules),
    };
  }
  return compared(listing, known, epoch, reading, rules, now);
}

function withAnswer(stock: ListingStock, reading: ListingReading): ListingStock {
  return {
    ...stock,
    reserved: reading.reserved,
    maximum: reading.maximum === undefined ? stock.maximum : reading.maximum,
    read_quantity: reading.measure,
    read_at: reading.until,
  };
}

/** A late write may still land, and then an answer may be old: the listing is read again after each, or sooner. */
function awaitingLateWrite(stock: ListingStock, reading: ListingReading, now: Date): ListingStock {
  if (stock.quarantine_until === null) return stock;
  const known = reading.from < stock.quarantine_until ? reading.from : reading.since;
  const left = stock.quarantine_until.getTime() - known.getTime() + 1;
  return { ...stock, verify_at: after(now, Math.min(left, LOOK_EVERY_MS)) };
}

/**
 * The listing after a read that proves nothing. A number that should not be there may be an edit, and a marketplace may list a changed
 * product only once. So the listing is read again when an answer is certainly from after our last write.
 */
function readOnceCertain(
  stock: ListingStock,
  { measure, until }: ListingReading,
  rules: ReadingRules,
  now: Date,
): ListingStock {
  if (measure === stock.send) return stock;
  const settlesIn = Math.max(0, (stock.snapshot_until ?? until).getTime() - until.getTime());
  const due = certainlyAfter(after(now, settlesIn), rules.readLag);
  return { ...stock, verify_at: settlesIn > 0 ? due : (stock.verify_at ?? due) };
}

function mayBeBeforeWrite(stock: ListingStock, reading: ListingReading, rules: ReadingRules): boolean {
  return stock.acked_at !== null && after(stock.acked_at, rules.settlesWithin * 1000) >= reading.since;
}

function readAgain(stock: ListingStock, rules: ReadingRules, now: Date): ListingStock {
  return { ...stock, verify_at: certainlyAfter(now, rules.readLag) };
}

/** The listing after a read that answers its request, unless the answer may be older than what it was requested for. */
function withRequestAnswered(
  stock: ListingStock,
  { since }: ListingReading,
  rules: ReadingRules,
  now: Date,
): ListingStock {
  const isOlder = stock.verify_from !== null && since <= stock.verify_from;
  return isOlder ? readAgain(stock, rules, now) : { ...stock, verify_at: null, verify_from: null };
}

/**
 * When an answer certainly stands for a moment after `at`.
 * @param readLag how old an answer may be, in seconds
 */
export const certainlyAfter = (at: Date, readLag: number): Date =>
  after(at, readLag * 1000 + READ_AGAIN_SPARE_MS);

function compared(
  listing: StockedListing,
  known: ListingStock,
  epoch: Epoch,
  reading: ListingReading,
  rules: ReadingRules,
  now: Date,
): Observation {
  const next = recalculated(withReading(epoch, reading), rules);
  const isInDoubt = next.isIgnored || next.unexplained !== next.sure;
  const begins = !isInDoubt && isCleanAfterLong(next, reading);
  const opens = begins ? epochAt(listing, reading, rules) : null;
  const shown = withSnapshot(known, opens?.value ?? snapshotOf(reading, epoch.value, next));
  const stock = withRequestAnswered(next.isIgnored ? known : shown, reading, rules, now);
  return {
    stock: {
      ...(isInDoubt ? readAgain(stock, rules, now) : begins ? begun(stock) : stock),
      pending: stock.pending + pendingOf(next) - pendingOf(epoch),
    },
    epoch: next,
    closesEpoch: begins,
    opens,
    isBaseline: false,
    recounted: null,
    isSnapshot: !next.isIgnored,
    age: isInDoubt ? ageOf(known, next, reading, rules) : null,
  };
}

/** How old an answer is that shows what stood before the write which began the epoch, and what stood at no time since. */
function ageOf(
  { acked_at: acked }: ListingStock,
  { value, events, before }: Epoch,
  { measure, from, until, since }: ListingReading,
  rules: ReadingRules,
): number | null {
  const isWritten = acked !== null && after(acked, rules.settlesWithin * 1000) >= value.until;
  if (!isWritten) return null;
  const read = { measure, from, until, since };
  const isOfEpoch = mayBeOld(read, { value, events, figures: [{ units: 0, until: null }] }, []);
  const isOfBefore = mayBeOld(read, { value, events, figures: [] }, before);
  return isOfBefore && !isOfEpoch ? from.getTime() - value.until.getTime() : null;
}

/** Whether a long epoch may end: its difference is settled, and nothing happened while the answer may have been taken. */
function isCleanAfterLong(
  { value, bookable, unexplained, booked, joined, events, isExact }: Epoch & Pick<Differences, 'isExact'>,
  { since, from, until }: ListingReading,
): boolean {
  if (from.getTime() - value.until.getTime() <= LONG_EPOCH_MS || !isExact) return false;
  if (unexplained !== (bookable ? booked + joined : 0)) return false;
  return events.every((event) => orderOf(event, { from: since, until }) !== 'overlaps');
}

/** The epoch with one more read, its differences not yet calculated. */
export function withReading(epoch: Epoch, { measure, from, until, since }: ListingReading): Epoch {
  return { ...epoch, reads: withRead(epoch.reads, { measure, from, until, since }) };
}

/** Whether a difference of the epoch depends on what the shop showed before it. */
export function dependsOnFormer({ value, reads, events, bookable }: Epoch): boolean {
  return (
    reads.some(({ since }) => since <= value.until) &&
    differencesOf(value, reads, events, bookable, []).hasTurned
  );
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
      shown_transformed: false,
      counted_from: reading.since,
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
    recounted: null,
    isSnapshot: true,
    age: null,
  };
}

/**
 * A baseline that is in doubt is taken again, by a read that cannot be as old as the first. Where an order is so near to this read
 * that it may have come before or after, another one decides.
 */
function countedAgain(
  listing: StockedListing,
  known: ListingStock,
  epoch: Epoch,
  reading: ListingReading,
  rules: ReadingRules,
  now: Date,
): Observation {
  const { measure, from, until, since } = reading;
  const isLong = from.getTime() - epoch.value.until.getTime() > QUIET_WITHIN_MS;
  const read = { measure, from: isLong ? from : since, until };
  const { low, high } = unexplainedAt(epoch.value, read, epoch.events);
  if (low !== high) return unchanged({ ...known, hold_read_at: null });
  const counted = withRequestAnswered(known, reading, rules, now);
  const next = baseline(listing, counted, reading, rules);
  return { ...next, closesEpoch: true, isBaseline: false, recounted: low };
}

/**
 * An epoch's differences, calculated from its start. They are booked after an order poll that began after the read plus the channel's
 * lag: until then they may be an order that is not listed yet.
 */
export function recalculated(
  epoch: Epoch,
  rules: PollRules,
): Epoch & Pick<Differences, 'isExact' | 'isIgnored'> {
  const { value, reads, events, bookable, before } = epoch;
  const found = differencesOf(value, reads, events, bookable, before);
  const { unexplained, sure, sureSince, isExact, isIgnored } = found;
  const bookAfter =
    sureSince === null ? null : after(sureSince.until, rules.ordersVisibleWithin * 1000 + TOLERANCE_MS);
  return {
    ...epoch,
    unexplained,
    sure,
    bookAfter: sure === 0 && epoch.booked === 0 ? null : bookAfter,
    isExact,
    isIgnored,
  };
}

/** What an epoch adds to its listing's pending differences. */
export function pendingOf(epoch: Epoch): number {
  return epoch.bookable ? epoch.unexplained - epoch.booked - epoch.joined : 0;
}

/** The units of an epoch's difference that are to be booked: those that no old answer can explain. */
export function unbookedOf(epoch: Epoch): number {
  return epoch.bookable ? epoch.sure - epoch.booked - epoch.joined : 0;
}

function unchanged(stock: ListingStock): Observation {
  return {
    stock,
    epoch: null,
    closesEpoch: false,
    opens: null,
    isBaseline: false,
    recounted: null,
    isSnapshot: false,
    age: null,
  };
}

/**
 * Any read that began after the hold answers it: the hold ends after an order poll past this read. Where the baseline is in doubt,
 * only one whose answer is no older than that.
 */
function answeringHold(stock: ListingStock, reading: ListingReading): ListingStock {
  const isRequested = stock.held && stock.hold_read_at === null;
  const stands = isBaselineInDoubt(stock) ? reading.since : reading.from;
  if (!isRequested || (stock.hold_since !== null && stands < stock.hold_since)) return stock;
  return { ...stock, hold_read_at: reading.until };
}

/** The listing as an epoch that a read begins takes it. */
const begun = (stock: ListingStock): ListingStock => ({ ...stock, shown_transformed: stock.transformed });

function epochAt(listing: StockedListing, reading: ListingReading, rules: ReadingRules): NewEpoch {
  return {
    listingId: listing.id,
    storeId: listing.storeId,
    value: { measure: reading.measure, from: reading.since, until: reading.until },
    bookable: !listing.stock.transformed && !rules.hidesHolds,
  };
}
