import { expect, it } from 'vitest';
import type { ListingEvent } from './epoch.rules.ts';
import { inBoth, possibleSums } from './possible-numbers.rules.ts';

const at = (second: number): Date => new Date(Date.UTC(2026, 10, 1, 0, 0, second));
const exact = (delta: number): ListingEvent => ({ from: at(1), until: at(1), delta });
const spanned = (delta: number): ListingEvent => ({ from: at(1), until: at(9), delta });

it('an exact event moves all its units or none, and a spanned one any part of them', () => {
  expect(possibleSums([])).toEqual([{ low: 0, high: 0 }]);
  expect(possibleSums([exact(3)])).toEqual([0, 3].map((units) => ({ low: units, high: units })));
  expect(possibleSums([spanned(3)])).toEqual([{ low: 0, high: 3 }]);
  expect(possibleSums([exact(5), spanned(-2)])).toEqual([
    { low: -2, high: 0 },
    { low: 3, high: 5 },
  ]);
});

it('numbers in both are those of each pair of ranges', () => {
  const some = possibleSums([exact(5), spanned(-2)]);
  expect(inBoth(some, [{ low: -1, high: 3 }])).toEqual([
    { low: -1, high: 0 },
    { low: 3, high: 3 },
  ]);
  expect(inBoth(some, [{ low: 1, high: 2 }])).toEqual([]);
});
