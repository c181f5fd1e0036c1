import { describe, expect, it } from 'vitest';
import type { StockLine } from '../kit/connector.ts';
import { ran, refused, sellerWith } from './seller.fixture.ts';
import { stock } from './stock.ts';

const line = (variantId: string, quantity: number, stockRef: Record<string, string> = {}): StockLine => ({
  itemId: '412345678',
  variantId,
  stockRef,
  quantity,
  compareFrom: null,
  attemptKey: 'a',
  sentAt: new Date('2026-01-05T04:00:00Z'),
});
const ref = { optionName: 'Color||*Size', optionValue: 'Red||*M', optionCode: 'TEE-01-R-M' };

describe('setting stock at Qoo10 (qoo10.md 3)', () => {
  it('leaves the price of an item out, so that it stays', async () => {
    const { access, called } = sellerWith({});
    expect(await stock.push(access, [line('0', 5)])).toEqual([{ outcome: 'ok' }]);
    expect(called('ItemsOrder.SetGoodsPriceQty')).toEqual([
      { returnType: 'json', ItemCode: '412345678', Qty: '5' },
    ]);
  });

  it('names a variant by its options and its code', async () => {
    const { access, called } = sellerWith({});
    await stock.push(access, [line('TEE-01-R-M', 0, ref)]);
    expect(called('ItemsOptions.UpdateInventoryQtyUnit')).toEqual([
      {
        returnType: 'json',
        ItemCode: '412345678',
        Qty: '0',
        OptionName: 'Color||*Size',
        OptionValue: 'Red||*M',
        OptionCode: 'TEE-01-R-M',
      },
    ]);
  });

  it('says of each line what became of it', async () => {
    const answers = [ran(null), refused(-10001, 'Invalid item'), { ErrorCode: -90004, ErrorMsg: 'expired' }];
    const { access } = sellerWith({ 'ItemsOrder.SetGoodsPriceQty': () => answers.shift() });
    expect(await stock.push(access, [line('0', 1), line('0', 2), line('0', 3)])).toMatchObject([
      { outcome: 'ok' },
      { outcome: 'rejected', code: '-10001', mayPass: true },
      { outcome: 'retry' },
    ]);
  });

  it('throws a fault of the first call', async () => {
    const { access } = sellerWith({
      'ItemsOrder.SetGoodsPriceQty': () => ({ ErrorCode: -90004, ErrorMsg: 'expired' }),
    });
    await expect(stock.push(access, [line('0', 1)])).rejects.toMatchObject({
      fault: { kind: 'unauthorised' },
    });
  });
});

it('reads the variants of an item in one call; nothing follows for one that the answer lacks (qoo10.md 3.1)', async () => {
  const { access, called } = sellerWith({
    'ItemsLookup.GetGoodsInventoryInfo': () =>
      ran([{ Name1: 'Color', Value1: 'Red', Price: 0, Qty: '7', ItemTypeCode: 'R', QinventoryCode: '' }]),
  });
  const keys = ['R', 'G'].map((variantId) => ({ itemId: '412345678', variantId, stockRef: {} }));
  const got = await stock.read(access, keys);
  expect(got.readings).toMatchObject([{ variantId: 'R', measure: 7, reserved: 0 }]);
  expect(got.missing).toEqual([]);
  expect(called('ItemsLookup.GetGoodsInventoryInfo')).toHaveLength(1);
});
