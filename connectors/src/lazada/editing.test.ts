import { describe, expect, it } from 'vitest';
import { delisting, listingRemoval, pricing, renaming } from './editing.ts';
import { jsonOf, recordedSeller } from './recorded-seller.fixture.ts';
import type { Answer } from './recorded-seller.fixture.ts';

const read = '/product/item/get';
const update = '/product/update';
const setPrice = '/product/price_quantity/update';
const itemIn =
  (status: string, ...skus: readonly string[]): Answer =>
  () => ({
    data: {
      item_id: 111,
      status,
      attributes: { name: 'Tee' },
      skus: (skus.length === 0 ? ['active'] : skus).map((Status, index) => ({
        SkuId: 222 + index,
        Status,
        price: 20,
      })),
    },
  });
const key = { itemId: '111', variantId: '222', stockRef: {} };
const item = { itemId: '111', variants: [key] };
const price = { listing: key, price: 1950, currency: 'SGD' };
const ok: Answer = () => ({ data: {} });

describe('editing an item at Lazada (lazada.md 3)', () => {
  it('sets the price alone, in major units', async () => {
    const seller = recordedSeller({ [setPrice]: ok, [read]: itemIn('Active') });
    expect(await pricing.setPrice.perform(seller.access, price)).toEqual({ outcome: 'done' });
    expect(jsonOf(seller.asked(setPrice)[0], 'payload')).toEqual({
      Request: { Product: { Skus: { Sku: [{ ItemId: '111', SkuId: '222', Price: '19.50' }] } } },
    });
    expect(await pricing.setPrice.check(seller.access, price, null)).toEqual({ effect: 'not_done' });
    expect(await pricing.setPrice.check(seller.access, { ...price, price: 2000 }, null)).toEqual({
      effect: 'done',
    });
  });

  it.each([
    [
      { code: '501', message: 'failed', detail: [{ sku_id: '222', code: '4118', message: 'zero' }] },
      '4118',
      false,
    ],
    [
      {
        code: '501',
        message: 'failed',
        detail: [{ sku_id: '222', message: 'THD_IC_ERR_F_IC_ABILITY_PG_004' }],
      },
      '501',
      true,
    ],
    [{ code: '208', message: 'no such item' }, '208', false],
  ])('says why a price is refused: %j', async (answer, code, mayPass) => {
    const seller = recordedSeller({ [setPrice]: () => answer });
    expect(await pricing.setPrice.perform(seller.access, price)).toMatchObject({
      outcome: 'rejected',
      code,
      mayPass,
    });
  });

  it('renames, once', async () => {
    const seller = recordedSeller({ [update]: ok, [read]: itemIn('Active') });
    expect(await renaming.rename.perform(seller.access, { item, name: 'Shirt' })).toEqual({
      outcome: 'done',
    });
    expect(await renaming.rename.perform(seller.access, { item, name: 'Tee' })).toEqual({ outcome: 'done' });
    expect(seller.asked(update).map((each) => jsonOf(each, 'payload'))).toEqual([
      {
        Request: {
          Product: { ItemId: '111', Attributes: { name: 'Shirt' }, Skus: { Sku: [{ SkuId: '222' }] } },
        },
      },
    ]);
    expect(await renaming.rename.check(seller.access, { item, name: 'Shirt' }, null)).toEqual({
      effect: 'not_done',
    });
  });

  it('delists once', async () => {
    const seller = recordedSeller({ '/product/deactivate': ok, [read]: itemIn('Active') });
    expect(await delisting.delist.perform(seller.access, item)).toEqual({ outcome: 'done' });
    expect(seller.asked('/product/deactivate')[0]?.get('apiRequestBody')).toBe(
      '<Request><Product><ItemId>111</ItemId></Product></Request>',
    );
    const off = recordedSeller({ [read]: itemIn('InActive') });
    expect(await delisting.delist.perform(off.access, item)).toEqual({ outcome: 'done' });
    expect(await delisting.delist.check(off.access, item, null)).toEqual({ effect: 'done' });
  });

  it('puts back each SKU, with Attributes though they are empty', async () => {
    const seller = recordedSeller({ [update]: ok, [read]: itemIn('Active', 'inactive') });
    expect(await delisting.relist.perform(seller.access, item)).toEqual({ outcome: 'done' });
    expect(jsonOf(seller.asked(update)[0], 'payload')).toEqual({
      Request: {
        Product: { ItemId: '111', Attributes: {}, Skus: { Sku: [{ SkuId: '222', Status: 'active' }] } },
      },
    });
  });

  it.each([
    ['Active', { effect: 'done' }],
    ['Pending QC', { effect: 'not_yet_known' }],
    ['InActive', { effect: 'not_done' }],
  ])('checks whether an item that is %s is back', async (status, effect) => {
    const seller = recordedSeller({ [read]: itemIn(status) });
    expect(await delisting.relist.check(seller.access, item, null)).toMatchObject(effect);
  });

  it('deletes every SKU, once', async () => {
    const seller = recordedSeller({ '/product/remove': ok, [read]: itemIn('Active', 'active', 'deleted') });
    expect(await listingRemoval.remove.perform(seller.access, item)).toEqual({ outcome: 'done' });
    expect(seller.asked('/product/remove')[0]?.get('sku_id_list')).toBe('["SkuId_111_222"]');
    expect(await listingRemoval.remove.check(seller.access, item, null)).toMatchObject({
      partly: { code: 'refusals.done_in_part' },
    });
    const bare = recordedSeller({ [read]: () => ({ data: { item_id: 111, status: 'Deleted', skus: [] } }) });
    expect(await listingRemoval.remove.check(bare.access, item, null)).toEqual({ effect: 'done' });
    const gone = recordedSeller({ [read]: () => ({ code: '208', message: 'Item not found' }) });
    expect(await listingRemoval.remove.perform(gone.access, item)).toEqual({ outcome: 'done' });
    expect(await renaming.rename.check(gone.access, { item, name: 'x' }, null)).toMatchObject({
      effect: 'refused',
    });
  });
});
