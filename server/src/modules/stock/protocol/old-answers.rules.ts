import { later, orderOf, TOLERANCE_MS, type TimeSpan } from '../../../platform/time/time-spans.ts';
import type { EpochRead, ListingEvent, Range, Snapshot } from './epoch.rules.ts';
import { maybeMoved, moved } from './possible-numbers.rules.ts';

/*
 * An answer may be as old as the channel's read lag. So a number that the shop had by our own books within that time proves nothing.
 */

/** A difference of a shop's number from its books, until the read that changed it; null: still. */
export interface Figure {
  readonly units: number;
  readonly until: Date | null;
}

/** A number that a shop had, and the events that changed it. */
export interface Books {
  readonly value: Snapshot;
  readonly events: readonly ListingEvent[];
  readonly figures: readonly Figure[];
}

/** What a shop showed before an epoch: an earlier epoch, or a write that opened none. */
export interface FormerNumber extends Books {
  /** What came next was certainly there from then on. */
  readonly until: Date;
}

/** Whether the read shows a number that the shop had at a moment that the answer may show. */
export function mayBeOld(read: EpochRead, now: Books, before: readonly FormerNumber[]): boolean {
  return (
    had(read.measure, now, { from: read.since, until: read.until }) ||
    before.some((former) =>
      had(read.measure, former, { from: read.since, until: earlier(read.until, former.until) }),
    )
  );
}

function had(measure: number, { value, events, figures }: Books, span: TimeSpan): boolean {
  const from = later(span.from, value.from);
  return figures.some(({ units, until }) =>
    momentsOf({ from, until: until === null ? span.until : earlier(span.until, until) }, events).some(
      (moment) => mayHaveHad(measure - units, moment, value, events),
    ),
  );
}

const earlier = (one: Date, other: Date): Date => (one <= other ? one : other);

/** One moment, in milliseconds, of each stretch of the span in which the same events are certain and the same are ambiguous. */
function momentsOf({ from, until }: TimeSpan, events: readonly ListingEvent[]): number[] {
  const [first, last] = [from.getTime(), until.getTime()];
  if (first > last) return [];
  const turns = events.flatMap((event) => [
    event.from.getTime() - TOLERANCE_MS,
    event.until.getTime() + TOLERANCE_MS + 1,
  ]);
  return [first, ...turns.filter((moment) => moment > first && moment <= last)];
}

/** Whether the shop may have had the number at a moment: an event that may lie on either side of it, or of the start, counts or not. */
function mayHaveHad(
  number: number,
  moment: number,
  value: Snapshot,
  events: readonly ListingEvent[],
): boolean {
  let ranges: Range[] = [{ low: value.measure, high: value.measure }];
  for (const event of events) {
    const order = orderOf(event, value);
    if (order === 'before' || event.from.getTime() - TOLERANCE_MS > moment) continue;
    const isCertain =
      event.isPossible !== true && order === 'after' && event.until.getTime() + TOLERANCE_MS < moment;
    ranges = isCertain ? moved(ranges, event.delta) : maybeMoved(ranges, event);
  }
  return ranges.some(({ low, high }) => low <= number && number <= high);
}

/** A write that a marketplace took, or may have taken. Instants are on the channel's clock. */
export interface FormerWrite {
  readonly quantity: number;
  readonly sentAt: Date;
  /** Null: nobody knows whether it took effect. */
  readonly answeredAt: Date | null;
}

/** An epoch before the one in question. */
export interface FormerEpoch {
  readonly value: Snapshot;
  readonly unexplained: number;
  readonly sure: number;
}

/** In seconds. */
export interface WriteTimes {
  readonly settlesWithin: number;
  readonly lateWriteBound: number;
}

/**
 * What a shop may have shown before an epoch. A number ends with the next write that took effect, or with the clean read that began
 * an epoch; that of a write without an answer, with the first of these after it can no longer land.
 * @param start the beginning of the epoch
 */
export function formerNumbers(
  start: Snapshot,
  epochs: readonly FormerEpoch[],
  writes: readonly FormerWrite[],
  events: readonly ListingEvent[],
  times: WriteTimes,
): FormerNumber[] {
  const settled = (instant: Date): Date => new Date(instant.getTime() + times.settlesWithin * 1000);
  const taken = writes.flatMap(({ quantity, sentAt, answeredAt }) =>
    answeredAt === null ? [] : [{ measure: quantity, from: sentAt, until: settled(answeredAt) }],
  );
  const ends: readonly TimeSpan[] = [...taken, ...epochs.map(({ value }) => value), start];
  const endOf = ({ until: begun }: TimeSpan): Date =>
    ends.filter(({ from }) => from > begun).reduce((end, { until }) => earlier(end, until), start.until);
  const lost = writes.flatMap(({ quantity, sentAt, answeredAt }) => {
    const until = new Date(settled(sentAt).getTime() + times.lateWriteBound * 1000);
    return answeredAt === null ? [{ measure: quantity, from: sentAt, until }] : [];
  });
  return [
    ...epochs.map(({ value, unexplained, sure }) => ({
      value,
      events,
      figures: [0, unexplained, sure].map((units) => ({ units, until: null })),
      until: endOf(value),
    })),
    ...[...taken, ...lost].map((value) => ({
      value,
      events,
      figures: [{ units: 0, until: null }],
      until: endOf(value),
    })),
  ];
}
