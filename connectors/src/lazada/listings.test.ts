import { describe, expect, it } from 'vitest';
import type { Cursor } from '../kit/paging.ts';
import { accessTo, queryOf, recordedHttp } from '../kit/recorded-http.fixture.ts';
import { listings } from './listings.ts';

const app = {
  id: '900001',
  secret: 's',
  hosts: { api: 'https://api.test/rest', seller: 'https://seller.test' },
  extra: {},
};
const now = new Date('2026-11-11T04:00:00Z');
const product = {
  item_id: 111,
  status: 'Active',
  subStatus: '',
  updated_time: '1760000000000',
  images: '["https://sg-live.example/p/a.jpg"]',
  attributes: { name: 'Tee' },
  skus: [
    {
      SkuId: 222,
      SellerSku: 'TEE-S',
      Status: 'active',
      quantity: 7,
      Available: 7,
      price: '20.0',
      special_price: 18.0,
      saleProp: { color_family: 'Black' },
      Images: [],
    },
    { SkuId: 223, SellerSku: 'TEE-M', Status: 'inactive', quantity: 0, price: 20, special_price: 0 },
  ],
};
const access = (answer: (offset: number, query: (name: string) => string | null) => unknown) => {
  const http = recordedHttp(now, (request) => ({
    body: { code: '0', data: answer(Number(queryOf(request, 'offset')), (name) => queryOf(request, name)) },
  }));
  return { http, access: accessTo(app, http, { shopId: '1001', extra: { country: 'sg' } }) };
};

describe('Lazada’s products (lazada.md 3)', () => {
  it('are read with their SKUs, prices in cents and pictures in either form', async () => {
    const page = await listings.page(
      access(() => ({ total_products: 1, products: [product] })).access,
      null,
      null,
    );
    expect(page.listings).toMatchObject([
      {
        itemId: '111',
        name: 'Tee',
        status: 'normal',
        imageUrl: 'https://sg-live.example/p/a.jpg',
        editUrl: 'https://seller.test/apps/product/publish?productId=111',
        updatedAt: new Date(1_760_000_000_000),
        variants: [
          {
            variantId: '222',
            sku: 'TEE-S',
            name: 'Black',
            price: 2000,
            specialPrice: 1800,
            currency: 'SGD',
            status: 'normal',
            measure: 7,
          },
          { variantId: '223', price: 2000, specialPrice: null, status: 'delisted' },
        ],
      },
    ]);
  });

  it.each([
    ['Active', '', 'normal'],
    ['InActive', '', 'delisted'],
    ['Pending QC', '', 'delisted'],
    ['Suspended', '', 'delisted'],
    ['Deleted', '', 'deleted'],
    ['Active', 'Live Reject', 'rejected'],
    ['Active', 'Lock', 'delisted'],
    ['Sleeping', '', 'unknown'],
  ])('%s %s is %s', async (status, subStatus, expected) => {
    const products = [{ ...product, status, subStatus }];
    const page = await listings.page(access(() => ({ total_products: 1, products })).access, null, null);
    expect(page.listings[0]?.status).toBe(expected);
    expect(page.listings[0]?.rawStatus).toContain(status);
  });

  it('quarantines a product that does not fit', async () => {
    const products = [product, { ...product, item_id: 112, skus: [{ SkuId: 5, quantity: 'plenty' }] }];
    const page = await listings.page(access(() => ({ total_products: 2, products })).access, null, null);
    expect(page.listings).toHaveLength(1);
    expect(page.unreadable).toMatchObject([{ reference: '112' }]);
  });

  it('cuts a list that is longer than offsets reach by the time of the last change', async () => {
    const { http, access: seller } = access((offset, query) => {
      const whole =
        query('update_before') === null &&
        Date.parse(query('update_after') ?? '1970-01-01') < Date.parse('2018-01-01');
      return {
        total_products: whole ? 15_000 : 60,
        products: Array.from({ length: offset === 0 ? 50 : 10 }, () => product),
      };
    });
    let cursor: Cursor | null = null;
    const windows: (string | null)[] = [];
    do cursor = (await listings.page(seller, cursor, null)).next;
    while (cursor !== null);
    for (const request of http.requests) windows.push(queryOf(request, 'update_before'));
    expect(windows[0]).toBeNull();
    expect(windows[1]).not.toBeNull();
    expect(windows.at(-1)).toBeNull();
    expect(http.requests.every((request) => Number(queryOf(request, 'offset')) < 10_000)).toBe(true);
  });
});
