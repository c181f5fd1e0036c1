import { describe, expect, it } from 'vitest';
import { boosting } from './boosting.ts';
import { discounts } from './discounts.ts';
import { delisting, listingRemoval, pricing, renaming } from './editing.ts';
import { logistics } from './logistics.ts';
import { now, recordedShop, refusal } from './recorded-shop.fixture.ts';
import type { Answer } from './recorded-shop.fixture.ts';

const itemIn =
  (more: object = {}): Answer =>
  () => ({
    item_list: [
      {
        item_id: 811,
        item_name: 'Tee',
        item_status: 'NORMAL',
        has_model: false,
        price_info: [{ currency: 'SGD', original_price: 20, current_price: 18 }],
        ...more,
      },
    ],
  });
const key = { itemId: '811', variantId: '0', stockRef: {} };
const item = { itemId: '811', variants: [key] };
const price = { listing: key, price: 1999, currency: 'SGD' };

describe('editing an item at Shopee (shopee.md 3)', () => {
  it('sets the price of a model, in major units', async () => {
    const shop = recordedShop({
      update_price: () => ({ success_list: [{ model_id: 0, original_price: 19.99 }], failure_list: [] }),
      get_item_base_info: itemIn(),
    });
    expect(await pricing.setPrice.perform(shop.access, price)).toEqual({ outcome: 'done' });
    expect(shop.bodies('update_price')).toEqual([
      { item_id: 811, price_list: [{ model_id: 0, original_price: 19.99 }] },
    ]);
    expect(await pricing.setPrice.check(shop.access, price, null)).toEqual({ effect: 'not_done' });
    expect(await pricing.setPrice.check(shop.access, { ...price, price: 2000 }, null)).toEqual({
      effect: 'done',
    });
  });

  it.each([
    [refusal('product.error_in_item_promotion_item_price_lock', 'Locked'), true, 'refusals.in_promotion'],
    [
      { success_list: [], failure_list: [{ model_id: 0, failed_reason: 'error_price_exceed_min_limitt' }] },
      false,
      'refusals.price_too_low',
    ],
  ])('says why a price is refused: %j', async (answer, mayPass, code) => {
    const shop = recordedShop({ update_price: () => answer });
    const result = await pricing.setPrice.perform(shop.access, price);
    expect(result).toMatchObject({ outcome: 'rejected', mayPass });
    expect(result.outcome === 'rejected' ? result.reason.code : '').toBe(code);
  });

  it('does not claim a price that was not answered', async () => {
    const shop = recordedShop({ update_price: () => ({ success_list: [], failure_list: [] }) });
    expect(await pricing.setPrice.perform(shop.access, price)).toMatchObject({ outcome: 'unknown' });
  });

  it('renames, once', async () => {
    const shop = recordedShop({ get_item_base_info: itemIn(), update_item: () => ({}) });
    expect(await renaming.rename.perform(shop.access, { item, name: 'Shirt' })).toEqual({ outcome: 'done' });
    expect(await renaming.rename.perform(shop.access, { item, name: 'Tee' })).toEqual({ outcome: 'done' });
    expect(shop.bodies('update_item')).toEqual([{ item_id: 811, item_name: 'Shirt' }]);
    expect(await renaming.rename.check(shop.access, { item, name: 'Tee' }, null)).toEqual({ effect: 'done' });
  });

  it('delists and relists, each once', async () => {
    const shop = recordedShop({
      get_item_base_info: itemIn(),
      unlist_item: () => ({ success_list: [{ item_id: 811, unlist: true }], failure_list: [] }),
    });
    expect(await delisting.delist.perform(shop.access, item)).toEqual({ outcome: 'done' });
    expect(await delisting.relist.perform(shop.access, item)).toEqual({ outcome: 'done' });
    expect(shop.bodies('unlist_item')).toEqual([{ item_list: [{ item_id: 811, unlist: true }] }]);
    expect(await delisting.delist.check(shop.access, item, null)).toEqual({ effect: 'not_done' });
    expect(await delisting.relist.check(shop.access, item, null)).toEqual({ effect: 'done' });
  });

  it('cannot take off one that is banned', async () => {
    const code = 'error_busi_cannot_delist_reviewing_or_banned_item';
    const shop = recordedShop({
      get_item_base_info: itemIn({ item_status: 'BANNED' }),
      unlist_item: () =>
        refusal('error_unlist_item_all_failed', 'All failed', {
          success_list: [],
          failure_list: [{ item_id: 811, failed_reason: code }],
        }),
    });
    expect(await delisting.delist.perform(shop.access, item)).toMatchObject({
      outcome: 'rejected',
      mayPass: true,
    });
  });

  it('deletes, once', async () => {
    const shop = recordedShop({ get_item_base_info: itemIn(), delete_item: () => null });
    expect(await listingRemoval.remove.perform(shop.access, item)).toEqual({ outcome: 'done' });
    expect(shop.bodies('delete_item')).toEqual([{ item_id: 811 }]);
    const gone = recordedShop({ get_item_base_info: itemIn({ item_status: 'SELLER_DELETE' }) });
    expect(await listingRemoval.remove.perform(gone.access, item)).toEqual({ outcome: 'done' });
    expect(await listingRemoval.remove.check(gone.access, item, null)).toEqual({ effect: 'done' });
    expect(await delisting.delist.check(gone.access, item, null)).toMatchObject({ effect: 'refused' });
  });
});

describe('boosting at Shopee (shopee.md 3)', () => {
  const boosted =
    (...ids: readonly number[]): Answer =>
    () => ({ item_list: ids.map((item_id) => ({ item_id, cool_down_second: 14_399 })) });

  it('reads which items are boosted, and until when', async () => {
    const shop = recordedShop({ get_boosted_list: boosted(811) });
    expect(await boosting.boosted(shop.access)).toEqual([
      { itemId: '811', endsAt: new Date(now.getTime() + 14_399_000) },
    ]);
    expect(await boosting.boost.perform(shop.access, item)).toEqual({ outcome: 'done' });
    expect(await boosting.boost.check(shop.access, item, null)).toEqual({ effect: 'done' });
  });

  it('boosts an item', async () => {
    const shop = recordedShop({
      get_boosted_list: boosted(1, 2),
      boost_item: () => ({ success_list: { item_id_list: [811] }, failure_list: [] }),
    });
    expect(await boosting.boost.perform(shop.access, item)).toEqual({ outcome: 'done' });
    expect(shop.bodies('boost_item')).toEqual([{ item_id_list: [811] }]);
  });

  it('does not ask for a sixth, and says why an item cannot be boosted', async () => {
    const full = recordedShop({ get_boosted_list: boosted(1, 2, 3, 4, 5) });
    expect(await boosting.boost.perform(full.access, item)).toMatchObject({
      code: 'boost_full',
      mayPass: true,
    });
    expect(full.bodies('boost_item')).toEqual([]);
    const cooling = recordedShop({
      get_boosted_list: boosted(),
      boost_item: () =>
        refusal('error_boost_item_all_failed', 'All failed', {
          success_list: { item_id_list: [] },
          failure_list: [{ item_id: 811, failed_reason: 'can not boost item repeatedly' }],
        }),
    });
    expect(await boosting.boost.perform(cooling.access, item)).toMatchObject({
      outcome: 'rejected',
      reason: { code: 'refusals.boosted_lately' },
    });
  });
});

describe('Shopee’s discounts and ways of delivery (shopee.md 3.4, 6.3)', () => {
  const entry = {
    discount_id: 5001,
    discount_name: 'Oct',
    status: 'ongoing',
    start_time: 1_760_000_000,
    end_time: 1_760_600_000,
  };

  it('reads discounts with the prices of their models and items', async () => {
    const shop = recordedShop({
      get_discount_list: () => ({ discount_list: [entry, { discount_id: 5002 }], more: false }),
      get_shop_info: () => ({ body: { error: '', shop_name: 'My Shop', region: 'SG' } }),
      get_discount: (_request, count) => ({
        more: count === 0,
        item_list: [
          count === 0
            ? {
                item_id: 811,
                model_list: [
                  {
                    model_id: 9001,
                    model_promotion_stock: 2,
                    model_original_price: 20,
                    model_promotion_price: 18,
                  },
                ],
              }
            : { item_id: 812, item_original_price: 10, item_promotion_price: 9, model_list: [] },
        ],
      }),
    });
    expect(await discounts.page(shop.access, null)).toMatchObject({
      next: null,
      unreadable: [{ reference: '5002' }],
      discounts: [
        {
          discountId: '5001',
          state: 'ongoing',
          startsAt: new Date(1_760_000_000_000),
          items: [
            { itemId: '811', variantId: '9001', originalPrice: 2000, price: 1800, reserved: 2 },
            { itemId: '812', variantId: null, originalPrice: 1000, price: 900, reserved: null },
          ],
        },
      ],
    });
  });

  it('lists the ways of delivery', async () => {
    const shop = recordedShop({
      get_channel_list: () => ({
        logistics_channel_list: [
          {
            logistics_channel_id: 10_001,
            logistics_channel_name: 'Standard Delivery',
            enabled: true,
            cod_enabled: false,
            fee_type: 'SIZE_INPUT',
          },
        ],
      }),
    });
    expect(await logistics.list(shop.access)).toEqual([
      { id: '10001', name: 'Standard Delivery', feeType: 'SIZE_INPUT', enabled: true, hasCod: false },
    ]);
  });
});
