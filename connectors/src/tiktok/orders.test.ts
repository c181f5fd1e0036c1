import { describe, expect, it } from 'vitest';
import { accessTo, pathOf, queryOf, recordedHttp } from '../kit/recorded-http.fixture.ts';
import type { Recorded, RecordedHttp } from '../kit/recorded-http.fixture.ts';
import { order, unit } from './order.fixture.ts';
import { orderStatuses } from './order-statuses.ts';
import { orders } from './orders.ts';

const app = { id: 'k', secret: 's', hosts: { api: 'https://api.test' }, extra: {} };
const now = new Date(1_767_225_600_000);
const window = { from: new Date(1_767_225_000_000), to: new Date(1_767_225_600_500) };

function shop(records: readonly unknown[], page: Record<string, unknown> = {}): RecordedHttp {
  return recordedHttp(now, (request): Recorded => {
    const known = pathOf(request).endsWith('/search')
      ? records
      : records.filter((record) => (queryOf(request, 'ids') ?? '').split(',').includes(idOf(record)));
    return { body: { code: 0, message: 'Success', data: { orders: known, ...page } } };
  });
}
const idOf = (record: unknown): string =>
  typeof record === 'object' && record !== null && 'id' in record ? String(record.id) : '';

const accessOver = (http: RecordedHttp) =>
  accessTo(app, http, { shopId: '7', extra: { cipher: 'c', region: 'SG' } });
const only = async (record: Record<string, unknown>) =>
  (await orders.read(accessOver(shop([record])), [order.id])).orders[0];

describe('a TikTok order (tiktok.md 4.2)', () => {
  it('is read with its dates, amounts in cents, buyer and one line for the units of a SKU', async () => {
    const got = await only(order);
    expect(got).toMatchObject({
      number: '576461413038785752',
      channelId: '576461413038785752',
      createdAt: new Date(1_767_225_000_000),
      paidAt: new Date(1_767_225_060_000),
      shipBy: new Date(1_767_398_400_000),
      updatedAt: new Date(1_767_225_060_000),
      rawState: 'AWAITING_SHIPMENT',
      state: 'READY_TO_SHIP',
      shippingType: 'Delivery',
      shippingMethod: 'Standard Shipping',
      shippingCarrier: 'Demo Express',
      remarks: null,
      cancellationRequested: false,
      currency: 'SGD',
      amounts: { subtotal: 3980, sellerDiscount: 200, discount: 100, shippingFee: 200, total: 3880 },
      buyer: { id: '7021436810468230477', name: 'Tan A*', phone: '(+65)9***1234', postalCode: '238823' },
    });
    expect(got?.lines).toMatchObject([
      {
        lineId: '2729382476852921560',
        itemId: '1729592969712207008',
        variantId: '2729382476852921560',
        sku: 'TEE-RED-M',
        name: 'Demo Cotton Tee',
        variantName: 'Red, M',
        unitPrice: 1840,
        originalPrice: 1990,
        total: 3680,
        ordered: 2,
        cancelled: 0,
        sent: 0,
        keptBy: 'seller',
        returned: 0,
        restored: null,
        restoredAt: null,
        fulfilled: false,
        returnStatus: null,
        shipmentProvider: 'Demo Express',
        trackingCode: null,
        unitIds: ['577086512123755123', '577086512123755124'],
      },
    ]);
  });

  it('has amounts that add up', async () => {
    const amounts = (await only(order))?.amounts;
    const { subtotal, sellerDiscount, discount, shippingFee, total } = amounts ?? {};
    expect((subtotal ?? 0) - (sellerDiscount ?? 0) - (discount ?? 0) + (shippingFee ?? 0)).toBe(total);
  });

  it('is read before it is paid, without a recipient', async () => {
    const { recipient_address: _, ...unpaid } = { ...order, status: 'UNPAID', paid_time: 0 };
    expect(await only(unpaid)).toMatchObject({ state: 'unpaid', paidAt: null, buyer: { name: null } });
  });

  it('keeps gifts of a SKU in a line of their own', async () => {
    const gift = { ...unit, id: '9', is_gift: true, sale_price: '0' };
    const got = await only({ ...order, line_items: [unit, gift] });
    expect(got?.lines).toMatchObject([
      { lineId: unit.sku_id, ordered: 1, total: 1840 },
      { lineId: `${unit.sku_id}:gift`, ordered: 1, total: 0 },
    ]);
  });

  it('counts the units that are called off, in the house and on their way', async () => {
    const gone = { ...unit, id: '577086512123755124', display_status: 'CANCELLED' };
    const away = { ...gone, package_status: 'FULFILLING' };
    const part = await only({ ...order, line_items: [unit, gone] });
    expect(part).toMatchObject({
      state: 'READY_TO_SHIP',
      lines: [{ ordered: 2, cancelled: 1, returned: 0 }],
    });
    const whole = await only({ ...order, status: 'CANCELLED', line_items: [unit, away] });
    expect(whole).toMatchObject({
      state: 'CANCELLED',
      lines: [{ cancelled: 1, returned: 1, fulfilled: false }],
    });
    expect(whole?.stateRank).toBeGreaterThan(part?.stateRank ?? 0);
    expect(part?.stateRank).toBeGreaterThan((await only(order))?.stateRank ?? 0);
  });

  it('is fulfilled where the shipping of all its units was arranged', async () => {
    const sent = { ...unit, id: '1', display_status: 'AWAITING_COLLECTION', tracking_number: 'AB1' };
    const half = await only({ ...order, status: 'PARTIALLY_SHIPPING', line_items: [sent, unit] });
    expect(half).toMatchObject({
      state: 'READY_TO_SHIP',
      lines: [{ fulfilled: false, trackingCode: 'AB1' }],
    });
    const whole = await only({
      ...order,
      status: 'AWAITING_COLLECTION',
      line_items: [sent, { ...sent, id: '2' }],
    });
    expect(whole).toMatchObject({ state: 'processing', lines: [{ fulfilled: true }] });
  });

  it('has the buyer’s request to cancel', async () => {
    expect(await only({ ...order, is_buyer_request_cancel: true })).toMatchObject({
      cancellationRequested: true,
    });
  });

  it('of Tokopedia is taken too, in rupiah', async () => {
    const payment = { currency: 'IDR', sub_total: '5000', shipping_fee: '0', total_amount: '5000' };
    const got = await only({ ...order, commerce_platform: 'TOKOPEDIA', payment });
    expect(got).toMatchObject({ currency: 'IDR', amounts: { subtotal: 500_000, total: 500_000 } });
  });

  it('that Tokopedia’s warehouse sends is not for the seller to ship', async () => {
    const theirs = { ...order, fulfillment_type: 'FULFILLMENT_BY_DILAYANI_TOKOPEDIA' };
    expect(await only(theirs)).toMatchObject({ rawState: 'AWAITING_SHIPMENT', state: 'processing' });
  });

  it('knows every status of the document, each with its rank', () => {
    const words =
      'UNPAID ON_HOLD AWAITING_SHIPMENT PARTIALLY_SHIPPING AWAITING_COLLECTION IN_TRANSIT DELIVERED COMPLETED CANCELLED CANCEL';
    expect(Object.keys(orderStatuses)).toEqual(words.split(' '));
    const ranks = Object.values(orderStatuses).map(({ rank }) => rank);
    expect(ranks).toEqual([...ranks].sort((one, other) => one - other));
  });

  it('keeps a status that is not documented as unknown, with its units', async () => {
    expect(await only({ ...order, status: 'ASLEEP' })).toMatchObject({
      rawState: 'ASLEEP',
      state: 'unknown',
      lines: [{ ordered: 2, cancelled: 0 }],
    });
  });
});

describe('pages of TikTok orders (tiktok.md 4.1)', () => {
  it('are asked for by update, oldest first, both ends of the window included', async () => {
    const http = shop([order], { next_page_token: 't2', total_count: 51 });
    const page = await orders.page(accessOver(http), { token: 't1' }, window);
    const [request] = http.requests;
    if (request === undefined) throw new Error('one call');
    expect(queryOf(request, 'sort_field')).toBe('update_time');
    expect(queryOf(request, 'sort_order')).toBe('ASC');
    expect(queryOf(request, 'page_token')).toBe('t1');
    expect(JSON.parse(String(request.body))).toEqual({
      update_time_ge: 1_767_225_000,
      update_time_lt: 1_767_225_601,
    });
    expect(page).toMatchObject({ next: { token: 't2' }, total: 51 });
    expect(page.orders).toHaveLength(1);
  });

  it('may be empty, end with an empty token, and are not followed when they repeat', async () => {
    const empty = await orders.page(accessOver(shop([], { next_page_token: '' })), null, window);
    expect(empty).toMatchObject({ orders: [], next: null });
    const stuck = orders.page(accessOver(shop([], { next_page_token: 't1' })), { token: 't1' }, window);
    await expect(stuck).rejects.toMatchObject({ fault: { kind: 'unexpected' } });
  });

  it('quarantine an order that cannot be read, and read the others', async () => {
    const spoilt = { ...order, id: '1', create_time: 'some day' };
    const page = await orders.page(accessOver(shop([spoilt, order])), null, window);
    expect(page.orders.map(({ number }) => number)).toEqual([order.id]);
    expect(page.unreadable).toMatchObject([
      {
        reference: '1',
        reason: {
          code: 'answers.order_unreadable',
          values: { field: expect.stringContaining('create_time') },
        },
      },
    ]);
  });
});

describe('single TikTok orders (tiktok.md 4.2)', () => {
  it('are asked for by fifty, and named when they are not there', async () => {
    const http = shop([order]);
    const numbers = [...Array.from({ length: 50 }, (_, index) => String(index)), order.id];
    const got = await orders.read(accessOver(http), numbers);
    expect(http.requests).toHaveLength(2);
    expect(got.orders).toHaveLength(1);
    expect(got.missing).toHaveLength(50);
  });

  it('are asked for one by one when one that is unknown fails the call', async () => {
    const http = recordedHttp(now, (request): Recorded =>
      queryOf(request, 'ids') === order.id
        ? { body: { code: 0, data: { orders: [order] } } }
        : { body: { code: 21001001, message: 'order not found', data: null } },
    );
    const got = await orders.read(accessOver(http), ['1', order.id]);
    expect(got.orders.map(({ number }) => number)).toEqual([order.id]);
    expect(got.missing).toEqual(['1']);
  });

  it('are not taken for missing when TikTok refuses the caller', async () => {
    const http = recordedHttp(now, () => ({ status: 403, body: { code: 105005, message: 'scope' } }));
    const reading = orders.read(accessOver(http), [order.id]);
    await expect(reading).rejects.toMatchObject({ fault: { kind: 'rejected', code: '105005' } });
  });
});
