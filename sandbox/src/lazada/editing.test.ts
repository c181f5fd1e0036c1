import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { payload, Harness } from './harness.fixture.ts';

const harness = new Harness(23);
beforeAll(async () => harness.open());
afterAll(async () => harness.sandbox.close());
beforeEach(async () => harness.begin());

const read = async (item: string) => (await harness.client.get('/product/item/get', { item_id: item })).data;
const update = (product: object) =>
  harness.client.post('/product/update', { payload: JSON.stringify({ Request: { Product: product } }) });

test('an item is renamed, delisted, put back and removed', async () => {
  const { item, sku } = harness.addListing('KAYA');
  expect((await update({ ItemId: item, Skus: { Sku: [{ SkuId: sku }] } })).code).toBe('InvalidParameter');
  expect((await update({ ItemId: item, Attributes: { name: 'Kaya jam' }, Skus: { Sku: [{ SkuId: sku }] } })).code).toBe('0');
  expect(await read(item)).toMatchObject({ status: 'Active', attributes: { name: 'Kaya jam' } });
  expect((await update({ ItemId: item, Attributes: { name: 'x'.repeat(256) } })).code).toBe('501');
  const deactivate = (id: string) =>
    harness.client.post('/product/deactivate', { apiRequestBody: `<Request><Product><ItemId>${id}</ItemId></Product></Request>` });
  expect((await deactivate('1')).code).toBe('E0002');
  expect((await deactivate(item)).code).toBe('0');
  expect(await read(item)).toMatchObject({ status: 'InActive', skus: [{ Status: 'inactive' }] });
  expect((await deactivate(item)).code).toBe('E0004');
  expect((await update({ ItemId: item, Attributes: {}, Skus: { Sku: [{ SkuId: sku, Status: 'active' }] } })).code).toBe('0');
  expect(await read(item)).toMatchObject({ status: 'Active', skus: [{ Status: 'active' }] });
  const remove = (ids: string[]) => harness.client.post('/product/remove', { sku_id_list: JSON.stringify(ids) });
  expect((await remove([`SkuId_${item}_1`])).code).toBe('503');
  expect((await remove([`SkuId_${item}_${sku}`])).code).toBe('0');
  expect(await read(item)).toMatchObject({ status: 'Deleted', skus: [] });
}); // oxfmt-ignore

test('some SKUs of an item are taken off sale and put back without the others', async () => {
  const { listings } = harness.sandbox.control.addListings('lazada', harness.shop, {
    name: 'Tee', option_names: ['Size'], variants: [{ sku: 'S', options: ['S'] }, { sku: 'M', options: ['M'] }],
  }); // oxfmt-ignore
  const [small, medium] = listings;
  const item = small?.listing_id ?? '';
  await harness.client.post('/product/deactivate', {
    apiRequestBody: JSON.stringify({
      Request: { Product: { ItemId: item, Skus: { SkuId: [small?.variant_id] } } },
    }),
  });
  expect(await read(item)).toMatchObject({
    status: 'Active',
    skus: [{ Status: 'inactive' }, { Status: 'active' }],
  });
  await harness.client.post('/product/deactivate', { apiRequestBody: JSON.stringify({ Request: { Product: { ItemId: item } } }) }); // oxfmt-ignore
  expect(await read(item)).toMatchObject({ status: 'InActive', skus: [{ Status: 'inactive' }, { Status: 'inactive' }] }); // oxfmt-ignore
  await update({
    ItemId: item,
    Attributes: {},
    Skus: { Sku: [{ SkuId: medium?.variant_id, Status: 'active' }] },
  });
  expect(await read(item)).toMatchObject({
    status: 'Active',
    skus: [{ Status: 'inactive' }, { Status: 'active' }],
  });
});

test('prices have two decimals, and campaigns lock what they hold', async () => {
  const { item, sku } = harness.addListing('KAYA');
  const price = async (fields: object) => (await harness.client.post('/product/price_quantity/update', payload({ ItemId: item, SkuId: sku, ...fields }))).code; // oxfmt-ignore
  expect(await price({ Price: '12.50' })).toBe('0');
  expect(await read(item)).toMatchObject({ skus: [{ price: 12.5 }] });
  expect(await price({ Price: '12.505' })).toBe('4104');
  expect(await price({ Price: '0' })).toBe('4118');
  expect(await price({ SalePrice: '13' })).toBe('4119');
  expect(await price({ SalePrice: '1.001' })).toBe('4121');
  expect(await price({ SalePrice: '9', SaleStartDate: '2026-12-31', SaleEndDate: '2026-01-01' })).toBe(
    '4117',
  );
  harness.sandbox.control.editListing('lazada', harness.shop, sku, { locked: true });
  expect(await update({ ItemId: item, Attributes: { name: 'New' } })).toMatchObject({ code: '501', detail: [{ code: 'THD_IC_ERR_F_IC_ABILITY_PG_004' }] }); // oxfmt-ignore
});
