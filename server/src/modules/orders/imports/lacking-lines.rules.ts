import type { ChannelOrderLine } from '@evenstock/connectors/kit/connector';
import type { Interval } from '@evenstock/connectors/kit/paging';
import { after } from '../../../platform/time/time-spans.ts';
import { REMOVED } from './line-cancellations.rules.ts';
import { untouched, type LineStock } from './order-lines.rules.ts';

/** A line that newer states of its order lack. Instants are ISO texts, on the channel's clock. */
export interface Lacking {
  /** The last state that had it, and the first that lacked it. */
  readonly from: string;
  /** A read at least a minute after the first lacked it too. */
  readonly again: boolean;
  readonly until: string;
  /** When the first read that lacked it began. */
  readonly readAt: string;
}

/** A line is removed once it lacks in a read this long after the first, and in one in between. */
const REMOVED_AFTER_MS = 5 * 60_000;
const READ_AGAIN_AFTER_MS = 60_000;

/** The line is still in doubt, and its order must be read again then; or it was removed. */
export type LackingDecision =
  | { readonly lacking: Lacking; readonly readAgainAt: Date }
  | { readonly removed: Lacking };

/**
 * Decides on a line that a state of its order lacks: marketplaces answer short lists, so it is removed only when reads one and five
 * minutes later lack it too.
 * @param state when the earlier state certainly held, when this one did, and the read that reported it
 */
export function decideLacking(
  known: Lacking | null,
  state: { readonly knownAt: Date; readonly updatedAt: Date; readonly read: Interval },
): LackingDecision {
  if (known === null) {
    const readAt = state.read.began;
    const from = state.knownAt < state.updatedAt ? state.knownAt : state.updatedAt;
    const lacking = {
      from: from.toISOString(),
      again: false,
      until: state.updatedAt.toISOString(),
      readAt: readAt.toISOString(),
    };
    return { lacking, readAgainAt: after(readAt, READ_AGAIN_AFTER_MS) };
  }
  const readAt = new Date(known.readAt);
  const waited = state.read.began.getTime() - readAt.getTime();
  if (known.again && waited >= REMOVED_AFTER_MS) return { removed: known };
  const again = known.again || waited >= READ_AGAIN_AFTER_MS;
  return {
    lacking: { ...known, again },
    readAgainAt: after(readAt, again ? REMOVED_AFTER_MS : READ_AGAIN_AFTER_MS),
  };
}

/** The state of a line that was removed from its order: what was not sent is cancelled. */
export function removedLine(line: ChannelOrderLine, { until }: Lacking): ChannelOrderLine {
  const sent = line.fulfilled ? line.ordered : Math.max(line.sent, line.returned);
  const units = Math.max(0, line.ordered - line.cancelled - sent);
  const earlier = line.cancellations.filter(({ id }) => id !== REMOVED);
  const cancelled = line.cancelled + units;
  return {
    ...line,
    cancelled,
    cancellations:
      units === 0
        ? line.cancellations
        : [...earlier, { id: REMOVED, units, at: new Date(until), restocked: null }],
    restored: line.restored === null ? null : line.restored + units,
  };
}

/** A line that may be another under a new id: what it sells, and its units. */
interface Goods {
  /** The listing, or what names the SKU at the marketplace. */
  readonly goods: string;
  readonly ordered: number;
}

/** New lines of a state in place of lines that it lacks. */
export interface Recognised {
  /** Places in `lacking` and in `fresh`. */
  readonly pairs: readonly { readonly lacking: number; readonly fresh: number }[];
  /** Lines that were split or joined: their units are the same in sum. */
  readonly groups: readonly { readonly lacking: readonly number[]; readonly fresh: readonly number[] }[];
}

/** Finds lines whose id has changed: the same goods and units, one by one, otherwise in sum. */
export function recogniseLines(lacking: readonly Goods[], fresh: readonly Goods[]): Recognised {
  const left = new Set(fresh.keys());
  const pairs: { lacking: number; fresh: number }[] = [];
  const rest: number[] = [];
  for (const [place, line] of lacking.entries()) {
    const same = [...left].find(
      (at) => fresh[at]?.goods === line.goods && fresh[at].ordered === line.ordered,
    );
    if (same === undefined) rest.push(place);
    else {
      left.delete(same);
      pairs.push({ lacking: place, fresh: same });
    }
  }
  const groups = [...new Set(rest.map((place) => lacking[place]?.goods))].flatMap((goods) => {
    const gone = rest.filter((place) => lacking[place]?.goods === goods);
    const come = [...left].filter((place) => fresh[place]?.goods === goods);
    const isSame = come.length > 0 && unitsOf(lacking, gone) === unitsOf(fresh, come);
    return isSame ? [{ lacking: gone, fresh: come }] : [];
  });
  return { pairs, groups };
}

const unitsOf = (lines: readonly Goods[], places: readonly number[]): number =>
  places.reduce((sum, place) => sum + (lines[place]?.ordered ?? 0), 0);

/**
 * Divides what was decided of lines among the lines that list their units now, in their order. The effect of each stays what its
 * ledger entries are.
 */
export function regrouped(
  before: readonly LineStock[],
  now: readonly Pick<ChannelOrderLine, 'ordered' | 'cancelled'>[],
): LineStock[] {
  const pool = {
    cancellations: before.flatMap(({ cancellations }) => cancellations),
    byHand: sumOf(before, 'restockedByHand'),
    ordered: sumOf(before, 'countedOrdered'),
    restocked: sumOf(before, 'countedRestocked'),
  };
  const [first = untouched] = before;
  const take = (from: 'byHand' | 'ordered' | 'restocked', most: number): number => {
    const taken = Math.min(pool[from], most);
    pool[from] -= taken;
    return taken;
  };
  return now.map(({ ordered, cancelled }, place) => {
    const own = before[place] ?? untouched;
    let units = cancelled;
    const cancellations = [];
    while (units > 0 && pool.cancellations.length > 0) {
      const [next, ...others] = pool.cancellations;
      if (next === undefined) break;
      const taken = Math.min(units, next.units);
      units -= taken;
      cancellations.push({ ...next, units: taken });
      pool.cancellations =
        taken === next.units ? others : [{ ...next, units: next.units - taken }, ...others];
    }
    return {
      ...first,
      cancellations,
      restockedByHand: take('byHand', ordered),
      countedOrdered: take('ordered', ordered),
      countedRestocked: take('restocked', ordered),
      effect: own.effect,
      effectNo: own.effectNo,
      eventNo: own.eventNo,
    };
  });
}

const sumOf = (
  lines: readonly LineStock[],
  of: 'restockedByHand' | 'countedOrdered' | 'countedRestocked',
): number => lines.reduce((sum, line) => sum + line[of], 0);
