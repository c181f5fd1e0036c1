import {
  unexplainedAt,
  type EpochRead,
  type ListingEvent,
  type Range,
  type Snapshot,
} from './epoch.rules.ts';
import { after, orderOf, TOLERANCE_MS } from '../../../platform/time/time-spans.ts';
import { mayBeOld, type Figure, type FormerNumber } from './old-answers.rules.ts';
import { inBoth, possibleSums } from './possible-numbers.rules.ts';

/** What the reads of an epoch come to. */
export interface Differences {
  /** The stock of the variant is kept by it: also a shortfall that may be an old answer. */
  readonly unexplained: number;
  /** Without answers that may be old: only this is booked. */
  readonly sure: number;
  /** The read from which `sure` came; null where there was never a difference. */
  readonly sureSince: Snapshot | null;
  /** The last read gives one figure, not a range. */
  readonly isExact: boolean;
  /** The last read shows a number that the shop had before: it means nothing until another read. */
  readonly isIgnored: boolean;
  /** Some read shows more or less than the figure of its time. */
  readonly hasTurned: boolean;
}

/**
 * The unexplained differences of an epoch. Each read is compared with the epoch's start, so that no order explains twice.
 * Where events overlap a read or the start, the current figure is kept if it is possible; otherwise the lowest possible one is taken.
 * A read with another figure is doubtful if it shows a number that the shop had while the answer may have been taken: a shortfall is
 * withheld from sale and not sure, a surplus is ignored.
 * @param keepsShortfalls false where a difference is put back and not shared: then a doubtful shortfall is ignored, too
 * @param before what the shop showed before the epoch
 */
export function differencesOf(
  value: Snapshot,
  reads: readonly EpochRead[],
  events: readonly ListingEvent[],
  keepsShortfalls: boolean,
  before: readonly FormerNumber[],
): Differences {
  const former: Figure[] = [];
  let books: CountedEvents = { value, events, decidedUntil: null };
  let [unexplained, sure] = [0, 0];
  let sureSince: Snapshot | null = null;
  let [isExact, isIgnored, hasTurned] = [false, false, false];
  for (const read of reads) {
    const range = unexplainedAt(books.value, read, books.events);
    const [isSame, isSure] = [isWithin(unexplained, range), isWithin(sure, range)];
    isExact = range.low === range.high;
    isIgnored = false;
    if (isSame && isSure) {
      if (unexplained === sure) books = decidedBy(read, sure, books);
      continue;
    }
    hasTurned = true;
    const figures = [
      ...former,
      ...(isSame ? [] : [{ units: unexplained, until: null }]),
      ...(isSure ? [] : [{ units: sure, until: null }]),
    ];
    const isDecided = books.decidedUntil !== null && books.decidedUntil < read.since;
    const isDoubtful = mayBeOld(read, { ...(isDecided ? books : { value, events }), figures }, before);
    const next = isSame ? unexplained : isSure ? sure : range.low;
    isIgnored = !isSame && isDoubtful && (next > unexplained || !keepsShortfalls);
    if (!isSame && !isIgnored) {
      former.push({ units: unexplained, until: read.until });
      unexplained = next;
    }
    if (isSure || isDoubtful) continue;
    former.push({ units: sure, until: read.until });
    sure = unexplained;
    sureSince = read;
  }
  return { unexplained, sure, sureSince, isExact, isIgnored, hasTurned };
}

/** An epoch's start, and the later events that reads have not yet placed before or after it. */
interface CountedEvents {
  readonly value: Snapshot;
  readonly events: readonly ListingEvent[];
  /** Events until then are decided; null: none. */
  readonly decidedUntil: Date | null;
}

/**
 * The books after a read that has included the events that overlap the start. A read has included them if it shows the figure so far
 * and they all lie before it. If later events overlap the read, a single sum of units must fit.
 *
 * Events that stay undecided would hide a later edit of as many units.
 * @param figure the difference so far
 */
function decidedBy(
  { measure, since, until }: EpochRead,
  figure: number,
  { value, events, decidedUntil }: CountedEvents,
): CountedEvents {
  const span = { from: since, until };
  const ambiguous = events.filter((event) => {
    const order = orderOf(event, value);
    return order === 'overlaps' || (event.isPossible === true && order === 'after');
  });
  const last = ambiguous.reduce((latest, { until: ends }) => (ends > latest ? ends : latest), value.from);
  const isBehind = ambiguous.every((event) => orderOf(event, span) === 'before');
  if (ambiguous.length === 0 || !isBehind || last >= since) return { value, events, decidedUntil };
  const counted = events.filter((event) => !ambiguous.includes(event));
  const later = counted.filter((event) => orderOf(event, value) === 'after');
  const passed = later.filter((event) => orderOf(event, span) === 'before');
  const unplaced = later.filter((event) => orderOf(event, span) === 'overlaps');
  const moved = measure - value.measure - figure - sumOf(passed);
  const included = unplaced.length === 0 ? moved : unitsOfFirst(moved, ambiguous, unplaced);
  if (included === null) return { value, events, decidedUntil };
  return {
    value: { ...value, measure: value.measure + included },
    events: counted,
    decidedUntil: after(last, TOLERANCE_MS),
  };
}

/** How many units the first events moved, where any of both happened and all moved this many; null where several sums fit. */
function unitsOfFirst(
  moved: number,
  first: readonly ListingEvent[],
  second: readonly ListingEvent[],
): number | null {
  const left = possibleSums(second).map(({ low, high }) => ({ low: moved - high, high: moved - low }));
  const [only, other] = inBoth(possibleSums(first), left);
  return only === undefined || other !== undefined || only.low !== only.high ? null : only.low;
}

const sumOf = (events: readonly ListingEvent[]): number =>
  events.reduce((units, { delta }) => units + delta, 0);

const isWithin = (units: number, { low, high }: Range): boolean => units >= low && units <= high;
