import { describe, expect, it } from 'vitest';
import { queryOf } from '../kit/recorded-http.fixture.ts';
import { delisting, listingRemoval, pricing, renaming } from './editing.ts';
import { recordedShop } from './recorded-shop.fixture.ts';
import type { Answer } from './recorded-shop.fixture.ts';

const product = {
  id: '1729',
  title: 'Demo Cotton Tee with a long enough name',
  status: 'ACTIVATE',
  skus: [
    {
      id: '2729',
      seller_sku: 'TEE',
      price: { currency: 'SGD', sale_price: '19.90', tax_exclusive_price: '19.90' },
      inventory: [{ warehouse_id: '1', quantity: 3 }],
    },
  ],
};
const listing = { itemId: '1729', variantId: '2729', stockRef: {} };
const item = { itemId: '1729', variants: [listing] };
const name = 'Kopitiam porcelain cup and saucer';
const tokopedia = (status: string) => [{ platform: 'TOKOPEDIA', status }];

const shopWith = (
  live: unknown,
  {
    region = 'SG',
    examined = live,
    answers = {},
  }: {
    region?: string;
    examined?: unknown;
    answers?: Readonly<Record<string, Answer>>;
  } = {},
) =>
  recordedShop(
    {
      'GET /products/1729': (request) => ({
        data: queryOf(request, 'return_under_review_version') === 'true' ? examined : live,
      }),
      'POST /prices/update': { data: {} },
      'POST /partial_edit': { data: { product_id: '1729' } },
      'POST /products/activate': { data: {} },
      'POST /products/deactivate': { data: {} },
      'DELETE /product/202309/products': { data: {} },
      ...answers,
    },
    region,
  );

describe('a price at TikTok (tiktok.md 3.3)', () => {
  it.each([
    [1850, 'SGD', '18.50'],
    [500_000, 'IDR', '5000'],
    [15_000, 'VND', '15000'],
  ])('%i %s is sent as %s', async (price, currency, amount) => {
    const shop = shopWith(product);
    expect(await pricing.setPrice.perform(shop.access, { listing, price, currency })).toEqual({
      outcome: 'done',
    });
    expect(shop.writes()).toMatchObject([
      {
        call: 'POST /product/202309/products/1729/prices/update',
        body: { skus: [{ id: '2729', price: { amount, currency } }] },
      },
    ]);
  });

  it('is looked up afterwards', async () => {
    const asked = { listing, price: 1990, currency: 'SGD' };
    const { access } = shopWith(product);
    expect(await pricing.setPrice.check(access, asked, null)).toEqual({ effect: 'done' });
    expect(await pricing.setPrice.check(access, { ...asked, price: 2000 }, null)).toEqual({
      effect: 'not_done',
    });
  });

  it('is refused for one SKU, with what to do', async () => {
    const errors = [{ code: 12052251, message: 'SKU is in a promotion', detail: { sku_id: '2729' } }];
    const shop = shopWith(product, { answers: { 'POST /prices/update': { data: { errors } } } });
    expect(await pricing.setPrice.perform(shop.access, { listing, price: 1, currency: 'SGD' })).toMatchObject(
      {
        outcome: 'rejected',
        code: '12052251',
        mayPass: true,
      },
    );
  });
});

describe('a name at TikTok (tiktok.md 3.3)', () => {
  it('is sent, and holds once it was examined', async () => {
    const shop = shopWith(product);
    expect((await renaming.rename.perform(shop.access, { item, name })).outcome).toBe('pending');
    expect(shop.writes()).toEqual([
      {
        call: 'POST /product/202309/products/1729/partial_edit',
        body: { title: name, save_mode: 'LISTING' },
        key: null,
      },
    ]);
  });

  it.each([
    [{ ...product, title: name }, undefined, 'done'],
    [product, { ...product, title: name, audit: { status: 'AUDITING' } }, 'not_yet_known'],
    [product, { ...product, title: name, audit: { status: 'FAILED' } }, 'refused'],
    [product, product, 'not_done'],
  ])('%#: is %s', async (live, examined, effect) => {
    const { access } = shopWith(live, { examined: examined ?? live });
    expect((await renaming.rename.check(access, { item, name }, null)).effect).toBe(effect);
  });

  it('is not sent again while it is examined or when it holds', async () => {
    const underWay = shopWith(product, { examined: { ...product, title: name } });
    expect((await renaming.rename.perform(underWay.access, { item, name })).outcome).toBe('pending');
    const there = shopWith({ ...product, title: name });
    expect((await renaming.rename.perform(there.access, { item, name })).outcome).toBe('done');
    expect([...underWay.writes(), ...there.writes()]).toEqual([]);
  });

  it('of fewer than 25 characters is refused before TikTok does', async () => {
    const shop = shopWith(product);
    expect(await renaming.rename.perform(shop.access, { item, name: 'Cup' })).toMatchObject({
      outcome: 'rejected',
      reason: { code: 'refusals.name_too_short', values: { least: 25 } },
    });
    expect(shop.http.requests).toEqual([]);
  });

  it('keeps the product on both storefronts, and off the one where it is off', async () => {
    const both = { ...product, integrated_platform_statuses: tokopedia('ACTIVATE') };
    const shop = shopWith(both, { region: 'ID' });
    await renaming.rename.perform(shop.access, { item, name });
    expect(shop.writes()).toMatchObject([{ body: { listing_platforms: ['TIKTOK_SHOP', 'TOKOPEDIA'] } }]);
    const { status: _, ...elsewhere } = both;
    const only = shopWith(elsewhere, { region: 'ID' });
    await renaming.rename.perform(only.access, { item, name });
    expect(only.writes()).toMatchObject([{ body: { listing_platforms: ['TOKOPEDIA'] } }]);
    const off = shopWith(
      { ...product, integrated_platform_statuses: tokopedia('SELLER_DEACTIVATED') },
      { region: 'ID' },
    );
    await renaming.rename.perform(off.access, { item, name });
    expect(off.writes()).toMatchObject([{ body: { listing_platforms: ['TIKTOK_SHOP'] } }]);
  });
});

describe('an item off sale and on again at TikTok (tiktok.md 3.3)', () => {
  const off = { ...product, status: 'SELLER_DEACTIVATED' };

  it('is turned off, and on, which may take an examination', async () => {
    const on = shopWith(product);
    expect(await delisting.delist.perform(on.access, item)).toEqual({ outcome: 'done' });
    const back = shopWith(off);
    expect((await delisting.relist.perform(back.access, item)).outcome).toBe('pending');
    expect([...on.writes(), ...back.writes()].map(({ call, body }) => [call, body])).toEqual([
      ['POST /product/202309/products/deactivate', { product_ids: ['1729'] }],
      ['POST /product/202309/products/activate', { product_ids: ['1729'] }],
    ]);
  });

  it.each([
    ['ACTIVATE', 'not_done', 'done'],
    ['SELLER_DEACTIVATED', 'done', 'not_done'],
    ['PENDING', 'not_done', 'not_yet_known'],
    ['FAILED', 'done', 'refused'],
  ])('at %s: off %s, on %s', async (status, isOff, isOn) => {
    const { access } = shopWith({ ...product, status });
    expect((await delisting.delist.check(access, item, null)).effect).toBe(isOff);
    expect((await delisting.relist.check(access, item, null)).effect).toBe(isOn);
  });

  it('names the storefronts concerned in Indonesia', async () => {
    const on = shopWith({ ...off, integrated_platform_statuses: tokopedia('ACTIVATE') }, { region: 'ID' });
    await delisting.delist.perform(on.access, item);
    expect(on.writes()).toMatchObject([{ body: { listing_platforms: ['TOKOPEDIA'] } }]);
    const back = shopWith(
      { ...off, integrated_platform_statuses: tokopedia('SELLER_DEACTIVATED') },
      { region: 'ID' },
    );
    await delisting.relist.perform(back.access, item);
    expect(back.writes()).toMatchObject([{ body: { listing_platforms: ['TIKTOK_SHOP', 'TOKOPEDIA'] } }]);
  });

  it('is refused with TikTok’s reason in the list of errors', async () => {
    const errors = [{ code: 12052048, message: 'not yours', detail: { product_id: '1729' } }];
    const shop = shopWith(product, { answers: { 'POST /products/deactivate': { data: { errors } } } });
    expect(await delisting.delist.perform(shop.access, item)).toMatchObject({
      outcome: 'rejected',
      code: '12052048',
    });
  });
});

it('an edit whose errors are one text is refused with it', async () => {
  const shop = shopWith(product, { answers: { 'POST /products/deactivate': { data: { errors: 'some' } } } });
  const editing = delisting.delist.perform(shop.access, item);
  expect(await editing).toMatchObject({ outcome: 'rejected', mayPass: true });
});

describe('deleting an item at TikTok (tiktok.md 3.3)', () => {
  it('sends its id in a body', async () => {
    const shop = shopWith(product);
    expect(await listingRemoval.remove.perform(shop.access, item)).toEqual({ outcome: 'done' });
    expect(shop.writes()).toEqual([
      { call: 'DELETE /product/202309/products', body: { product_ids: ['1729'] }, key: null },
    ]);
    expect(await listingRemoval.remove.check(shop.access, item, null)).toEqual({ effect: 'not_done' });
  });

  it.each([
    ['not there', { code: 12052048, message: 'not yours' }, []],
    [
      'without detail, deleted by the search',
      { code: 12052900, message: 'deleted' },
      [{ ...product, status: 'DELETED' }],
    ],
    ['without detail, and not found', { code: 12052900, message: 'deleted' }, []],
  ])('is done when it is %s', async (_name, detail, found) => {
    const shop = shopWith(product, {
      answers: {
        'GET /products/1729': detail,
        'POST /products/search': { data: { products: found } },
      },
    });
    expect(await listingRemoval.remove.perform(shop.access, item)).toEqual({ outcome: 'done' });
    expect(await listingRemoval.remove.check(shop.access, item, null)).toEqual({ effect: 'done' });
    expect(shop.writes()).toEqual([]);
  });

  it('is refused while the product is frozen', async () => {
    const shop = shopWith(product, {
      answers: { 'DELETE /product/202309/products': { code: 12052301, message: 'product is frozen' } },
    });
    expect(await listingRemoval.remove.perform(shop.access, item)).toMatchObject({
      outcome: 'rejected',
      reason: { code: 'refusals.frozen' },
    });
  });
});
