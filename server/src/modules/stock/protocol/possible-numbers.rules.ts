import type { ListingEvent, Range } from './epoch.rules.ts';

/** The numbers after a change of this many units. */
export const moved = (ranges: readonly Range[], units: number): Range[] =>
  ranges.map(({ low, high }) => ({ low: low + units, high: high + units }));

/** The numbers after an event that may have happened. */
export const maybeMoved = (ranges: readonly Range[], event: ListingEvent): Range[] =>
  united([...ranges, ...movedInPart(ranges, event)]);

/** An event without an exact instant may be several that were read together: the shop may have shown any part of it. */
function movedInPart(ranges: readonly Range[], { delta, from, until }: ListingEvent): Range[] {
  if (from.getTime() === until.getTime()) return moved(ranges, delta);
  return ranges.map(({ low, high }) => ({ low: low + Math.min(0, delta), high: high + Math.max(0, delta) }));
}

/** The sums of units that any of the events may have moved, none and all included. */
export const possibleSums = (events: readonly ListingEvent[]): Range[] =>
  events.reduce<Range[]>(maybeMoved, [{ low: 0, high: 0 }]);

/** The numbers that are in both. */
export const inBoth = (some: readonly Range[], others: readonly Range[]): Range[] =>
  united(
    some.flatMap((one) =>
      others.flatMap((other) => {
        const [low, high] = [Math.max(one.low, other.low), Math.min(one.high, other.high)];
        return low <= high ? [{ low, high }] : [];
      }),
    ),
  );

/** The same numbers in as few ranges as possible. */
function united(ranges: readonly Range[]): Range[] {
  const apart: Range[] = [];
  for (const range of ranges.toSorted((one, other) => one.low - other.low)) {
    const last = apart.at(-1);
    if (last === undefined || range.low > last.high + 1) apart.push(range);
    else apart.splice(-1, 1, { low: last.low, high: Math.max(last.high, range.high) });
  }
  return apart;
}
