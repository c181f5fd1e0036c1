import { describe, expect, it } from 'vitest';
import { denseDays, type SampledOrder } from './dense-days.rules.ts';

const day = (place: number): Date => new Date(Date.UTC(2026, 10, 30) - place * 86_400_000);

/** Two hundred sampled orders, newest first; those at the places have the text. */
const sampled = (...places: readonly number[]): SampledOrder[] =>
  Array.from({ length: 200 }, (_, place) => ({ at: day(place), hasText: places.includes(place) }));

const range = (from: number, until: number): number[] =>
  Array.from({ length: until - from }, (_, place) => from + place);

describe('the days in which most orders have a text', () => {
  it('are between the orders beside them that have not', () => {
    expect(denseDays(sampled(...range(50, 60)))).toEqual({ from: day(60), before: day(49) });
  });

  it('may have some orders without it, and some with it elsewhere', () => {
    const most = range(50, 70).filter((place) => place % 4 !== 1);
    expect(denseDays(sampled(...most, 10, 90, 150))).toEqual({ from: day(69), before: day(49) });
  });

  it('reach to the newest or the oldest order', () => {
    expect(denseDays(sampled(...range(0, 9)))).toEqual({ from: day(9), before: null });
    expect(denseDays(sampled(...range(190, 200)))).toEqual({ from: null, before: day(189) });
  });

  it('are not known from a few orders', () => {
    expect(denseDays(sampled(...range(50, 54)))).toBeNull();
    expect(denseDays(sampled())).toBeNull();
    expect(denseDays([])).toBeNull();
  });

  it('are none if they are all days', () => {
    expect(denseDays(sampled(...range(0, 200)))).toBeNull();
    expect(denseDays(sampled(...range(0, 198)))).not.toBeNull();
  });

  it('are none if many orders of other days have it too', () => {
    expect(denseDays(sampled(...range(50, 60), 3, 20, 31, 90, 120, 150))).not.toBeNull();
    expect(denseDays(sampled(...range(50, 60), 3, 20, 31, 90, 120, 150, 170))).toBeNull();
    expect(denseDays(sampled(...range(0, 200).filter((place) => place % 5 === 0)))).toBeNull();
  });
});
