import { expect, it } from 'vitest';
import { divideInOrder, leastLeft, mostLeaving } from './division.rules.ts';

const offer = (variant_listing_id: number, variant_id: number, unmerge_quantity: number) => ({
  variant_listing_id,
  variant_id,
  unmerge_quantity,
});

it('gives each listing the rest of its SKU, as offered until something is typed', () => {
  const offers = [offer(1, 10, 6), offer(2, 10, 6), offer(3, 11, 2)];
  const quantities = new Map([
    [10, 8],
    [11, 5],
  ]);
  const untouched = divideInOrder(offers, quantities, new Map());
  expect(untouched.map(({ shared, leaves }) => [shared, leaves])).toEqual([
    [8, 6],
    [2, 2],
    [5, 2],
  ]);
  const typed = divideInOrder(
    offers,
    quantities,
    new Map([
      [1, 1],
      [3, null],
    ] as const),
  );
  expect(typed.map(({ shared, leaves }) => [shared, leaves])).toEqual([
    [8, 1],
    [7, 6],
    [5, null],
  ]);
});

it('divides nothing after an oversell', () => {
  expect([mostLeaving(-3), leastLeft(-3)]).toEqual([0, -3]);
  expect([mostLeaving(4), leastLeft(4)]).toEqual([4, 0]);
  const [only] = divideInOrder([offer(1, 10, 0)], new Map([[10, -3]]), new Map());
  expect(only).toMatchObject({ shared: -3, leaves: 0 });
});
