import { expect, it } from 'vitest';
import { largestChanges, oddityOf } from './quantity-changes.rules.ts';

const change = (row: number, now: number, then: number) => ({
  row,
  variantId: row,
  now,
  then,
  barcodes: null,
});

it.each([
  [10, 0, 'to_zero'],
  [10, 4, 'halved'],
  [10, 5, null],
  [10, 20, null],
  [10, 21, 'doubled'],
  [0, 50, null],
  [-2, 0, null],
])('from %i to %i is %s', (now, then, odd) => {
  expect(oddityOf({ now, then })).toBe(odd);
});

it('unusual changes are listed first, then the largest', () => {
  const all = [
    change(2, 100, 101),
    change(3, 10, 21),
    change(4, 100, 60),
    change(5, 10, 0),
    change(6, 10, 4),
    change(7, 50, 0),
  ];
  expect(largestChanges(all, 5).map(({ row }) => row)).toEqual([7, 5, 6, 3, 4]);
});
