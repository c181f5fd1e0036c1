import { beforeEach, expect, test } from 'vitest';
import { Harness } from './harness.fixture.ts';

let harness: Harness;
beforeEach(async () => {
  harness = await new Harness(13).open();
});

test('prices keep their limits and wait for promotions to end', async () => {
  const kaya = harness.add('KAYA');
  const setPrice = (item_id: number, original_price: number) =>
    harness.client.post('/product/update_price', { item_id, price_list: [{ model_id: 0, original_price }] });
  expect((await setPrice(kaya, 12.5)).at('response', 'success_list', 0)).toEqual({ model_id: 0, original_price: 12.5 });
  expect((await setPrice(kaya, 0.05)).error).toBe('error_price_exceed_min_limitt');
  expect((await setPrice(kaya, 2_000_000)).error).toBe('error_price_exceed_max_limitt');
  expect((await setPrice(kaya, 1.005)).error).toBe('error_param');
  expect((await setPrice(harness.add('DEAL', { special_price: 8 }), 9)).error).toBe('error_cannt_edit_price_in_promotion');
  expect((await setPrice(harness.add('HELD', { locked: true }), 9)).error).toBe('error_in_item_promotion_item_price_lock');
  await harness.later(0);
  expect(harness.pushes.filter(({ code }) => code === 22).map(({ data }) => data)).toMatchObject([{ item_id: kaya, old_value: 10, new_value: 12.5 }]);
}); // oxfmt-ignore

test('an item is renamed, delisted, put back and deleted', async () => {
  const kaya = harness.add('KAYA');
  const status = async (): Promise<unknown> =>
    (await harness.client.get('/product/get_item_base_info', { item_id_list: kaya })).at('response', 'item_list', 0, 'item_status');
  const renamed = await harness.client.post('/product/update_item', { item_id: kaya, item_name: 'Kaya jam' });
  expect(renamed.at('response', 'item_name')).toBe('Kaya jam');
  expect((await harness.client.post('/product/update_item', { item_id: kaya, item_name: 'x'.repeat(121) })).error).toBe('error_param');
  const unlist = (item_id: number, value: boolean) =>
    harness.client.post('/product/unlist_item', { item_list: [{ item_id, unlist: value }] });
  expect((await unlist(kaya, true)).at('response', 'success_list', 0)).toEqual({ item_id: kaya, unlist: true });
  expect(await status()).toBe('UNLIST');
  expect((await unlist(kaya, false)).error).toBe('');
  expect(await status()).toBe('NORMAL');
  const deal = harness.add('DEAL', { special_price: 8 });
  expect((await unlist(deal, true)).error).toBe('error_unlist_in_promotion');
  expect((await harness.client.post('/product/delete_item', { item_id: deal })).error).toBe('error_cannt_delete_in_promotion');
  expect((await harness.client.post('/product/delete_item', { item_id: kaya })).error).toBe('');
  expect(await status()).toBe('SELLER_DELETE');
  expect((await unlist(kaya, false)).error).toBe('error_item_not_found');
  expect((await harness.client.post('/product/delete_item', { item_id: kaya })).error).toBe('error_item_not_found');
}); // oxfmt-ignore

test('five items are boosted at a time, for four hours', async () => {
  const items = ['A', 'B', 'C', 'D', 'E', 'F'].map((sku) => harness.add(sku));
  const boost = (item_id_list: number[]) => harness.client.post('/product/boost_item', { item_id_list });
  expect((await boost(items)).error).toBe('error_param');
  expect((await boost(items.slice(0, 4))).at('response', 'success_list')).toEqual({
    item_id_list: items.slice(0, 4),
  });
  const part = await boost([items[0] ?? 0, items[4] ?? 0, items[5] ?? 0]);
  expect(part.at('response')).toEqual({
    success_list: { item_id_list: [items[4]] },
    failure_list: [
      { item_id: items[0], failed_reason: 'can not boost item repeatedly' },
      { item_id: items[5], failed_reason: 'the number of boosted items is at its limit' },
    ],
  });
  await harness.later(60);
  const list = await harness.client.get('/product/get_boosted_list');
  expect(list.at('response', 'item_list', 0)).toEqual({ item_id: items[0], cool_down_second: 14_340 });
  expect((await boost([items[0] ?? 0])).error).toBe('error_boost_item_all_failed');
  await harness.later(14_340);
  await harness.client.refresh();
  expect((await harness.client.get('/product/get_boosted_list')).list('response', 'item_list')).toEqual([]);
});

test('discounts and ways of delivery are listed, and a way is switched off', async () => {
  const deal = harness.add('DEAL', { special_price: 8 });
  const list = await harness.client.get('/discount/get_discount_list', { discount_status: 'all', page_no: 1, page_size: 100 });
  expect(list.list('response', 'discount_list')).toMatchObject([{ status: 'expired' }, { status: 'ongoing', source: 0 }, { status: 'upcoming' }]);
  const id = Number(list.at('response', 'discount_list', 1, 'discount_id'));
  const detail = await harness.client.get('/discount/get_discount', { discount_id: id, page_no: 1, page_size: 50 });
  expect(detail.at('response', 'item_list')).toMatchObject([{ item_id: deal, item_original_price: 10, item_promotion_price: 8, model_list: [] }]);
  const channels = await harness.client.get('/logistics/get_channel_list');
  expect(channels.at('response', 'logistics_channel_list', 0)).toMatchObject({ logistics_channel_id: 10_001, enabled: true, cod_enabled: false, fee_type: 'SIZE_INPUT', mask_channel_id: 0 });
  await harness.client.post('/logistics/update_channel', { logistics_channel_id: 10_001, enabled: false });
  expect((await harness.client.get('/logistics/get_channel_list')).at('response', 'logistics_channel_list', 0, 'enabled')).toBe(false);
  const addresses = await harness.client.get('/logistics/get_address_list');
  expect(addresses.at('response', 'address_list', 0, 'address_type')).toEqual(['DEFAULT_ADDRESS', 'PICK_UP_ADDRESS', 'RETURN_ADDRESS']);
}); // oxfmt-ignore
