import { expect, it } from 'vitest';
import { mergedQuantity, quantitiesToMerge } from './merged-quantity.rules.ts';

it('takes the highest or the lowest, and units owed stay owed', () => {
  expect(mergedQuantity([10, 8, 12], 'highest')).toBe(12);
  expect(mergedQuantity([10, 8, 12], 'lowest')).toBe(8);
  expect(mergedQuantity([10, -2], 'highest')).toBe(8);
  expect(mergedQuantity([10, -2, -1], 'lowest')).toBe(-3);
});

it('takes the units that a member typed, less those that are owed', () => {
  expect(mergedQuantity([10, 8], 3)).toBe(3);
  expect(mergedQuantity([10, -2], 0)).toBe(-2);
});

it('chooses among the SKUs that were counted, or among all where none was', () => {
  expect(
    quantitiesToMerge([
      { id: 1, quantity: 7, isCounted: true },
      { id: 2, quantity: 0, isCounted: false },
    ]),
  ).toEqual([7]);
  expect(quantitiesToMerge([{ id: 2, quantity: 0, isCounted: false }])).toEqual([0]);
});

it('takes the number of the SKU that a listing belonged to before it was made anew, less what was sold since', () => {
  const sources = [
    { id: 1, quantity: 10, isCounted: true },
    { id: 2, quantity: 48, isCounted: true },
  ];
  expect(quantitiesToMerge(sources, [{ id: 2, before: 1, sold: 2 }])).toEqual([8]);
  expect(quantitiesToMerge(sources, [{ id: 2, before: 3, sold: 2 }])).toEqual([10, 48]);
});
