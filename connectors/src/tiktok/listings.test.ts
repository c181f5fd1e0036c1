import { describe, expect, it } from 'vitest';
import { accessTo, pathOf, queryOf, recordedHttp } from '../kit/recorded-http.fixture.ts';
import type { Recorded, RecordedHttp } from '../kit/recorded-http.fixture.ts';
import { listings, productStatuses, skuStatuses } from './listings.ts';

const app = {
  id: 'k',
  secret: 's',
  hosts: { api: 'https://api.test', seller: 'https://seller.test' },
  extra: {},
};
const now = new Date(1_767_225_600_000);

const tee = {
  id: '1729592969712207008',
  title: 'Demo Cotton Tee',
  status: 'ACTIVATE',
  update_time: 1_767_000_000,
  main_images: [{ uri: 'u', urls: ['https://p.test/1.jpg'], thumb_urls: [] }],
  skus: [
    {
      id: '1729592969712207012',
      seller_sku: 'TEE-RED-M',
      status_info: { status: 'NORMAL' },
      price: { currency: 'SGD', sale_price: '19.90', tax_exclusive_price: '19.90' },
      inventory: [
        { warehouse_id: '7068517275539719942', quantity: 25 },
        { warehouse_id: '7068517275539719943', quantity: 4 },
      ],
      sales_attributes: [
        { name: 'Colour', value_name: 'Red', sku_img: { urls: ['https://p.test/red.jpg'] } },
        { name: 'Size', value_name: 'M' },
      ],
    },
  ],
};

function shop(
  products: readonly Record<string, unknown>[],
  page: Record<string, unknown> = {},
): RecordedHttp {
  return recordedHttp(now, (request): Recorded => {
    const path = pathOf(request);
    if (path.endsWith('/products/search')) {
      return { body: { code: 0, data: { products, total_count: products.length, ...page } } };
    }
    const found = products.find(({ id }) => path.endsWith(`/${String(id)}`));
    return found === undefined
      ? { body: { code: 12052048, message: 'product belongs to another seller', data: null } }
      : { body: { code: 0, message: 'Success', data: found } };
  });
}

const accessOver = (http: RecordedHttp) =>
  accessTo(app, http, { shopId: '7', extra: { cipher: 'c', region: 'ID' } });
const only = async (product: Record<string, unknown>) => {
  const { listings: found } = await listings.page(accessOver(shop([product])), null, null);
  return found[0];
};

describe('TikTok’s listings (tiktok.md 3)', () => {
  it('are read with their detail', async () => {
    expect(await only(tee)).toMatchObject({
      itemId: '1729592969712207008',
      name: 'Demo Cotton Tee',
      imageUrl: 'https://p.test/1.jpg',
      editUrl: 'https://seller.test/product/edit/1729592969712207008',
      rawStatus: 'ACTIVATE',
      status: 'normal',
      updatedAt: new Date(1_767_000_000_000),
      variants: [
        {
          variantId: '1729592969712207012',
          sku: 'TEE-RED-M',
          name: 'Red, M',
          imageUrl: 'https://p.test/red.jpg',
          price: 1990,
          currency: 'SGD',
          measure: 29,
          reserved: 0,
          maximum: 99_999,
          stockRef: { warehouses: '7068517275539719942,7068517275539719943' },
        },
      ],
    });
  });

  it('name the variant of a product without variants with nothing', async () => {
    const [sku] = tee.skus;
    const plain = await only({ ...tee, skus: [{ ...sku, sales_attributes: [] }] });
    expect(plain?.variants).toMatchObject([{ name: '', imageUrl: null }]);
  });

  it('know every status of the document', () => {
    expect(Object.keys(productStatuses).sort()).toEqual([
      'ACTIVATE',
      'DELETED',
      'DRAFT',
      'FAILED',
      'FREEZE',
      'PENDING',
      'PLATFORM_DEACTIVATED',
      'SELLER_DEACTIVATED',
    ]);
    expect(Object.keys(skuStatuses).sort()).toEqual(['DEACTIVATED', 'NORMAL']);
  });

  it('keep a status that is not documented as unknown, and the stock with it', async () => {
    const found = await only({ ...tee, status: 'SLEEPING' });
    expect(found).toMatchObject({ rawStatus: 'SLEEPING', status: 'unknown' });
    expect(found?.variants).toMatchObject([{ status: 'unknown', measure: 29 }]);
  });

  it('take the status of Tokopedia where TikTok does not list the product', async () => {
    const { status: _, ...elsewhere } = tee;
    const tokopedia = [{ platform: 'TOKOPEDIA', status: 'SELLER_DEACTIVATED' }];
    expect(await only({ ...elsewhere, integrated_platform_statuses: tokopedia })).toMatchObject({
      rawStatus: 'SELLER_DEACTIVATED',
      status: 'delisted',
    });
  });

  it('are on sale where one of the two storefronts sells them', async () => {
    const tokopedia = [{ platform: 'TOKOPEDIA', status: 'ACTIVATE' }];
    const both = { ...tee, status: 'SELLER_DEACTIVATED', integrated_platform_statuses: tokopedia };
    expect(await only(both)).toMatchObject({ rawStatus: 'ACTIVATE', status: 'normal' });
  });

  it('are reported as deleted without a call for their details', async () => {
    const http = shop([{ ...tee, status: 'DELETED' }]);
    const page = await listings.page(accessOver(http), null, null);
    expect(page.listings).toMatchObject([{ status: 'deleted' }]);
    expect(http.requests).toHaveLength(1);
  });

  it('quarantine one that cannot be read, and read the others', async () => {
    const page = await listings.page(
      accessOver(shop([{ ...tee, id: '17', skus: [{ seller_sku: 'TEE' }] }, tee])),
      null,
      null,
    );
    expect(page.listings.map(({ itemId }) => itemId)).toEqual([tee.id]);
    expect(page.unreadable).toMatchObject([
      { reference: '17', reason: { values: { field: expect.stringContaining('skus.0.id') } } },
    ]);
  });

  it('are asked for since an instant, and page by page', async () => {
    const http = shop([tee], { next_page_token: 'b2Zm' });
    const page = await listings.page(accessOver(http), { token: 'b2' }, new Date(1_767_000_500_900));
    const [search] = http.requests;
    expect(JSON.parse(String(search?.body))).toEqual({ update_time_ge: 1_767_000_500 });
    expect(search === undefined ? null : queryOf(search, 'page_token')).toBe('b2');
    expect(page.next).toEqual({ token: 'b2Zm', seen: 1 });
    expect(page.total).toBe(1);
  });

  it('end at an empty token, and do not follow one that repeats itself', async () => {
    expect(
      (await listings.page(accessOver(shop([tee], { next_page_token: '' })), null, null)).next,
    ).toBeNull();
    const stuck = listings.page(accessOver(shop([tee], { next_page_token: 'b2' })), { token: 'b2' }, null);
    await expect(stuck).rejects.toMatchObject({ fault: { kind: 'unexpected' } });
  });

  it('by id: one that the shop does not have is missing', async () => {
    const got = await listings.read(accessOver(shop([tee])), [tee.id, '99']);
    expect(got.listings).toHaveLength(1);
    expect(got.missing).toEqual(['99']);
    expect(got.unreadable).toEqual([]);
  });
});
