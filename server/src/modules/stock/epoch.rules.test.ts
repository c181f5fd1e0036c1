import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  expectedQuantity,
  stillBooked,
  eventTotalsAfter,
  unexplainedOf,
  withRead,
  type ListingEvent,
  type Snapshot,
} from './epoch.rules.ts';

const at = (seconds: number): Date => new Date(Date.UTC(2026, 10, 1) + seconds * 1000);
const point = (seconds: number, delta: number): ListingEvent => ({
  from: at(seconds),
  until: at(seconds),
  delta,
});
const read = (seconds: number, measure: number): Snapshot => ({
  from: at(seconds),
  until: at(seconds),
  measure,
});
const value = read(0, 10);

describe('the unexplained difference of an epoch', () => {
  it('is the number read less the write and the orders between', () => {
    expect(unexplainedOf(value, [read(60, 8)], []).units).toBe(-2);
    expect(unexplainedOf(value, [read(60, 8)], [point(30, -2)]).units).toBe(0);
    expect(unexplainedOf(value, [read(60, 13)], [point(30, -2)]).units).toBe(5);
  });

  it('compares every read with the start, so that no order explains twice', () => {
    const reads = [read(60, 8), read(120, 8)];
    expect(unexplainedOf(value, reads, [point(59.5, -2)]).units).toBe(0);
    expect(unexplainedOf(value, reads, [point(60.5, -2)]).units).toBe(0);
  });

  it('keeps the figure so far where an order that overlaps a read allows it, and otherwise takes the lowest', () => {
    expect(unexplainedOf(value, [read(60, 15), read(120, 13)], [point(120.5, -2)]).units).toBe(5);
    expect(unexplainedOf(value, [read(60, 13)], [point(60.5, -2)]).units).toBe(3);
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
        expect(unexplainedOf(value, reads, events).units).toBe(0);
      }),
    );
  });

  it('is exactly the edit where no order is near', () => {
    fc.assert(
      fc.property(fc.integer({ min: -9, max: 9 }), fc.nat(5), (typed, sold) => {
        const events = sold === 0 ? [] : [point(30, -sold)];
        expect(unexplainedOf(value, [read(60, 10 + typed - sold)], events).units).toBe(typed);
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
    expect(stillBooked(-2, 0)).toBe(0);
    expect(stillBooked(-2, -1)).toBe(-1);
    expect(stillBooked(-2, -5)).toBe(-2);
    expect(stillBooked(-2, 3)).toBe(0);
    expect(stillBooked(5, 2)).toBe(2);
    expect(stillBooked(0, 7)).toBe(0);
  });
});

it('keeps the first and the last of a run of equal reads', () => {
  const three = [read(1, 5), read(2, 5), read(3, 5)].reduce<Snapshot[]>((reads, r) => withRead(reads, r), []);
  expect(three.map((r) => r.from)).toEqual([at(1), at(3)]);
  expect(withRead(three, read(4, 6))).toHaveLength(3);
});
