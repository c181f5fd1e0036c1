import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differencesOf } from './differences.rules.ts';
import {
  expectedQuantity,
  stillBooked,
  eventTotalsAfter,
  withRead,
  type ListingEvent,
  type EpochRead,
} from './epoch.rules.ts';

const at = (seconds: number): Date => new Date(Date.UTC(2026, 10, 1) + seconds * 1000);
const point = (seconds: number, delta: number): ListingEvent => ({
  from: at(seconds),
  until: at(seconds),
  delta,
});
const read = (seconds: number, measure: number): EpochRead => ({
  from: at(seconds),
  until: at(seconds),
  since: at(seconds),
  measure,
});
const unexplained = (reads: readonly EpochRead[], events: readonly ListingEvent[]): number =>
  differencesOf(value, reads, events, true, []).unexplained;
const value = read(0, 10);

describe('the unexplained difference of an epoch', () => {
  it('is the number read less the write and the orders between', () => {
    expect(unexplained([read(60, 8)], [])).toBe(-2);
    expect(unexplained([read(60, 8)], [point(30, -2)])).toBe(0);
    expect(unexplained([read(60, 13)], [point(30, -2)])).toBe(5);
  });

  it('compares every read with the start, so that no order explains twice', () => {
    const reads = [read(60, 8), read(120, 8)];
    expect(unexplained(reads, [point(59.5, -2)])).toBe(0);
    expect(unexplained(reads, [point(60.5, -2)])).toBe(0);
  });

  it('keeps the figure so far where an order that overlaps a read allows it, and otherwise takes the lowest', () => {
    expect(unexplained([read(60, 15), read(120, 13)], [point(120.5, -2)])).toBe(5);
    expect(unexplained([read(60, 13)], [point(60.5, -2)])).toBe(3);
  });

  it('is zero without edits, whatever the times of orders and reads', () => {
    const moments = fc.array(
      fc.tuple(fc.integer({ min: -600, max: 6000 }), fc.integer({ min: -3, max: 3 })),
      { maxLength: 20 },
    );
    fc.assert(
      fc.property(moments, fc.array(fc.integer({ min: 20, max: 5500 }), { maxLength: 6 }), (sold, times) => {
        const events = sold.map(([tenth, delta]) => point(tenth / 10, delta));
        // The true number of the shop, whatever the order of events within the tolerance.
        const shows = (seconds: number): number =>
          10 +
          events.filter((e) => e.from >= at(0) && e.from <= at(seconds)).reduce((sum, e) => sum + e.delta, 0);
        const reads = [...times].sort((a, b) => a - b).map((tenth) => read(tenth / 10, shows(tenth / 10)));
        expect(unexplained(reads, events)).toBe(0);
      }),
    );
  });

  it('is exactly the edit where no order is near', () => {
    fc.assert(
      fc.property(fc.integer({ min: -9, max: 9 }), fc.nat(5), (typed, sold) => {
        const events = sold === 0 ? [] : [point(30, -sold)];
        expect(unexplained([read(60, 10 + typed - sold)], events)).toBe(typed);
      }),
    );
  });
});

describe('the expected quantity of a listing', () => {
  it('is one number where no event is near the snapshot, otherwise a range', () => {
    const snapshot = read(0, 10);
    expect(expectedQuantity(10, eventTotalsAfter(snapshot, [point(-30, -1), point(30, -2)]))).toEqual({
      low: 8,
      high: 8,
    });
    expect(expectedQuantity(10, eventTotalsAfter(snapshot, [point(1, -2)]))).toEqual({ low: 8, high: 10 });
    expect(expectedQuantity(10, eventTotalsAfter(snapshot, [point(1, -2), point(-1, 1)]))).toEqual({
      low: 8,
      high: 11,
    });
  });

  it('always includes the true number', () => {
    const moments = fc.array(fc.tuple(fc.integer({ min: -50, max: 50 }), fc.integer({ min: -3, max: 3 })), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(moments, (sold) => {
        const events = sold.map(([tenth, delta]) => point(tenth / 10, delta));
        const truth = 10 + events.filter((e) => e.from > at(0)).reduce((sum, e) => sum + e.delta, 0);
        const { low, high } = expectedQuantity(10, eventTotalsAfter(read(0, 10), events));
        expect(low).toBeLessThanOrEqual(truth);
        expect(high).toBeGreaterThanOrEqual(truth);
      }),
    );
  });
});

describe('the booked units that remain', () => {
  it('are reduced by the units that an order explains, never by more', () => {
    expect(stillBooked(-2, -2, 0)).toBe(0);
    expect(stillBooked(-2, -2, -1)).toBe(-1);
    expect(stillBooked(-2, -7, -5)).toBe(-2);
    expect(stillBooked(-2, -2, 3)).toBe(0);
    expect(stillBooked(5, 5, 2)).toBe(2);
    expect(stillBooked(0, 0, 7)).toBe(0);
  });

  it('are all of them where an order makes the difference larger', () => {
    expect(stillBooked(5, -2, 2)).toBe(5);
    expect(stillBooked(-5, 2, -2)).toBe(-5);
    expect(stillBooked(5, 3, 1)).toBe(3);
  });
});

it('keeps of a run of equal reads the first, the first that cannot be as old, and the last', () => {
  const lagging = (seconds: number): EpochRead => ({ ...read(seconds, 5), since: at(seconds - 60) });
  const seconds = [1, 30, 60, 62, 90, 300];
  const run = seconds.map(lagging).reduce<EpochRead[]>((reads, next) => withRead(reads, next), []);
  expect(run.map(({ from }) => from)).toEqual([at(1), at(62), at(300)]);
  expect(withRead(run, read(301, 6))).toHaveLength(4);
});
