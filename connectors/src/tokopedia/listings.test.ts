import { describe, expect, it } from 'vitest';
import { queryOf } from '../kit/recorded-http.fixture.ts';
import { failed, ok, shopWith } from './app.fixture.ts';
import { levelOf, listings, productStatuses } from './listings.ts';
import { product } from './wire.ts';

/** tokopedia.md 3.1. */
const parent = {
  basic: {
    productID: 15347299,
    shopID: 479573,
    status: 1,
    name: 'Kaos Polos Demo',
    condition: 1,
    childCategoryID: 1817,
  },
  price: { value: 50000, currency: 1, LastUpdateUnix: 1583814996, idr: 50000 },
  weight: { value: 200, unit: 1 },
  stock: { useStock: true, value: 25, stockWording: '…' },
  main_stock: 23,
  reserve_stock: 2,
  variant: { isParent: true, isVariant: true, childrenID: [15347300, 15347301] },
  preorder: {},
  pictures: [{ picID: 1, OriginalURL: 'https://a', ThumbnailURL: 'https://t' }],
  GMStats: {},
  other: { sku: 'TEE-01', url: 'https://u' },
  warehouses: [{ productID: 15347299, warehouseID: 1610, stock: { useStock: true, value: 25 } }],
};
const single = { ...parent, basic: { ...parent.basic, productID: 7 }, variant: {} };
const child = {
  ...parent,
  basic: { ...parent.basic, productID: 15347300 },
  variant: { isVariant: true, parentID: 15347299 },
};
const tree = {
  parent_id: 15347299,
  default_child: 15347300,
  sizechart: '',
  variant: [],
  children: [
    {
      name: 'Kaos Polos Demo - Hijau, XL',
      product_id: 15347300,
      price: 50000,
      stock: 29,
      main_stock: 27,
      reserve_stock: 2,
      sku: 'TEE-G-XL',
      enabled: true,
      picture: { original: 'https://g' },
    },
    {
      name: 'Kaos Polos Demo - Merah, XL',
      product_id: 15347301,
      price: 60000,
      sku: 'TEE-R-XL',
      enabled: false,
    },
  ],
};
const shopOf = (records: readonly unknown[]) =>
  shopWith({
    'product/info': (request) => {
      const ids = queryOf(request, 'product_id')?.split(',');
      return ok(
        ids === undefined
          ? records
          : records.filter((record) => ids.includes(product.parse(record).basic.productID)),
      );
    },
    'product/variant/15347299': () => ok(tree),
  });

describe('the products of a shop (tokopedia.md 3.1)', () => {
  it('are parents with their children, and products without children', async () => {
    const got = await listings.page(shopOf([parent, child, single]).access, null, null);
    expect(got.next).toBeNull();
    expect(got.listings).toMatchObject([
      {
        itemId: '15347299',
        name: 'Kaos Polos Demo',
        status: 'normal',
        variants: [
          {
            variantId: '15347300',
            sku: 'TEE-G-XL',
            name: 'Hijau, XL',
            price: 5_000_000,
            currency: 'IDR',
            measure: 29,
            reserved: 2,
            stockRef: { product: '15347300' },
          },
          // What is left out is nothing: it is out of stock and switched off.
          { variantId: '15347301', measure: 0, status: 'delisted' },
        ],
      },
      { itemId: '7', variants: [{ variantId: '7', sku: 'TEE-01', measure: 25, reserved: 2, name: '' }] },
    ]);
  });

  it('continue while a page is full, and stop with an error when it repeats', async () => {
    const full = Array.from({ length: 50 }, (_, index) => ({
      ...single,
      basic: { ...single.basic, productID: index + 100 },
    }));
    const { access, called } = shopOf(full);
    const first = await listings.page(access, null, null);
    expect(first.next).toEqual({ page: 2, first: '100', isFull: true });
    await expect(listings.page(access, first.next, null)).rejects.toMatchObject({
      fault: { kind: 'unexpected' },
    });
    expect(called('product/info').map((request) => queryOf(request, 'page'))).toEqual(['1', '2']);
  });

  it('are no empty list where null is in their place, unless the page before was not full', async () => {
    const { access } = shopWith({ 'product/info': () => ok(null) });
    const refused = { fault: { kind: 'unexpected', reason: { code: 'answers.incomplete' } } };
    await expect(listings.page(access, null, null)).rejects.toMatchObject(refused);
    await expect(listings.page(access, { page: 2, first: '100', isFull: true }, null)).rejects.toMatchObject(
      refused,
    );
    const end = await listings.page(access, { page: 2, first: '100', isFull: false }, null);
    expect(end).toMatchObject({ listings: [], next: null });
  });

  it('are read by id, a child with its parent; what an answer lacks, asked for alone too, is not gone', async () => {
    const got = await listings.read(shopOf([parent, child, single]).access, ['7', '15347300', '99']);
    expect(got.listings.map(({ itemId }) => itemId)).toEqual(['7', '15347299']);
    expect(got.missing).toEqual([]);
    expect(got.unreadable).toMatchObject([{ reference: '99' }]);
  });

  it('are asked for one by one when one of them fails the call', async () => {
    const { access } = shopWith({
      'product/info': (request) =>
        (queryOf(request, 'product_id') ?? '').includes('99')
          ? failed(500, 'OPENAPI_DB_003', 'data not found')
          : ok([single]),
    });
    const got = await listings.read(access, ['7', '99']);
    expect(got.listings.map(({ itemId }) => itemId)).toEqual(['7']);
    expect(got.missing).toEqual(['99']);
  });

  it('quarantine one that cannot be read', async () => {
    const broken = { ...single, basic: { ...single.basic, productID: 8, status: 'on sale' } };
    const got = await listings.page(
      shopWith({ 'product/info': () => ok([broken, single]) }).access,
      null,
      null,
    );
    expect(got.unreadable).toMatchObject([{ reference: '8' }]);
    expect(got.listings).toHaveLength(1);
  });
});

describe('the measure at Tokopedia (tokopedia.md 3.1)', () => {
  const of = (more: object) => levelOf(shopOf([]).access, product.parse({ ...single, ...more }));

  it('is what can be bought and what a campaign keeps', () => {
    expect(of({})).toMatchObject({ measure: 25, reserved: 2, stockRef: { product: '7' } });
    expect(of({ stock: { useStock: true } })).toMatchObject({ measure: 0 });
    expect(of({ stock: {} })).toMatchObject({ measure: null });
  });

  it('is the first warehouse’s where there are several', () => {
    const warehouses = [1610, 1611].map((warehouseID, index) => ({
      warehouseID,
      stock: { useStock: true, value: 5 + index },
    }));
    expect(of({ warehouses })).toMatchObject({ measure: 5, stockRef: { product: '7', warehouse: '1610' } });
  });
});

it('knows every status of the document (tokopedia.md 3.1)', () => {
  for (const status of ['1', '3', '-2', '-1', '0', '2']) expect(productStatuses[status]).toBeDefined();
});
