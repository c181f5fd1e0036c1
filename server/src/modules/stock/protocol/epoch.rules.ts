import { orderOf, type TimeSpan } from '../../../platform/time/time-spans.ts';

/** An order's effect on the number that its own shop shows. */
export interface ListingEvent extends TimeSpan {
  readonly delta: number;
  /** It may not have happened at all: it explains a rise where there is one, and nothing else. */
  readonly isPossible?: boolean;
}

/** A number of the shop and the time span within which the shop had it. */
export interface Snapshot extends TimeSpan {
  readonly measure: number;
}

export interface Range {
  readonly low: number;
  readonly high: number;
}

/** Totals of order events by their order with a snapshot. */
export interface EventTotals {
  /** Certainly after it. */
  readonly certain: number;
  /** Events that may lie on either side of it: the total of those that lower, and of those that raise. */
  readonly maybeDown: number;
  readonly maybeUp: number;
}

export const noEventTotals: EventTotals = { certain: 0, maybeDown: 0, maybeUp: 0 };

/** The totals of events after a snapshot. */
export function eventTotalsAfter(snapshot: TimeSpan, events: readonly ListingEvent[]): EventTotals {
  let sums = noEventTotals;
  for (const event of events) sums = addEvent(sums, snapshot, event);
  return sums;
}

export function addEvent(sums: EventTotals, snapshot: TimeSpan, event: ListingEvent): EventTotals {
  const order = orderOf(event, snapshot);
  if (order === 'before') return sums;
  if (order === 'after' && event.isPossible !== true) return { ...sums, certain: sums.certain + event.delta };
  return {
    ...sums,
    maybeDown: sums.maybeDown + Math.min(0, event.delta),
    maybeUp: sums.maybeUp + Math.max(0, event.delta),
  };
}

/** The quantity that the shop is expected to show now. */
export function expectedQuantity(measure: number, sums: EventTotals): Range {
  return { low: measure + sums.certain + sums.maybeDown, high: measure + sums.certain + sums.maybeUp };
}

/** The unexplained difference (drift) of one read: its number less the epoch's value and the events between. */
export function unexplainedAt(value: Snapshot, read: Snapshot, events: readonly ListingEvent[]): Range {
  let low = read.measure - value.measure;
  let high = low;
  let possible = 0;
  for (const event of events) {
    const start = orderOf(event, value);
    const end = orderOf(event, read);
    if (start === 'before' || end === 'after') continue;
    if (event.isPossible === true) possible += event.delta;
    else if (start === 'after' && end === 'before') {
      low -= event.delta;
      high -= event.delta;
    } else {
      low -= Math.max(0, event.delta);
      high -= Math.min(0, event.delta);
    }
  }
  return { low: low > 0 ? Math.max(0, low - possible) : low, high };
}

/** A read of a listing within an epoch. */
export interface EpochRead extends Snapshot {
  /** The answer may be old: it shows the number of a moment from then until the read's end. */
  readonly since: Date;
}

/**
 * Booked units that remain after orders explained part of them; clamps toward zero. An order explains by as much as it lessened the
 * difference: one that makes it larger only shows that another change was read together with what is booked.
 * @param before the difference that was known until now
 * @param unexplained the difference with the order
 */
export function stillBooked(booked: number, before: number, unexplained: number): number {
  if (booked < 0) return -stillBooked(-booked, -before, -unexplained) + 0;
  const explained = Math.max(0, before - unexplained);
  return Math.max(0, Math.min(booked, Math.max(unexplained, booked - explained)));
}

/**
 * The reads of an epoch with one more. In a run of equal reads only the first, the first that cannot be as old as that one, and the
 * last are kept.
 */
export function withRead(reads: readonly EpochRead[], read: EpochRead): EpochRead[] {
  const [first, previous, last] = [reads.at(-3), reads.at(-2), reads.at(-1)];
  const isRun = last?.measure === read.measure && previous?.measure === read.measure;
  if (!isRun) return [...reads, read];
  const isSecond = first?.measure !== read.measure;
  return isSecond && last.since > previous.until ? [...reads, read] : [...reads.slice(0, -1), read];
}
