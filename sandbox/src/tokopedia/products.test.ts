import { expect, test } from 'vitest';
import { records, Harness } from './harness.fixture.ts';

const info = '/inventory/v1/fs/{fs}/product/info';
const stockUpdate = '/inventory/v1/fs/{fs}/stock/update';
const priceUpdate = '/inventory/v1/fs/{fs}/price/update';

async function productRows(harness: Harness, parameters: Record<string, string | number>) {
  return records.parse((await harness.client.get(info, parameters)).data);
}

test('products of a shop come page by page, parents and children as rows of their own', async () => {
  const harness = await new Harness(2).begin();
  const kaya = harness.addProduct('KAYA', 25, 50_000);
  const { parent, children } = harness.addTee();
  const page = async (number: number) =>
    productRows(harness, { shop_id: harness.shop, page: number, per_page: 3 });
  expect(await page(1)).toMatchObject([
    {
      basic: { productID: kaya, shopID: Number(harness.shop), status: 1, name: 'KAYA' },
      price: { value: 50_000, currency: 1, idr: 50_000 }, stock: { useStock: true, value: 25 }, main_stock: 25, variant: {}, GMStats: {}, other: { sku: 'KAYA' },
    },
    { basic: { productID: parent, name: 'Kaos Polos' }, variant: { isParent: true, isVariant: true, childrenID: children }, stock: { value: 5 } },
    { basic: { productID: children[0], name: 'Kaos Polos - Hijau' }, variant: { isVariant: true, parentID: parent }, other: { sku: 'TEE-G' } },
  ]); // oxfmt-ignore
  const [last] = await page(2);
  // Go leaves out what is zero.
  expect(last).toMatchObject({ basic: { productID: children[1] }, stock: { useStock: true } });
  expect(last?.['stock']).not.toHaveProperty('value');
  expect(last).not.toHaveProperty('main_stock');
  expect(await page(3)).toEqual([]);
  expect((await harness.client.get(info, { shop_id: harness.shop })).code).toBe('PRD_DLV_005');
  expect((await harness.client.get(info, { shop_id: harness.shop, page: 1, per_page: 51 })).status).toBe(400);
  expect((await harness.client.get(info)).code).toBe('PRD_DLV_016');
});

test('products are read by id, several at a time, and by SKU; a parent with its children', async () => {
  const harness = await new Harness(2).begin();
  const kaya = harness.addProduct('KAYA');
  const { parent, children } = harness.addTee();
  expect(
    await productRows(harness, { product_id: `${String(kaya)},${String(children[1])},1` }),
  ).toMatchObject([{ basic: { productID: kaya } }, { basic: { productID: children[1] } }]);
  expect(await productRows(harness, { sku: 'TEE-G' })).toMatchObject([{ basic: { productID: children[0] } }]);
  const tree = await harness.client.get(`/inventory/v1/fs/{fs}/product/variant/${String(parent)}`);
  expect(tree.data).toMatchObject({
    parent_id: parent,
    default_child: children[0],
    variant: [{ name: 'warna', position: 1, option: [{ value: 'Hijau' }, { value: 'Merah' }] }],
    children: [
      { product_id: children[0], price: 50_000, price_fmt: 'Rp 50.000', stock: 5, main_stock: 5, reserve_stock: 0, sku: 'TEE-G', is_buyable: true },
      { product_id: children[1], stock: 0, is_buyable: false },
    ],
  }); // oxfmt-ignore
});

test('stock and prices are written row by row: the failed ones are reported with 200', async () => {
  const harness = await new Harness(2).begin();
  const kaya = harness.addProduct('KAYA');
  const { parent, children } = harness.addTee();
  const shop = { shop_id: harness.shop };
  const rows = [{ product_id: kaya, new_stock: 40 }, { sku: 'TEE-R', product_id: kaya, new_stock: 3 }, { product_id: 151231699, new_stock: 1 }, { sku: 'NONE', new_stock: 1 }, { product_id: parent, new_stock: 1 }]; // oxfmt-ignore
  expect(await harness.client.post(stockUpdate, rows, shop)).toMatchObject({
    status: 200,
    data: {
      succeed_rows: 2,
      failed_rows: 3,
      failed_rows_data: [
        { product_id: 151231699, sku: '', product_url: '', new_stock: 1, message: 'Invalid Product ID.' },
        { sku: 'NONE', message: 'Invalid SKU.' },
        { product_id: parent, message: 'Invalid Product ID.' },
      ],
    },
  });
  expect([harness.left('KAYA'), harness.left('TEE-R')]).toEqual([40, 3]);
  const priced = await harness.client.post(priceUpdate, [{ product_id: children[0], new_price: 61_000 }, { product_id: 5, new_price: 1_000 }], shop); // oxfmt-ignore
  expect(priced.data).toMatchObject({
    succeed_rows: 1,
    failed_rows_data: [{ product_id: 5, new_price: 1_000 }],
  });
  expect(await productRows(harness, { product_id: children[0] ?? 0 })).toMatchObject([
    { price: { value: 61_000 } },
  ]);
  for (const [body, query, code] of [
    [[{ sku: 'KAYA', new_stock: '5' }], shop, 'PRD_DLV_042'], [[{ sku: 'KAYA', new_stock: 1.5 }], shop, 'PRD_DLV_042'], [[{ sku: 'KAYA', new_stock: 5 }], {}, 'PRD_DLV_016'],
    [Array.from({ length: 101 }, () => ({ sku: 'KAYA', new_stock: 5 })), shop, 'PRD_DLV_018'], [[], { shop_id: 'x' }, 'PRD_DLV_003'], [[], { ...shop, warehouse_id: 5 }, 'PRD_USC_001'],
  ] as const) expect((await harness.client.post(stockUpdate, body, query)).code).toBe(code); // oxfmt-ignore
});

test('half of a batch is done and answered under the fault of that name; a promotion refuses its row', async () => {
  const harness = await new Harness(2).begin();
  harness.addProduct('KAYA');
  harness.addProduct('TEH');
  const rows = [{ sku: 'KAYA', new_stock: 1 }, { sku: 'TEH', new_stock: 1 }]; // oxfmt-ignore
  harness.sandbox.control.setFaults([{ kind: 'half_batch', rate: 1, call: 'stock/update' }]);
  expect((await harness.client.post(stockUpdate, rows, { shop_id: harness.shop })).data).toMatchObject({
    succeed_rows: 1,
    failed_rows: 0,
  });
  expect([harness.left('KAYA'), harness.left('TEH')]).toEqual([1, 10]);
  harness.sandbox.control.setFaults([]);
  const teh = harness.sandbox.control.listings('tokopedia', harness.shop)[1]?.variant_id ?? '';
  harness.sandbox.control.editListing('tokopedia', harness.shop, teh, { locked: true });
  expect((await harness.client.post(stockUpdate, rows, { shop_id: harness.shop })).data).toMatchObject({
    failed_rows: 1,
  });
});

test('products are taken off sale, put back and deleted, children separately', async () => {
  const harness = await new Harness(2).begin();
  const kaya = harness.addProduct('KAYA');
  const { parent, children } = harness.addTee();
  const shop = { shop_id: harness.shop };
  const status = async (id: number | undefined) =>
    (await productRows(harness, { product_id: id ?? 0 })).map((row) => row['basic']);
  const off = await harness.client.post(
    '/v1/products/fs/{fs}/inactive',
    { product_id: [kaya, children[0], 9] },
    shop,
  );
  expect(off.data).toEqual({
    total_data: 3,
    succeed_rows: 2,
    failed_rows: 1,
    failed_rows_data: ['Error Product ID [9] : Product not found'],
  });
  expect([
    ...(await status(kaya)),
    ...(await status(children[0])),
    ...(await status(children[1])),
  ]).toMatchObject([{ status: 3 }, { status: 3 }, { status: 1 }]);
  const on = await harness.client.post('/v1/products/fs/{fs}/active', { product_id: [kaya] }, shop);
  expect(on.data).toMatchObject({ succeed_rows: 1, failed_rows_data: null });
  expect(await status(kaya)).toMatchObject([{ status: 1 }]);
  await harness.client.post('/v3/products/fs/{fs}/delete', { product_id: [children[1], kaya] }, shop);
  const gone = await harness.client.get(info, { product_id: kaya });
  expect(gone).toMatchObject({ data: null });
  expect(await productRows(harness, { product_id: parent })).toMatchObject([
    { variant: { childrenID: [children[0]] } },
  ]);
  await harness.client.post('/v3/products/fs/{fs}/delete', { product_id: [parent] }, shop);
  expect(await productRows(harness, { ...shop, page: 1, per_page: 50 })).toEqual([]);
});

test('an edit is an upload that is done after a while; version 3 does it at once', async () => {
  const harness = await new Harness(2).begin();
  const kaya = harness.addProduct('KAYA');
  const shop = { shop_id: harness.shop };
  const edit = async (version: number, products: object[]): Promise<unknown> =>
    (
      await harness.client.send('PATCH', `/v${String(version)}/products/fs/{fs}/edit`, shop, { products })
    ).json();
  const name = async () => (await productRows(harness, { product_id: kaya })).map((row) => row['basic']);
  expect(
    await edit(2, [
      { id: kaya, name: 'Selai Srikaya' },
      { id: 7, name: 'x' },
    ]),
  ).toMatchObject({ data: { upload_id: 5721 } });
  const upload = async () => (await harness.client.get('/v2/products/fs/{fs}/status/5721', shop)).data;
  expect(await upload()).toMatchObject({ upload_data: [{ status: 'ON_PROGRESS', unprocessed_rows: 2 }] });
  expect(await name()).toMatchObject([{ name: 'KAYA' }]);
  harness.pass(4);
  expect(await upload()).toEqual({
    upload_data: [{ upload_id: 5721, status: 'DONE', total_data: 2, unprocessed_rows: 0, success_rows: 1, failed_rows: 1, processed: 2 }],
  }); // oxfmt-ignore
  expect(await name()).toMatchObject([{ name: 'Selai Srikaya' }]);
  expect((await harness.client.get('/v2/products/fs/{fs}/status/1', shop)).code).toBe('PRD_USC_025');
  expect(await edit(3, [{ id: kaya, name: 'K'.repeat(71) }, { id: kaya, price: 70_000 }])).toMatchObject({
    data: { total_data: 2, success_data: 1, fail_data: 1, success_rows_data: [{ product_id: kaya, product_sku: 'KAYA' }], failed_rows_data: [{ error: ['name is longer than 70'] }] },
  }); // oxfmt-ignore
  expect(await productRows(harness, { product_id: kaya })).toMatchObject([{ price: { value: 70_000 } }]);
});
