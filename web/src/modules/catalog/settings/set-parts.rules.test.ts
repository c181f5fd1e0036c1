import { expect, it } from 'vitest';
import { addedPart, setsOf } from './set-parts.rules.ts';

const tee = { id: 1, sku: 'TEE', full_product_name: 'Tee', quantity: 10 };
const cup = { id: 2, sku: 'CUP', full_product_name: 'Cup', quantity: 7 };

it('a part is added with one unit, and with one more each time it is chosen again', () => {
  const parts = addedPart(addedPart([], tee), cup);
  expect(parts.map(({ id, units }) => [id, units])).toEqual([
    [1, 1],
    [2, 1],
  ]);
  expect(addedPart(parts, tee).map(({ units }) => units)).toEqual([2, 1]);
});

it('the sets that parts allow are the least of them; none is known while a field is empty', () => {
  const parts = [
    { ...tee, units: 3 },
    { ...cup, units: 1 },
  ];
  expect(setsOf(parts)).toBe(3);
  expect(setsOf([{ ...tee, quantity: -1, units: 2 }])).toBe(-1);
  expect(setsOf([])).toBeNull();
  expect(setsOf([...parts, { ...cup, units: null }])).toBeNull();
});
