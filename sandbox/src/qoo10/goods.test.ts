import { expect, test } from 'vitest';
import { z } from 'zod';
import { readOptionRows } from './option-text.ts';
import { codeOf, Harness } from './harness.fixture.ts';
import { itemStatuses } from './words.ts';

const page = z.object({
  TotalItems: z.int(),
  TotalPages: z.int(),
  PresentPage: z.int(),
  Items: z.array(z.object({ ItemCode: z.string(), SellerCode: z.string(), ItemStatus: z.string() })),
});

test('items are listed by status, 500 a page', async () => {
  const harness = await new Harness(2).begin();
  harness.sandbox.control.addListings('qoo10', harness.shop, { count: 501 });
  const list = async (ItemStatus: string, Page: string) =>
    page.parse((await harness.client.call('ItemsLookup.GetAllGoodsInfo', { ItemStatus, Page })).ResultObject);
  expect(await list('S2', '1')).toMatchObject({ TotalItems: 501, TotalPages: 2, PresentPage: 1 });
  expect((await list('S2', '1')).Items).toHaveLength(500);
  expect((await list('S2', '2')).Items).toHaveLength(1);
  for (const status of itemStatuses) if (status !== 'S2') expect((await list(status, '1')).Items).toEqual([]);
  expect(await harness.code('ItemsLookup.GetAllGoodsInfo', { ItemStatus: 'on', Page: '1' })).toBeLessThan(0);
});

test('a detail is a list of one, by item code or seller code; later versions write numbers as text', async () => {
  const harness = await new Harness(2).begin();
  const item = harness.addItem('KAYA', 12, 6.9);
  expect(await harness.rows('ItemsLookup.GetItemDetailInfo', { ItemCode: item })).toMatchObject([
    {
      ItemNo: item,
      SellerCode: 'KAYA',
      ItemStatus: 'S2',
      SellPrice: 6.9,
      ItemQty: 12,
      SecondSubCatCd: '300000001',
    },
  ]);
  expect(await harness.rows('ItemsLookup.GetItemDetailInfo', { Sellercode: 'KAYA' })).toMatchObject([
    { ItemNo: item },
  ]);
  harness.client.version = '1.1';
  expect(await harness.rows('ItemsLookup.GetItemDetailInfo', { ItemCode: item })).toMatchObject([
    { ItemCode: item, ItemPrice: '6.9', ItemQty: '12' },
  ]);
  expect(await harness.code('ItemsLookup.GetItemDetailInfo', { ItemCode: '1' })).toBe(-10001);
  expect(
    (await harness.client.call('ItemsLookup.GetGoodsInventoryInfo', { ItemCode: item })).ResultObject,
  ).toBeNull();
  harness.sandbox.control.editListing('qoo10', harness.shop, variantOf(harness, 'KAYA'), {
    status: 'banned',
  });
  expect(await harness.code('ItemsLookup.GetItemDetailInfo', { ItemCode: item })).toBe(-10009);
});

function variantOf(harness: Harness, sku: string): string {
  return (
    harness.sandbox.control.listings('qoo10', harness.shop).find((one) => one.sku === sku)?.variant_id ?? ''
  );
}

test('options are rows with what they add to the price, and written by their code or their names', async () => {
  const harness = await new Harness(2).begin();
  const ItemCode = harness.addTee();
  const options = async () => harness.rows('ItemsLookup.GetGoodsInventoryInfo', { ItemCode });
  expect(await options()).toMatchObject([
    {
      Name1: 'Size',
      Value1: 'S',
      Name5: '',
      Price: 0,
      Qty: 5,
      ItemTypeCode: 'TEE-S',
      QinventoryCode: '',
      QinventoryQty: 0,
    },
    { Name1: 'Size', Value1: 'M', Price: 2, Qty: 7, ItemTypeCode: 'TEE-M' },
  ]);
  const set = 'ItemsOptions.UpdateInventoryQtyUnit';
  const written = await harness.client.call(set, { ItemCode, OptionCode: 'TEE-M', Qty: '3' });
  expect(written.ResultCode).toBe('0');
  expect(await harness.code(set, { ItemCode, OptionName: 'Size', OptionValue: 'S', Qty: '4' })).toBe(0);
  expect([harness.left('TEE-S'), harness.left('TEE-M')]).toEqual([4, 3]);
  expect(
    await harness.code(set, {
      ItemCode,
      OptionCode: 'TEE-M',
      OptionName: 'Size',
      OptionValue: 'S',
      Qty: '1',
    }),
  ).toBe(-10001);
  expect(await harness.code(set, { ItemCode, OptionCode: 'TEE-X', Qty: '1' })).toBe(-10001);
  expect(await harness.code(set, { ItemCode, OptionCode: 'TEE-M', Qty: '-1' })).toBeLessThan(0);
  expect(await harness.code(set, { ItemCode, OptionCode: 'TEE-M' })).toBeLessThan(0);
  expect(await harness.code('ItemsOrder.SetGoodsPriceQty', { ItemCode, Qty: '9' })).toBeLessThan(0);
  expect(await harness.code('ItemsOrder.SetGoodsPriceQty', { ItemCode, Price: '25' })).toBe(0);
  expect(await options()).toMatchObject([{ Price: 0 }, { Price: 2 }]);
  expect(
    await harness.code('ItemsOptions.UpdateInventoryDataUnit', {
      ItemCode,
      OptionCode: 'TEE-S',
      Price: '-1',
    }),
  ).toBe(0);
  expect(await options()).toMatchObject([{ Price: -1 }, { Price: 2 }]);
  expect(await harness.rows('ItemsLookup.GetItemDetailInfo', { ItemCode })).toMatchObject([
    { SellPrice: 25, ItemQty: 7 },
  ]);
});

test('all options are replaced at once, by the text of the document', async () => {
  const text =
    'Color||*Blue||*Size||*M||*1.0000||*3||*TEE-B-M$$Color||*Red||*Size||*S||*1.0000||*3||*TEE-R-S';
  expect(readOptionRows(text)).toEqual([
    { names: ['Color', 'Size'], values: ['Blue', 'M'], price: 100, quantity: 3, code: 'TEE-B-M' },
    { names: ['Color', 'Size'], values: ['Red', 'S'], price: 100, quantity: 3, code: 'TEE-R-S' },
  ]);
  for (const wrong of ['Color||*Blue', 'A||*1||*x||*3||*C', `${text}$$Size||*S||*0||*1||*C`])
    expect(readOptionRows(wrong)).toEqual(expect.any(String));

  const harness = await new Harness(2).begin();
  const ItemCode = harness.addTee();
  const replace = async (InventoryInfo: string) =>
    harness.code('ItemsOptions.EditGoodsInventory', { ItemCode, InventoryInfo });
  expect(await replace(text)).toBe(0);
  expect(await harness.rows('ItemsLookup.GetGoodsInventoryInfo', { ItemCode })).toMatchObject([
    { Name1: 'Color', Value1: 'Blue', Name2: 'Size', Value2: 'M', Price: 1, Qty: 3 },
    { Name1: 'Color', Value1: 'Red', Name2: 'Size', Value2: 'S' },
  ]);
  harness.buy([{ sku: 'TEE-B-M', quantity: 1 }]);
  expect(harness.left('TEE-B-M')).toBe(2);
  const insert = {
    ItemCode,
    OptionName: 'Color||*Size',
    OptionValue: 'Red||*XL',
    OptionCode: 'TEE-R-XL',
    Price: '0',
    Qty: '6',
  };
  expect(await harness.code('ItemsOptions.InsertInventoryDataUnit', insert)).toBe(0);
  expect(await harness.code('ItemsOptions.InsertInventoryDataUnit', insert)).toBeLessThan(0);
  expect(
    await harness.code('ItemsOptions.DeleteInventoryDataUnit', { ItemCode, OptionCode: 'TEE-R-S' }),
  ).toBe(0);
  expect(await harness.rows('ItemsLookup.GetGoodsInventoryInfo', { ItemCode })).toHaveLength(2);
  expect(await replace('')).toBe(0);
  expect(
    (await harness.client.call('ItemsLookup.GetGoodsInventoryInfo', { ItemCode })).ResultObject,
  ).toBeNull();
  expect(await harness.rows('ItemsLookup.GetItemDetailInfo', { ItemCode })).toMatchObject([
    { SellerCode: 'TEE', ItemQty: 8, SellPrice: 20 },
  ]);
});

test('price and quantity of an item are set separately or together', async () => {
  const harness = await new Harness(2).begin();
  const ItemCode = harness.addItem('KAYA', 10, 6.9);
  const set = async (parameters: Record<string, string>) =>
    harness.code('ItemsOrder.SetGoodsPriceQty', { ItemCode, ...parameters });
  expect(await set({ Qty: '3' })).toBe(0);
  expect(await set({ Price: '7.25' })).toBe(0);
  expect(harness.sandbox.control.listings('qoo10', harness.shop)).toMatchObject([
    { quantity: 3, price: 7.25 },
  ]);
  expect(await set({ Price: '8', Qty: '0', ExpireDate: '2031-01-01' })).toBe(0);
  expect(await harness.rows('ItemsLookup.GetItemDetailInfo', { ItemCode })).toMatchObject([
    { SellPrice: 8, ItemQty: 0, ExpireDate: '2031-01-01' },
  ]);
  for (const wrong of [{ Qty: '1.5' }, { Price: '0' }, { ExpireDate: '01/01/2031' }])
    expect(await set(wrong)).toBeLessThan(0);
  harness.sandbox.control.editListing('qoo10', harness.shop, variantOf(harness, 'KAYA'), { locked: true });
  expect(await set({ Qty: '5' })).toBeLessThan(0);
});

test('an item is renamed with the whole descriptive set, put on queue, back, and deleted', async () => {
  const harness = await new Harness(2).begin();
  const ItemCode = harness.addItem('KAYA');
  const update = async (parameters: Record<string, string>) =>
    harness.code('ItemsBasic.UpdateGoods', { ItemCode, ...parameters });
  expect(await update({ ItemTitle: 'Kaya Jam' })).toBeLessThan(0);
  expect(await update({ ItemTitle: 'K'.repeat(101), SecondSubCat: '300000002' })).toBeLessThan(0);
  expect(
    await update({ ItemTitle: 'Kaya Jam', SecondSubCat: '300000002', AudultYN: 'Y', ShippingNo: '12345' }),
  ).toBe(0);
  expect(await harness.rows('ItemsLookup.GetItemDetailInfo', { ItemCode })).toMatchObject([
    {
      ItemTitle: 'Kaya Jam',
      SecondSubCatCd: '300000002',
      AdultYN: 'Y',
      ShippingNo: '12345',
      Weight: '',
      ItemQty: 10,
    },
  ]);
  const setStatus = async (Status: string) =>
    harness.code('ItemsBasic.EditGoodsStatus', { ItemCode, Status });
  const statuses = () => harness.sandbox.control.listings('qoo10', harness.shop).map(({ status }) => status);
  for (const [status, word] of [
    ['1', 'S1'],
    ['2', 'S2'],
    ['3', 'S4'],
  ] as const) {
    expect(await setStatus(status)).toBe(0);
    expect(statuses()).toEqual([word]);
  }
  expect(await setStatus('2')).toBeLessThan(0);
  expect(
    codeOf(await harness.client.call('ItemsOrder.SetGoodsPriceQty', { ItemCode, Qty: '1' })),
  ).toBeLessThan(0);
});
