import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { dataOf, Harness } from './harness.fixture.ts';

const harness = new Harness();
beforeAll(async () => harness.begin());
afterAll(async () => harness.sandbox.close());

const product = z.looseObject({ id: z.string(), status: z.string().optional(), title: z.string() });
const page = z.object({
  total_count: z.int(),
  next_page_token: z.string(),
  products: z.array(product),
});
const batch = z.object({ errors: z.array(z.looseObject({ code: z.int(), message: z.string(), detail: z.looseObject({ sku_id: z.string().optional(), product_id: z.string().optional() }) })).default([]) }); // oxfmt-ignore

async function search(
  body: object,
  query: Record<string, string> = { page_size: '100' },
): Promise<z.infer<typeof page>> {
  return dataOf(page, await harness.client.post('/product/202502/products/search', body, query));
}

test('a search pages with opaque tokens to the end', async () => {
  for (const sku of ['A', 'B', 'C']) harness.add(`PAGE-${sku}`);
  const first = await search({}, { page_size: '2' });
  const second = await search({}, { page_size: '2', page_token: first.next_page_token });
  expect([first.total_count, first.products.length, second.products.length, second.next_page_token]).toEqual([
    3,
    2,
    1,
    '',
  ]);
  expect(new Set([...first.products, ...second.products].map(({ id }) => id)).size).toBe(3);
  expect(
    (await harness.client.post('/product/202502/products/search', {}, { page_size: '101' })).message,
  ).toContain('page_size');
  const bad = { page_size: '2', page_token: 'nonsense' };
  expect((await harness.client.post('/product/202502/products/search', {}, bad)).message).toContain(
    'page_token',
  );
});

test('a product is shown as the document shows it', async () => {
  const { item, sku } = harness.add('SHOWN', 25, { price: 19.9 });
  const found = await search({ seller_skus: ['SHOWN'] });
  expect(found.products).toMatchObject([
    {
      id: item,
      status: 'ACTIVATE',
      sales_regions: ['SG'],
      audit: { status: 'APPROVED' },
      skus: [
        {
          id: sku,
          seller_sku: 'SHOWN',
          status_info: { status: 'NORMAL' },
          price: { currency: 'SGD', sale_price: '19.90', tax_exclusive_price: '19.90' },
          inventory: [{ quantity: 25 }],
        },
      ],
    },
  ]);
  expect(found.products[0]).not.toHaveProperty('integrated_platform_statuses');
  const detail = await harness.client.get(`/product/202309/products/${item}`);
  expect(detail.data).toMatchObject({
    id: item,
    skus: [{ sales_attributes: [] }],
    main_images: [{ width: 800 }],
  });
  expect((await harness.client.get('/product/202309/products/1729500000000000000')).code).toBe(12052048);
});

test('variants carry their options as sales attributes', async () => {
  const { listings } = harness.sandbox.control.addListings('tiktok', harness.shop, {
    name: 'Demo Cotton Tee for every day',
    option_names: ['Colour', 'Size'],
    variants: [{ sku: 'TEE-RED-M', options: ['Red', 'M'] }],
  });
  const got = await harness.client.get(`/product/202309/products/${listings[0]?.listing_id ?? ''}`);
  expect(got.data).toMatchObject({
    skus: [
      {
        sales_attributes: [
          { name: 'Colour', value_name: 'Red' },
          { name: 'Size', value_name: 'M' },
        ],
      },
    ],
  });
});

test('searches by time take both ends, and by status its words', async () => {
  await harness.pass(100);
  const { item } = harness.add('TIMED');
  const now = harness.sandbox.clock.seconds();
  expect((await search({ update_time_ge: now, update_time_le: now })).products.map(({ id }) => id)).toContain(
    item,
  );
  expect((await search({ update_time_ge: now + 1 })).products).toEqual([]);
  harness.sandbox.control.editListing('tiktok', harness.shop, harness.add('GONE').sku, { status: 'deleted' });
  expect((await search({ status: 'DELETED' })).products).toHaveLength(1);
  expect(
    (await harness.client.post('/product/202502/products/search', { status: 'ON' }, { page_size: '1' })).code,
  ).toBe(36009004);
});

test('stock is set, read back, and what is refused is named', async () => {
  const { item, sku } = harness.add('STOCK', 5);
  const path = `/product/202309/products/${item}/inventory/update`;
  expect(
    await harness.client.post(path, { skus: [{ id: sku, inventory: [{ quantity: 7 }] }] }),
  ).toMatchObject({
    code: 0,
    data: {},
  });
  harness.buy({ STOCK: 2 });
  const read = await harness.client.post('/product/202309/inventory/search', { sku_ids: [sku, '1'] });
  expect(read.data).toMatchObject({
    inventory: [
      {
        product_id: item,
        skus: [{ id: sku, total_available_quantity: 5, total_committed_quantity: 2 }],
      },
    ],
  });
  const wrong = { id: sku, inventory: [{ warehouse_id: '123', quantity: 1 }] };
  const stranger = { id: '99', inventory: [{ quantity: 1 }] };
  const errors = dataOf(batch, await harness.client.post(path, { skus: [wrong, stranger] })).errors;
  expect(errors).toMatchObject([
    { code: 12052990, detail: { sku_id: sku, extra_errors: [{ code: 12052097, warehouse_id: '123' }] } },
    { code: 12052048, detail: { sku_id: '99' } },
  ]);
  expect(harness.quantity('STOCK')).toBe(5);
  for (const quantity of [-1, 100_000, 1.5])
    expect((await harness.client.post(path, { skus: [{ id: sku, inventory: [{ quantity }] }] })).code).toBe(
      36009004,
    );
  expect((await harness.client.post(path, { skus: [{ id: sku, inventory: [{ quantity: 0 }] }] })).code).toBe(
    0,
  );
  expect(harness.quantity('STOCK')).toBe(0);
});

test('a running promotion refuses what apps write, and a frozen product is not there', async () => {
  const { item, sku } = harness.add('LOCKED', 5, { locked: true });
  const skus = [{ id: sku, inventory: [{ quantity: 1 }] }];
  const path = `/product/202309/products/${item}/inventory/update`;
  expect(dataOf(batch, await harness.client.post(path, { skus })).errors).toMatchObject([{ code: 12052990 }]);
  harness.sandbox.control.editListing('tiktok', harness.shop, sku, { status: 'banned' });
  expect((await search({ status: 'FREEZE' })).products.map(({ id }) => id)).toEqual([item]);
  expect((await harness.client.post(path, { skus })).code).toBe(12052048);
  expect((await harness.client.get(`/product/202309/products/${item}`)).code).toBe(12052048);
});

test('of a batch that breaks off, the rest is among the errors', async () => {
  const { listings } = harness.sandbox.control.addListings('tiktok', harness.shop, {
    name: 'A thing in two sizes, for testing',
    option_names: ['Size'],
    variants: [
      { sku: 'HALF-S', options: ['S'] },
      { sku: 'HALF-M', options: ['M'] },
    ],
  });
  const [small, middle] = listings;
  const skus = [small, middle].map((one) => ({ id: one?.variant_id ?? '', inventory: [{ quantity: 3 }] }));
  harness.sandbox.control.setFaults([{ kind: 'half_batch', call: 'inventory/update', rate: 1, count: 1 }]);
  const path = `/product/202309/products/${small?.listing_id ?? ''}/inventory/update`;
  expect(dataOf(batch, await harness.client.post(path, { skus })).errors).toMatchObject([
    { code: 36009003, detail: { sku_id: middle?.variant_id } },
  ]);
  expect([harness.quantity('HALF-S'), harness.quantity('HALF-M')]).toEqual([3, 0]);
});

test('prices are set while the product is live and no promotion runs', async () => {
  const { item, sku } = harness.add('PRICED');
  const path = `/product/202309/products/${item}/prices/update`;
  const priced = (amount: string, currency = 'SGD'): object => ({
    skus: [{ id: sku, price: { amount, currency } }],
  });
  expect((await harness.client.post(path, priced('18.50'))).data).toEqual({});
  expect(harness.sandbox.control.listing('tiktok', harness.shop, sku).price).toBe(18.5);
  expect((await harness.client.post(path, priced('18.505'))).code).toBe(36009004);
  expect((await harness.client.post(path, priced('18.50', 'USD'))).code).toBe(36009004);
  harness.sandbox.control.editListing('tiktok', harness.shop, sku, { special_price: 15 });
  expect((await harness.client.post(path, priced('17.00'))).message).toContain('promotion');
  harness.sandbox.control.editListing('tiktok', harness.shop, sku, {
    special_price: null,
    status: 'unlisted',
  });
  expect((await harness.client.post(path, priced('17.00'))).message).toContain('SELLER_DEACTIVATED');
});
