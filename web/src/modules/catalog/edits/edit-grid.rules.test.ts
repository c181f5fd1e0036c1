import type { EditGrid } from '@evenstock/contract/listings/mass-edits';
import { describe, expect, it } from 'vitest';
import { changesOf, faultOf, layOut, neighbour, pasted, priceChanges, typed } from './edit-grid.rules.ts';

const price = (variant_listing_id: number, marketplace_id: number, amount: number) => ({
  variant_listing_id,
  marketplace_id,
  price: amount,
  currency: 'SGD',
});
const marketplace = { channel: 'shopee' as const, skipped: null };
const shown: EditGrid = {
  rows: [
    {
      variant: { id: 1, sku: 'A', full_product_name: 'A', is_set: false },
      quantity: 5,
      prices: [price(11, 7, 10)],
    },
    { variant: { id: 2, sku: 'B', full_product_name: 'B', is_set: false }, quantity: 6, prices: [] },
    {
      variant: { id: 3, sku: 'C', full_product_name: 'C', is_set: false },
      quantity: 7,
      prices: [price(31, 7, 30), price(32, 7, 31)],
    },
  ],
  marketplaces: [
    { ...marketplace, id: 7, name: 'shopee' },
    {
      ...marketplace,
      id: 8,
      name: 'tokopedia',
      skipped: { code: 'listings.not_by_channel', values: {}, text: 'not there' },
    },
  ],
};
const grid = layOut(shown);
const none = new Map<string, string>();
const first = { row: 0, column: 0 };

describe('the grid of prices and quantities', () => {
  it('has a column for the quantity, and one for each listing at a marketplace that takes prices', () => {
    expect(grid.columns).toEqual([
      { kind: 'quantity' },
      { kind: 'price', marketplaceId: 7, nth: 0 },
      { kind: 'price', marketplaceId: 7, nth: 1 },
    ]);
    expect(grid.cells[1]?.slice(1)).toEqual([null, null]);
  });

  it('takes a block of a spreadsheet, and ignores parts that are empty, outside, or without a cell', () => {
    const drafts = pasted(none, grid, first, '8\t12.50\t1\r\n\t99\r\n1,007\t$31.00\r\n4\t4\r\n');
    expect(Object.fromEntries(drafts)).toEqual({
      'quantity:1': '8',
      'price:11': '12.50',
      'quantity:3': '1007',
      'price:31': '31.00',
    });
  });

  it('counts only values that differ from the shown ones as changed', () => {
    const cell = grid.cells[0]?.[0];
    if (cell == null) throw new Error('no cell');
    const drafts = typed(none, cell, '9');
    expect(changesOf(grid, drafts)).toEqual({ quantities: [{ variant_id: 1, from: 5, to: 9 }], prices: [] });
    expect(typed(drafts, cell, ' 5 ').size).toBe(0);
  });

  it.each([
    ['quantity:1', '0', null],
    ['quantity:1', '-1', 'whole'],
    ['quantity:1', '1.5', 'whole'],
    ['quantity:1', '1000001', 'whole'],
    ['quantity:1', '', 'whole'],
    ['price:1', '0.1', null],
    ['price:1', '12.345', 'price'],
    ['price:1', '0', 'price'],
    ['price:1', 'ten', 'price'],
  ])('checks %s %j: %j', (key, text, fault) => {
    expect(faultOf(key, text)).toBe(fault);
  });

  it.each([
    ['$12.50', '12.50'],
    ['S$ 12.50', '12.50'],
    ['SGD12.50', '12.50'],
    ['Rp 15,000', '15000'],
    ['₱1,299.00', '1299.00'],
    ['M5', 'M5'],
    ['Size 5', 'Size 5'],
    ['(5)', '(5)'],
  ])('pasted %j is %j', (text, value) => {
    const drafts = pasted(none, grid, { row: 0, column: 1 }, `${text}\n`);
    expect(drafts.get('price:11')).toBe(value);
  });

  it('lists the prices that change, with what is unusual about them first', () => {
    const drafts = pasted(none, grid, { row: 0, column: 1 }, '11\n\n2.90\t70\n');
    expect(
      priceChanges(shown, changesOf(grid, drafts)).map(({ sku, from, to, odd }) => [sku, from, to, odd]),
    ).toEqual([
      ['C', 30, 2.9, 'halved'],
      ['C', 31, 70, 'doubled'],
      ['A', 10, 11, null],
    ]);
  });

  it('moves with the arrows and skips positions without a cell', () => {
    expect(neighbour(grid, { row: 0, column: 1 }, 'ArrowDown')).toEqual({ row: 2, column: 1 });
    expect(neighbour(grid, { row: 2, column: 1 }, 'ArrowUp')).toEqual({ row: 0, column: 1 });
    expect(neighbour(grid, { row: 2, column: 0 }, 'Enter')).toBeNull();
    expect(neighbour(grid, first, 'a')).toBeNull();
  });
});
