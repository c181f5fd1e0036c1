import { describe, expect, it } from 'vitest';
import { ChannelError } from '../kit/errors.ts';
import { accessTo, pathOf, queryOf, recordedHttp } from '../kit/recorded-http.fixture.ts';
import type { Recorded, RecordedHttp } from '../kit/recorded-http.fixture.ts';
import type { ChannelRequest } from '../kit/http.ts';
import { orders } from './orders.ts';

const app = { id: '2000001', secret: 'k', hosts: { api: 'https://api.test' }, extra: {} };
const now = new Date(1_760_001_000_000);

const item = {
  item_id: 811,
  item_name: 'Tee',
  item_sku: 'TEE',
  model_id: 9001,
  model_name: 'S',
  model_sku: 'TEE-S',
  model_quantity_purchased: 2,
  model_original_price: 20.0,
  model_discounted_price: 18.0,
  promotion_type: 'product_promotion',
  promotion_id: 5001,
  order_item_id: 811,
  promotion_group_id: 0,
  cancel_requested_qty: 0,
  cancelled_qty: 0,
  return_requested_qty: 0,
  returned_qty: 0,
};
const order = {
  order_sn: '2510091ABCDEF0',
  currency: 'SGD',
  order_status: 'READY_TO_SHIP',
  total_amount: 38.49,
  create_time: 1_760_000_000,
  update_time: 1_760_000_300,
  pay_time: 1_760_000_120,
  ship_by_date: 1_760_172_800,
  pickup_done_time: 0,
  estimated_shipping_fee: 1.49,
  message_to_seller: '',
  buyer_user_id: 900123,
  buyer_username: 'jl****',
  recipient_address: { name: 'T******n', phone: '******64', zipcode: '123456', full_address: 'Blk 1 ****' },
  item_list: [item],
  package_list: [
    {
      logistics_status: 'LOGISTICS_READY',
      shipping_carrier: 'Standard Delivery',
      item_list: [{ item_id: 811, model_id: 9001 }],
    },
  ],
  checkout_shipping_carrier: 'Standard Delivery',
  is_buyer_shop_collection: false,
};

function shop(list: (request: ChannelRequest) => unknown, details: readonly unknown[] = []): RecordedHttp {
  return recordedHttp(now, (request): Recorded => {
    const response = pathOf(request).endsWith('get_order_list') ? list(request) : { order_list: details };
    return { body: { error: '', message: '', response } };
  });
}

const accessOver = (http: RecordedHttp) => accessTo(app, http, { shopId: '600001' });
const read = async (raw: unknown) => {
  const access = accessOver(shop(() => ({}), [raw]));
  const page = await orders.read(access, ['2510091ABCDEF0']);
  return { order: page.orders[0], unreadable: page.unreadable, missing: page.missing };
};

describe('a Shopee order (shopee.md 4.1)', () => {
  it('is read with its dates, amounts in cents, buyer and line', async () => {
    const { order: got } = await read(order);
    expect(got).toMatchObject({
      number: '2510091ABCDEF0',
      state: 'READY_TO_SHIP',
      createdAt: new Date(1_760_000_000_000),
      paidAt: new Date(1_760_000_120_000),
      shipBy: new Date(1_760_172_800_000),
      amounts: { subtotal: 3600, shippingFee: 149, total: 3849 },
      buyer: { name: 'T******n', postalCode: '123456' },
      remarks: null,
    });
    expect(got?.lines).toMatchObject([
      {
        itemId: '811',
        variantId: '9001',
        sku: 'TEE-S',
        unitPrice: 1800,
        originalPrice: 2000,
        total: 3600,
        ordered: 2,
        shipmentProvider: 'Standard Delivery',
      },
    ]);
  });

  it('asks for every field that is not sent by default', async () => {
    const http = shop(() => ({}), [order]);
    await orders.read(accessOver(http), ['2510091ABCDEF0']);
    const asked = queryOf(http.requests[0] ?? missingRequest(), 'response_optional_fields')?.split(',');
    expect(asked).toEqual(
      expect.arrayContaining(['item_list', 'pay_time', 'recipient_address', 'total_amount']),
    );
  });

  it('counts an unpaid order’s total itself: Shopee sends it only after payment', async () => {
    const { total_amount: _, ...unpaid } = { ...order, order_status: 'UNPAID', pay_time: null };
    expect((await read(unpaid)).order).toMatchObject({
      state: 'unpaid',
      paidAt: null,
      amounts: { total: 3749 },
    });
  });

  it.each([
    ['not yet sent', {}, {}, { cancelled: 2, returned: 0 }],
    ['counted by Shopee', {}, { cancelled_qty: 2 }, { cancelled: 2, returned: 0 }],
    [
      'picked up before',
      { pickup_done_time: 1_760_000_200 },
      { cancelled_qty: 2 },
      { cancelled: 0, returned: 2 },
    ],
  ])('cancelled whole, %s', async (_when, more, counts, expected) => {
    const cancelled = { ...order, ...more, order_status: 'CANCELLED', item_list: [{ ...item, ...counts }] };
    expect((await read(cancelled)).order?.lines).toMatchObject([expected]);
  });

  it('distinguishes cancelled units, returned units and a request to cancel', async () => {
    const some = { ...item, cancelled_qty: 1, returned_qty: 1, cancel_requested_qty: 1 };
    const { order: got } = await read({ ...order, item_list: [some] });
    expect(got).toMatchObject({
      cancellationRequested: true,
      lines: [{ cancelled: 1, returned: 1, returnStatus: 'ACCEPTED' }],
    });
  });

  it('keeps two lines of one model apart by promotion, and sums the same one', async () => {
    const other = { ...item, promotion_group_id: 7 };
    const { order: got } = await read({ ...order, item_list: [item, item, other] });
    expect(got?.lines.map(({ ordered }) => ordered)).toEqual([4, 2]);
    expect(new Set(got?.lines.map(({ lineId }) => lineId)).size).toBe(2);
  });

  it('knows a bundle deal, and its item’s price though Shopee reports 0', async () => {
    const bundled = { ...item, promotion_type: 'bundle_deal', model_discounted_price: 0 };
    const { order: got } = await read({ ...order, item_list: [bundled] });
    expect(got?.lines[0]?.unitPrice).toBe(2000);
    expect(got?.promotions).toMatchObject([
      { type: 'BUNDLE', originalPrice: 4000, items: [{ variationId: '9001' }] },
    ]);
  });

  it('keeps a status that nobody knows as it came', async () => {
    expect((await read({ ...order, order_status: 'TELEPORTED' })).order).toMatchObject({
      state: 'unknown',
      rawState: 'TELEPORTED',
    });
  });

  it('quarantines an order that does not fit, with a reason', async () => {
    const { order: got, unreadable, missing } = await read({ ...order, create_time: 'soon' });
    expect(got).toBeUndefined();
    expect(missing).toEqual([]);
    expect(unreadable).toMatchObject([{ reference: '2510091ABCDEF0' }]);
    expect(unreadable[0]?.reason.values['field']).toContain('create_time');
  });
});

describe('Shopee’s lists of orders (shopee.md 4)', () => {
  it('asks in windows of at most 15 days, and pages to the end of each', async () => {
    const day = 86_400;
    const http = shop((request) => {
      const first = queryOf(request, 'cursor') === '';
      return { more: first, next_cursor: first ? '20' : '', order_list: [] };
    });
    const window = { from: new Date(now.getTime() - 40 * day * 1000), to: now };
    let cursor: Awaited<ReturnType<typeof orders.page>>['next'] = null;
    do cursor = (await orders.page(accessOver(http), cursor, window)).next;
    while (cursor !== null);
    const asked = http.requests.map(
      (request) => [Number(queryOf(request, 'time_from')), Number(queryOf(request, 'time_to'))] as const,
    );
    expect(asked).toHaveLength(6);
    expect(asked.every(([from, to]) => to - from <= 15 * day)).toBe(true);
    expect(asked[0]?.[0]).toBe(Math.floor(window.from.getTime() / 1000));
    expect(asked[2]?.[0]).toBe(asked[1]?.[1]);
    expect(asked.at(-1)?.[1]).toBe(now.getTime() / 1000);
  });

  it('refuses a cursor that repeats', async () => {
    const http = shop(() => ({ more: true, next_cursor: '20', order_list: [] }));
    const again = orders.page(
      accessOver(http),
      { from: 1_760_000_000, cursor: '20' },
      { from: new Date(0), to: now },
    );
    await expect(again).rejects.toThrow(ChannelError);
  });

  it('quarantines an order that is listed but not described', async () => {
    const http = shop(() => ({ more: false, next_cursor: '', order_list: [{ order_sn: 'GHOST' }] }));
    const page = await orders.page(accessOver(http), null, { from: new Date(now.getTime() - 1000), to: now });
    expect(page.unreadable).toMatchObject([{ reference: 'GHOST' }]);
  });

  it('asks one by one when an unknown order fails the call', async () => {
    const http = recordedHttp(now, (request) => {
      const asked = queryOf(request, 'order_sn_list') ?? '';
      if (asked.includes('NEVER'))
        return { body: { error: 'order.order_not_found', message: 'No such order' } };
      return { body: { error: '', response: { order_list: [order] } } };
    });
    const got = await orders.read(accessOver(http), ['NEVER', '2510091ABCDEF0']);
    expect(got.missing).toEqual(['NEVER']);
    expect(got.orders).toHaveLength(1);
  });
});

function missingRequest(): never {
  throw new Error('nothing was asked');
}
