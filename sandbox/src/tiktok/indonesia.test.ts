import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { dataOf, Harness } from './harness.fixture.ts';

const harness = new Harness();
beforeAll(async () => harness.begin('IDR'));
afterAll(async () => harness.sandbox.close());

const page = z.looseObject({ products: z.array(z.looseObject({ id: z.string(), status: z.string().optional() })) }); // oxfmt-ignore

async function search(body: object): Promise<z.infer<typeof page>['products']> {
  return dataOf(
    page,
    await harness.client.post('/product/202502/products/search', body, { page_size: '100' }),
  ).products;
}

test('the shop is in ID, and its amounts have no decimals', async () => {
  expect((await harness.client.get('/authorization/202309/shops', {}, null)).data).toMatchObject({
    shops: [{ region: 'ID' }],
  });
  const { item, sku } = harness.add('KOPI', 50, { price: 25_000 });
  const order = await harness.order(harness.buy({ KOPI: 2 }));
  expect(order.payment).toMatchObject({
    currency: 'IDR',
    sub_total: '50000',
    shipping_fee: '12000',
    total_amount: '62000',
    buyer_service_fee: '0',
  });
  expect(harness.truth(order.id).total).toBe(62_000);
  const priced = (amount: string): object => ({ skus: [{ id: sku, price: { amount, currency: 'IDR' } }] });
  const path = `/product/202309/products/${item}/prices/update`;
  expect((await harness.client.post(path, priced('26000.50'))).code).toBe(36009004);
  expect((await harness.client.post(path, priced('26000'))).code).toBe(0);
  expect(harness.sandbox.control.listing('tiktok', harness.shop, sku).price).toBe(26_000);
});

test('orders come from both storefronts, and some are Tokopedia’s warehouse’s to send', async () => {
  const orders = [];
  for (let count = 0; count < 12; count += 1) orders.push(await harness.order(harness.buy({ KOPI: 1 })));
  expect(new Set(orders.map((order) => order['commerce_platform']))).toEqual(
    new Set(['TIKTOK_SHOP', 'TOKOPEDIA']),
  );
  const theirs = orders.find((one) => one['fulfillment_type'] === 'FULFILLMENT_BY_DILAYANI_TOKOPEDIA');
  expect(theirs?.['commerce_platform']).toBe('TOKOPEDIA');
  const parcel = theirs?.packages[0]?.id ?? '';
  const shipped = await harness.client.post(`/fulfillment/202309/packages/${parcel}/ship`, {
    handover_method: 'DROP_OFF',
  });
  expect(shipped.code).toBe(10007014);
});

test('each storefront has a status of its own, and TikTok’s is absent where the product is not listed there', async () => {
  for (let count = 0; count < 7; count += 1) harness.add(`MANY-${String(count)}`);
  const all = await search({});
  const alone = all.filter(({ status }) => status === undefined);
  expect(alone.length).toBeGreaterThan(0);
  expect(alone[0]).toMatchObject({
    integrated_platform_statuses: [{ platform: 'TOKOPEDIA', status: 'ACTIVATE' }],
  });
  const both = all.find(({ status }) => status !== undefined);
  const ids = { product_ids: [both?.id ?? ''] };
  const isOn = async (listing_platforms: string[]): Promise<boolean> => (await search({ status: 'ACTIVATE', listing_platforms })).some(({ id }) => id === both?.id); // oxfmt-ignore
  expect(await isOn(['TIKTOK_SHOP', 'TOKOPEDIA'])).toBe(true);
  // Without listing_platforms, TikTok Shop is meant.
  expect((await harness.client.post('/product/202309/products/deactivate', ids)).data).toEqual({});
  expect([await isOn(['TIKTOK_SHOP']), await isOn(['TOKOPEDIA'])]).toEqual([false, true]);
  await harness.client.post('/product/202309/products/deactivate', {
    ...ids,
    listing_platforms: ['TOKOPEDIA'],
  });
  expect(await isOn(['TOKOPEDIA'])).toBe(false);
  const again = { ...ids, listing_platforms: ['TIKTOK_SHOP', 'TOKOPEDIA'] };
  expect((await harness.client.post('/product/202309/products/activate', again)).data).toEqual({});
  await harness.pass(10);
  expect(await isOn(['TIKTOK_SHOP', 'TOKOPEDIA'])).toBe(true);
  const bad = await harness.client.post('/product/202502/products/search', { listing_platforms: ['TOKOPEDIA'] }, { page_size: '10' }); // oxfmt-ignore
  expect(bad.code).toBe(36009004);
});
