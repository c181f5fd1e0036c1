import { orderOf, type TimeSpan } from '../../platform/time-spans.ts';

/** What an order did to its own shop's number. */
export interface ListingEvent extends TimeSpan {
  readonly delta: number;
}

/** The shop's number, and within what time it was so. */
export interface Snapshot extends TimeSpan {
  readonly measure: number;
}

export interface Range {
  readonly low: number;
  readonly high: number;
}

/** Sums of events by how they lie to a snapshot. */
export interface EventSums {
  /** Certainly after it. */
  readonly certain: number;
  /** Of those that may lie on either side: all that lower, all that raise. */
  readonly maybeDown: number;
  readonly maybeUp: number;
}

export const noEvents: EventSums = { certain: 0, maybeDown: 0, maybeUp: 0 };

/** How the events lie to a snapshot. */
export function sumsAfter(snapshot: TimeSpan, events: readonly ListingEvent[]): EventSums {
  let sums = noEvents;
  for (const event of events) sums = addEvent(sums, snapshot, event);
  return sums;
}

export function addEvent(sums: EventSums, snapshot: TimeSpan, event: ListingEvent): EventSums {
  const order = orderOf(event, snapshot);
  if (order === 'before') return sums;
  if (order === 'after') return { ...sums, certain: sums.certain + event.delta };
  return {
    ...sums,
    maybeDown: sums.maybeDown + Math.min(0, event.delta),
    maybeUp: sums.maybeUp + Math.max(0, event.delta),
  };
}

/** What the shop shows now by our reckoning. */
export function expectedNow(measure: number, sums: EventSums): Range {
  return { low: measure + sums.certain + sums.maybeDown, high: measure + sums.certain + sums.maybeUp };
}

/** What one read of an epoch cannot explain: what it shows, less the value and the events between. */
export function unexplainedAt(value: Snapshot, read: Snapshot, events: readonly ListingEvent[]): Range {
  let low = read.measure - value.measure;
  let high = low;
  for (const event of events) {
    const start = orderOf(event, value);
    const end = orderOf(event, read);
    if (start === 'before' || end === 'after') continue;
    if (start === 'after' && end === 'before') {
      low -= event.delta;
      high -= event.delta;
    } else {
      low -= Math.max(0, event.delta);
      high -= Math.min(0, event.delta);
    }
  }
  return { low, high };
}

export interface Unexplained {
  readonly units: number;
  /** The read from which the figure came; null where nothing was ever unexplained. */
  readonly since: Snapshot | null;
  /** The last read left no doubt. */
  readonly isExact: boolean;
}

/**
 * What an epoch's reads cannot explain, each counted from the epoch's start, so that no order is explained twice.
 * Where events overlap a read or the start, the figure so far stays if it is possible, else the lowest possible one is taken.
 */
export function unexplainedOf(
  value: Snapshot,
  reads: readonly Snapshot[],
  events: readonly ListingEvent[],
): Unexplained {
  let units = 0;
  let since: Snapshot | null = null;
  let isExact = false;
  for (const read of reads) {
    const { low, high } = unexplainedAt(value, read, events);
    const next = units >= low && units <= high ? units : low;
    if (next !== units) since = read;
    units = next;
    isExact = low === high;
  }
  return { units, since, isExact };
}

/** What of a booking still stands when later events explain the difference otherwise: never more than it was, never of the other sign. */
export function stillBooked(booked: number, unexplained: number): number {
  return booked >= 0
    ? Math.min(booked, Math.max(0, unexplained))
    : Math.max(booked, Math.min(0, unexplained));
}

/** Reads kept of an epoch: of a run with the same number, the first and the last say all. */
export function withRead(reads: readonly Snapshot[], read: Snapshot): Snapshot[] {
  const last = reads.at(-1);
  const previous = reads.at(-2);
  const isRun = last?.measure === read.measure && previous?.measure === read.measure;
  return isRun ? [...reads.slice(0, -1), read] : [...reads, read];
}
