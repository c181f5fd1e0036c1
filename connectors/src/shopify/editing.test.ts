import { describe, expect, it } from 'vitest';
import { delisting, listingRemoval, pricing, renaming } from './editing.ts';
import { ok, recordedShop, refusal } from './recorded-shop.fixture.ts';
import type { Answer } from './recorded-shop.fixture.ts';

const productIn =
  (status = 'ACTIVE', prices: object = { price: '20.00', compareAtPrice: null }): Answer =>
  () => ({
    nodes: [
      {
        id: 'gid://shopify/Product/8',
        title: 'Tote',
        status,
        updatedAt: '2026-11-20T02:00:00Z',
        variants: {
          nodes: [
            {
              id: 'gid://shopify/ProductVariant/45',
              title: 'Default Title',
              sku: 'TOTE',
              ...prices,
              inventoryItem: { id: 'gid://shopify/InventoryItem/43', tracked: true, inventoryLevel: null },
            },
          ],
          pageInfo: { hasNextPage: false, endCursor: null },
        },
      },
    ],
  });
const gone: Answer = () => ({ nodes: [null] });
const key = { itemId: '8', variantId: '45', stockRef: {} };
const item = { itemId: '8', variants: [key] };
const price = { listing: key, price: 1950, currency: 'SGD' };
const offer = { price: '15.00', compareAtPrice: '20.00' };

describe('editing a product at Shopify (shopify.md 3.2)', () => {
  it.each([
    [{ price: '20.00', compareAtPrice: null }, { price: '19.50' }],
    [offer, { compareAtPrice: '19.50' }],
    [
      { price: '19.80', compareAtPrice: '20.00' },
      { price: '19.50', compareAtPrice: null },
    ],
  ])('sets the regular price of a variant that costs %j by %j', async (prices, change) => {
    const shop = recordedShop({
      ProductsById: productIn('ACTIVE', prices),
      SetPrice: ok('productVariantsBulkUpdate'),
    });
    expect(await pricing.setPrice.perform(shop.access, price)).toEqual({ outcome: 'done' });
    expect(shop.asked('SetPrice')).toEqual([
      {
        product: 'gid://shopify/Product/8',
        variants: [{ id: 'gid://shopify/ProductVariant/45', ...change }],
      },
    ]);
    expect(await pricing.setPrice.check(shop.access, price, null)).toEqual({ effect: 'not_done' });
  });

  it('does not set a price that is there', async () => {
    const shop = recordedShop({ ProductsById: productIn('ACTIVE', offer) });
    expect(await pricing.setPrice.perform(shop.access, { ...price, price: 2000 })).toEqual({
      outcome: 'done',
    });
    expect(await pricing.setPrice.check(shop.access, { ...price, price: 2000 }, null)).toEqual({
      effect: 'done',
    });
  });

  it('says why a price is refused', async () => {
    const shop = recordedShop({
      ProductsById: productIn(),
      SetPrice: refusal('productVariantsBulkUpdate', 'Product does not exist', 'PRODUCT_DOES_NOT_EXIST'),
    });
    const result = await pricing.setPrice.perform(shop.access, price);
    expect(result.outcome === 'rejected' ? result.reason.code : '').toBe('refusals.item_gone');
  });

  it('renames', async () => {
    const shop = recordedShop({ ProductsById: productIn(), UpdateProduct: ok('productUpdate') });
    expect(await renaming.rename.perform(shop.access, { item, name: 'Bag' })).toEqual({ outcome: 'done' });
    expect(shop.asked('UpdateProduct')).toEqual([
      { product: { id: 'gid://shopify/Product/8', title: 'Bag' } },
    ]);
    expect(await renaming.rename.check(shop.access, { item, name: 'Tote' }, null)).toEqual({
      effect: 'done',
    });
    expect(await renaming.rename.check(shop.access, { item, name: 'Bag' }, null)).toEqual({
      effect: 'not_done',
    });
  });

  it('archives, and makes active again', async () => {
    const shop = recordedShop({ ProductsById: productIn(), UpdateProduct: ok('productUpdate') });
    await delisting.delist.perform(shop.access, item);
    await delisting.relist.perform(shop.access, item);
    expect(shop.asked('UpdateProduct')).toMatchObject([
      { product: { status: 'ARCHIVED' } },
      { product: { status: 'ACTIVE' } },
    ]);
    expect(await delisting.delist.check(shop.access, item, null)).toEqual({ effect: 'not_done' });
    expect(await delisting.relist.check(shop.access, item, null)).toEqual({ effect: 'done' });
  });

  it('leaves a draft off sale as it is', async () => {
    const shop = recordedShop({ ProductsById: productIn('DRAFT') });
    expect(await delisting.delist.perform(shop.access, item)).toEqual({ outcome: 'done' });
    expect(await delisting.delist.check(shop.access, item, null)).toEqual({ effect: 'done' });
  });

  it('deletes, once', async () => {
    const shop = recordedShop({ ProductsById: productIn(), DeleteProduct: ok('productDelete') });
    expect(await listingRemoval.remove.perform(shop.access, item)).toEqual({ outcome: 'done' });
    expect(shop.asked('DeleteProduct')).toEqual([{ id: 'gid://shopify/Product/8' }]);
    expect(await listingRemoval.remove.check(shop.access, item, null)).toEqual({ effect: 'not_done' });
    const removed = recordedShop({ ProductsById: gone });
    expect(await listingRemoval.remove.perform(removed.access, item)).toEqual({ outcome: 'done' });
    expect(await delisting.delist.check(removed.access, item, null)).toMatchObject({ effect: 'refused' });
  });
});
