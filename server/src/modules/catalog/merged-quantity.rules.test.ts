import { expect, it } from 'vitest';
import { mergedQuantity } from './merged-quantity.rules.ts';

it('takes the highest or the lowest, and what is owed stays owed', () => {
  expect(mergedQuantity([10, 8, 12], 'highest')).toBe(12);
  expect(mergedQuantity([10, 8, 12], 'lowest')).toBe(8);
  expect(mergedQuantity([10, -2], 'highest')).toBe(8);
  expect(mergedQuantity([10, -2, -1], 'lowest')).toBe(-3);
});
