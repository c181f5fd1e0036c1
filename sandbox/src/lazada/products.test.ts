import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { payload, Harness } from './harness.fixture.ts';

const harness = new Harness(12);
beforeAll(async () => harness.open());
afterAll(async () => harness.sandbox.close());
beforeEach(async () => harness.begin());

const pageData = z.object({ products: z.array(z.object({ item_id: z.int() })) });

describe('products', () => {
  test('are listed by update, 50 at a time, in one page after the other', async () => {
    harness.sandbox.control.addListings('lazada', harness.shop, { count: 60 });
    const since = '2020-01-01T00:00:00+08:00';
    const first = await harness.client.get('/products/get', {
      update_after: since,
      limit: '50',
      offset: '0',
    });
    const second = await harness.client.get('/products/get', {
      update_after: since,
      limit: '50',
      offset: '50',
    });
    const ids = [first, second].flatMap(({ data }) =>
      pageData.parse(data).products.map((one) => one.item_id),
    );
    expect([ids.length, new Set(ids).size]).toEqual([60, 60]);
    expect((await harness.client.get('/products/get', { limit: '51' })).code).toBe('19');
    expect((await harness.client.get('/products/get', { offset: '10001' })).code).toBe('14');
    expect((await harness.client.get('/products/get', { update_after: 'yesterday' })).code).toBe('17');
    expect((await harness.client.get('/products/get', { filter: 'odd' })).code).toBe('36');
  });

  test('a SKU shows its price, its numbers and a campaign’s units', async () => {
    const { item, sku } = harness.addListing('TEE-S', 9);
    harness.sandbox.control.editListing('lazada', harness.shop, sku, { reserved: 2, special_price: 18 });
    const { data } = await harness.client.get('/products/get', { sku_seller_list: '["TEE-S"]' });
    expect(data).toMatchObject({
      total_products: 1,
      products: [{
        item_id: Number(item), status: 'Active', attributes: { name: 'TEE-S' },
        skus: [{ SkuId: Number(sku), SellerSku: 'TEE-S', Status: 'active', quantity: 9, price: 20, special_price: 18, channelInventories: [{ sellableQuantity: 2 }] }],
      }],
    }); // oxfmt-ignore
    expect((await harness.client.get('/product/item/get', { item_id: '1' })).code).toBe('208');
  });
});

describe('stock', () => {
  test('walks through placing, paying, shipping and cancelling', async () => {
    const { item } = harness.addListing('KAYA');
    expect(await harness.numbers(item)).toEqual([10, 10, 0, 0]);
    const order = harness.buy('KAYA', 1, false);
    expect(await harness.numbers(item)).toEqual([9, 10, 1, 0]);
    harness.happen(order, 'pay');
    expect(await harness.numbers(item)).toEqual([9, 10, 0, 1]);
    const other = harness.buy('KAYA', 1);
    harness.happen(other, 'cancel');
    expect(await harness.numbers(item)).toEqual([9, 10, 0, 1]);
    harness.happen(order, 'pack');
    harness.happen(order, 'ship');
    expect(await harness.numbers(item)).toEqual([9, 9, 0, 0]);
  });

  test('the total of price_quantity/update counts unpaid and unpacked units', async () => {
    const { item, sku } = harness.addListing('KAYA');
    harness.buy('KAYA', 2, false);
    harness.buy('KAYA', 3);
    const total = await harness.client.post(
      '/product/price_quantity/update',
      payload({ ItemId: item, SkuId: sku, Quantity: '20', Price: '6.50' }),
    );
    expect(total.code).toBe('0');
    expect(await harness.numbers(item)).toEqual([15, 20, 2, 3]);
    expect(
      (
        await harness.client.post(
          '/product/price_quantity/update',
          payload({ ItemId: item, SkuId: sku, Quantity: '4' }),
        )
      ).code,
    ).toBe('212');
  });

  test('an XML payload, warehouses and a relative change are understood', async () => {
    const { item, sku } = harness.addListing('KAYA');
    const xml = `<Request><Product><Skus><Sku><ItemId>${item}</ItemId><SkuId>${sku}</SkuId><MultiWarehouseInventories><MultiWarehouseInventory><WarehouseCode>dropshipping</WarehouseCode><SellableQuantity>6</SellableQuantity></MultiWarehouseInventory></MultiWarehouseInventories></Sku></Skus></Product></Request>`;
    expect((await harness.client.post('/product/stock/sellable/update', { payload: xml })).code).toBe('0');
    expect(
      (
        await harness.client.post(
          '/product/stock/sellable/adjust',
          payload({ ItemId: item, SkuId: sku, SellableQuantity: '-2' }),
        )
      ).code,
    ).toBe('0');
    expect(await harness.numbers(item)).toEqual([4, 4, 0, 0]);
    expect(
      (await harness.client.post('/product/stock/sellable/update', { payload: '<Request/>' })).code,
    ).toBe('InvalidParameter');
  });

  test('a call that fails in part does the rest and says which failed', async () => {
    const good = harness.addListing('GOOD');
    const reserved = harness.addListing('CAMPAIGN');
    const locked = harness.addListing('LOCKED');
    harness.sandbox.control.editListing('lazada', harness.shop, reserved.sku, { reserved: 4 });
    harness.sandbox.control.editListing('lazada', harness.shop, locked.sku, { locked: true });
    const got = await harness.client.post(
      '/product/stock/sellable/update',
      payload(
        { ItemId: good.item, SkuId: good.sku, SellableQuantity: '5' },
        { ItemId: reserved.item, SkuId: reserved.sku, SellableQuantity: '3' },
        { ItemId: locked.item, SkuId: locked.sku, SellableQuantity: '3' },
        { ItemId: '1', SkuId: '2', SellableQuantity: '3' },
      ),
    );
    expect(got.code).toBe('501');
    expect(got.detail?.map(({ sku_id, code }) => [sku_id, code])).toEqual([
      [reserved.sku, '212'],
      [locked.sku, 'THD_IC_ERR_F_IC_ABILITY_PG_004'],
      ['2', '207'],
    ]);
    expect(await harness.numbers(good.item)).toEqual([5, 5, 0, 0]);
    expect(await harness.numbers(reserved.item)).toEqual([10, 10, 0, 0]);
    const alone = await harness.client.post(
      '/product/stock/sellable/update',
      payload({ ItemId: reserved.item, SkuId: reserved.sku, SellableQuantity: '3' }),
    );
    expect(alone.code).toBe('212');
    expect(
      (
        await harness.client.post(
          '/product/stock/sellable/update',
          payload({ ItemId: reserved.item, SkuId: reserved.sku, SellableQuantity: '4' }),
        )
      ).code,
    ).toBe('0');
  });

  test('more than 50 SKUs are refused', async () => {
    const many = Array.from({ length: 51 }, () => ({ SkuId: '1', SellableQuantity: '1' }));
    expect((await harness.client.post('/product/stock/sellable/update', payload(...many))).code).toBe('204');
  });

  test('faults: half a batch, a stale read, an error after the work was done', async () => {
    const one = harness.addListing('ONE');
    const two = harness.addListing('TWO');
    const both = payload(
      { ItemId: one.item, SkuId: one.sku, SellableQuantity: '3' },
      { ItemId: two.item, SkuId: two.sku, SellableQuantity: '3' },
    );
    harness.sandbox.control.setFaults([{ kind: 'half_batch', rate: 1 }]);
    expect(await harness.client.post('/product/stock/sellable/update', both)).toMatchObject({
      code: '501',
      detail: [{ sku_id: two.sku }],
    });
    harness.sandbox.control.setFaults([{ kind: 'error_after_commit', rate: 1 }]);
    expect((await harness.client.post('/product/stock/sellable/update', both)).code).toBe('ServiceTimeout');
    harness.sandbox.control.setFaults([]);
    expect(await harness.numbers(two.item)).toEqual([3, 3, 0, 0]);
    harness.sandbox.control.setFaults([{ kind: 'stale_read', rate: 1, after: 60 }]);
    expect(await harness.numbers(two.item)).toEqual([10, 10, 0, 0]);
    harness.sandbox.control.setFaults([{ kind: 'throttle', rate: 1 }]);
    expect((await harness.client.get('/seller/get')).code).toBe('ApiCallLimit');
    harness.sandbox.control.setFaults([]);
  });
});
