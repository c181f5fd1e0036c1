import { describe, expect, it } from 'vitest';
import { now, order, orderIn, parcelsIn, recordedShop, refusal } from './recorded-shop.fixture.ts';
import { selfCollect } from './self-collect.ts';

const asked = { order, attemptKey: 'a1', method: 'default', answers: {}, lines: null, shippedAt: now };
const collected = {
  get_order_detail: orderIn('READY_TO_SHIP', { is_buyer_shop_collection: true }),
  get_package_detail: parcelsIn(['OFG1', 'LOGISTICS_READY']),
};

describe('an order that the buyer collects (shopee.md 5.2)', () => {
  it('is set ready by its parcel, with nothing to fill in', async () => {
    const shop = recordedShop({ ...collected, update_self_collection_order_logistics: () => ({}) });
    expect(await selfCollect.form(shop.access, order)).toMatchObject({
      methods: [{ key: 'default', fields: [] }],
    });
    expect(await selfCollect.setReady.perform(shop.access, asked)).toEqual({ outcome: 'done' });
    expect(shop.bodies('update_self_collection_order_logistics')).toEqual([
      { package_number: 'OFG1', self_collection_logistics_action: 'ready_for_collection' },
    ]);
    expect(await selfCollect.setReady.check(shop.access, asked, null)).toEqual({ effect: 'not_done' });
  });

  it('is not set ready again after it advanced', async () => {
    const shop = recordedShop({
      ...collected,
      get_package_detail: parcelsIn(['OFG1', 'LOGISTICS_REQUEST_CREATED']),
    });
    expect(await selfCollect.setReady.perform(shop.access, asked)).toEqual({ outcome: 'done' });
    expect(await selfCollect.setReady.check(shop.access, asked, null)).toEqual({ effect: 'done' });
  });

  it('is not refused as a whole where a parcel was set ready before another is refused', async () => {
    const shop = recordedShop({
      get_order_detail: orderIn('READY_TO_SHIP', { is_buyer_shop_collection: true }, [
        { package_number: 'OFG1' },
        { package_number: 'OFG2' },
      ]),
      get_package_detail: parcelsIn(['OFG1', 'LOGISTICS_READY'], ['OFG2', 'LOGISTICS_READY']),
      update_self_collection_order_logistics: (_request, count) =>
        count === 0 ? {} : refusal('logistics.package_number_not_exist', ''),
    });
    expect(await selfCollect.setReady.perform(shop.access, asked)).toMatchObject({ outcome: 'unknown' });
  });

  it('is no order that Shopee delivers', async () => {
    const delivered = recordedShop({ ...collected, get_order_detail: orderIn('READY_TO_SHIP') });
    await expect(selfCollect.form(delivered.access, order)).rejects.toThrow(/Ship it instead/);
    const refused = recordedShop({
      ...collected,
      update_self_collection_order_logistics: () =>
        refusal('logistics.not_available_for_self_collection', ''),
    });
    expect(await selfCollect.setReady.perform(refused.access, asked)).toMatchObject({ outcome: 'rejected' });
  });
});
