import { expect, it } from 'vitest';
import {
  explaining,
  explainsNone,
  quantityOf,
  type QuantityEvent,
  type Witness,
} from './recovered-quantity.rules.ts';

const lostAt = new Date('2026-11-01T01:00:00Z');
const at = (seconds: number): Date => new Date(lostAt.getTime() + seconds * 1000);
const shop = (listingId: number, shows: number, safety = 0): Witness => ({
  listingId,
  shows,
  keptBack: safety,
  readAt: { from: at(600), until: at(600) },
  lostAt,
});
const sold = (listingId: number, units: number, seconds: number): QuantityEvent => ({
  listingId,
  delta: -units,
  from: at(seconds),
  until: at(seconds),
});
const ranges = (shops: readonly Witness[], events: readonly QuantityEvent[]) =>
  shops.map((witness) => explaining(witness, events));

it('a sale since the last write is missing in its own shop alone, and both shops tell the same quantity', () => {
  const events = [sold(1, 3, 60)];
  expect(quantityOf(95, ranges([shop(1, 17), shop(2, 20)], events))).toBe(17);
});

it('a sale just before the last write may not have reached the other shop: several numbers explain it', () => {
  const [other] = ranges([shop(2, 20)], [sold(1, 3, -60)]);
  expect(other).toEqual({ low: 17, high: 20 });
  expect(quantityOf(95, ranges([shop(2, 20)], [sold(1, 3, -60)]))).toBeNull();
  expect(quantityOf(95, ranges([shop(2, 20)], [sold(1, 3, -301)]))).toBe(20);
});

it('units that came back to the quantity alone count if that was since the last write; if it may have been before, both may be', () => {
  const back = (from: number, until: number): QuantityEvent => ({
    listingId: null,
    delta: 5,
    from: at(from),
    until: at(until),
  });
  expect(quantityOf(95, ranges([shop(1, 20)], [back(60, 90)]))).toBe(25);
  expect(ranges([shop(1, 20)], [back(-4_000, 90)])).toEqual([{ low: 20, high: 25 }]);
});

it('shops that disagree, and no shop at all, leave it to a member', () => {
  expect(quantityOf(95, ranges([shop(1, 85), shop(2, 80)], []))).toBeNull();
  expect(quantityOf(95, [])).toBeNull();
});

it('shops at 0 are explained by units owed, not by units that are there', () => {
  const shops = ranges([shop(1, 0), shop(2, 0)], []);
  expect(quantityOf(-4, shops)).toBe(-4);
  expect(quantityOf(5, shops)).toBeNull();
});

it('a quantity that explains one shop of two is not doubted', () => {
  const shops = ranges([shop(1, 85), shop(2, 80)], []);
  expect([explainsNone(85, shops), explainsNone(90, shops), explainsNone(90, [])]).toEqual([
    false,
    true,
    false,
  ]);
});

it('a shop that keeps units back tells more than it shows, and at 0 anything up to them', () => {
  expect(quantityOf(95, ranges([shop(1, 17), shop(2, 14, 3)], []))).toBe(17);
  expect(quantityOf(95, ranges([shop(1, 17), shop(2, 17, 3)], []))).toBeNull();
  expect(quantityOf(95, ranges([shop(1, 2), shop(2, 0, 3)], []))).toBe(2);
  expect(quantityOf(95, ranges([shop(1, 4), shop(2, 0, 3)], []))).toBeNull();
});
