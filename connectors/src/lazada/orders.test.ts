import { describe, expect, it } from 'vitest';
import { accessTo, pathOf, queryOf, recordedHttp } from '../kit/recorded-http.fixture.ts';
import type { RecordedHttp } from '../kit/recorded-http.fixture.ts';
import { itemStatuses, orderStateOf } from './order-statuses.ts';
import { orders } from './orders.ts';

const app = { id: '900001', secret: 's', hosts: { api: 'https://api.test/rest' }, extra: {} };
const now = new Date('2026-01-01T04:00:00Z');

const unit = {
  order_item_id: 100200300401,
  order_id: 100200300400,
  name: 'Tee',
  sku: 'TEE-S',
  shop_sku: '111_SGAMZ-222',
  sku_id: '222',
  product_id: '111',
  variation: 'Size:S',
  status: 'pending',
  item_price: 20.0,
  paid_price: '17.00',
  wallet_credits: 0.5,
  currency: 'SGD',
  shipping_provider_type: 'standard',
  shipment_provider: '',
  tracking_code: '',
  payment_time: 1_767_233_000_000,
  sla_time_stamp: '2026-01-03T23:59:59+08:00',
  updated_at: '2026-01-01 10:05:00 +0800',
  cancel_return_initiator: '',
  return_status: '',
  buyer_id: 1001,
};
const order = {
  order_id: 100200300400,
  order_number: 100200300400,
  created_at: '2026-01-01 10:00:00 +0800',
  updated_at: '2026-01-01T10:01:00+08:00',
  statuses: ['pending'],
  price: '40.00',
  shipping_fee: 1.49,
  voucher: '3.00',
  address_shipping: {
    first_name: 'Tan',
    last_name: '',
    phone: '65****',
    address1: '1 Road',
    city: 'Singapore',
    post_code: '123456',
    country: 'Singapore',
  },
};
const units = (...statuses: readonly string[]) =>
  statuses.map((status, index) => ({ ...unit, order_item_id: 100200300401 + index, status }));

function seller(list: readonly unknown[], items: readonly unknown[]): RecordedHttp {
  return recordedHttp(now, (request) => ({
    body: {
      code: '0',
      data: pathOf(request).endsWith('/orders/items/get')
        ? [{ order_id: 100200300400, order_items: items }]
        : pathOf(request).endsWith('/order/get')
          ? list[0]
          : { count: list.length, countTotal: list.length, orders: list },
    },
  }));
}

const accessOver = (http: RecordedHttp) => accessTo(app, http, { shopId: '1001', extra: { country: 'sg' } });
const read = async (items: readonly unknown[], raw: unknown = order) =>
  (await orders.read(accessOver(seller([raw], items)), ['100200300400'])).orders[0];

describe('a Lazada order (lazada.md 4)', () => {
  it('without its price and those of its units is set aside alone', async () => {
    const priceless = units('pending').map((each) => ({ ...each, item_price: null, paid_price: '' }));
    const http = seller([{ ...order, price: null }], priceless);
    const { orders: got, unreadable } = await orders.read(accessOver(http), ['100200300400']);
    expect(got).toEqual([]);
    expect(unreadable).toMatchObject([
      { reference: '100200300400', reason: { code: 'answers.total_missing' } },
    ]);
  });

  it('is one line for each SKU, with its units’ ids, and amounts from text and numbers', async () => {
    const got = await read(units('pending', 'pending'));
    expect(got).toMatchObject({
      number: '100200300400',
      createdAt: new Date('2026-01-01T02:00:00Z'),
      // A unit changed after the order did.
      updatedAt: new Date('2026-01-01T02:05:00Z'),
      paidAt: new Date(1_767_233_000_000),
      shipBy: new Date('2026-01-03T15:59:59Z'),
      state: 'pending',
      amounts: { subtotal: 4000, shippingFee: 149, voucher: 300, coin: 100, total: 3849 },
      buyer: { name: 'Tan', fullAddress: '1 Road, Singapore, Singapore', postalCode: '123456' },
    });
    expect(got?.lines).toMatchObject([
      {
        itemId: '111',
        variantId: '222',
        sku: 'TEE-S',
        ordered: 2,
        total: 4000,
        unitIds: ['100200300401', '100200300402'],
      },
    ]);
  });

  it('counts units called off, and those that had left before', async () => {
    const failed = {
      ...unit,
      order_item_id: 9,
      status: 'canceled',
      cancel_return_initiator: 'cancellation-failed Delivery',
    };
    const got = await read([...units('canceled', 'delivered', 'returned', 'lost_by_3pl'), failed]);
    expect(got?.lines).toMatchObject([{ ordered: 5, cancelled: 1, returned: 3, restored: null }]);
  });

  it('sees a request to cancel on any unit', async () => {
    expect(await read([{ ...unit, need_cancel_confirm: 'true' }])).toMatchObject({
      cancellationRequested: true,
    });
  });

  it('knows an order that is collected', async () => {
    const got = await read([{ ...unit, shipping_provider_type: 'pickup_in_store' }]);
    expect(got).toMatchObject({ category: 'processing_self_collect', shippingType: null });
  });

  it('quarantines an order without items', async () => {
    const got = await orders.read(accessOver(seller([order], [])), ['100200300400']);
    expect(got.unreadable).toMatchObject([{ reference: '100200300400' }]);
  });

  it('names an order that Lazada does not know', async () => {
    const http = recordedHttp(now, () => ({
      body: { code: '16', message: 'Invalid Order ID', type: 'ISP' },
    }));
    expect((await orders.read(accessOver(http), ['1'])).missing).toEqual(['1']);
  });
});

describe('an order’s state from its units’ (lazada.md 4.1)', () => {
  it.each([
    [['pending', 'packed'], 'pending', 'packed, pending'],
    [['shipped', 'canceled'], 'shipped', 'canceled, shipped'],
    [['canceled', 'canceled'], 'CANCELLED', 'canceled'],
    [['delivered', 'shipped'], 'shipped', 'delivered, shipped'],
    [['pending', 'beamed'], 'unknown', 'beamed, pending'],
  ])('%j is %s', (statuses, state, raw) => {
    expect(orderStateOf(statuses)).toMatchObject({ state, raw });
  });

  it('has a rank that grows as any unit advances', () => {
    const ranks = [
      ['unpaid', 'unpaid'],
      ['pending', 'pending'],
      ['packed', 'pending'],
      ['packed', 'canceled'],
      ['shipped', 'canceled'],
    ].map((statuses) => orderStateOf(statuses).rank);
    expect(ranks).toEqual([...ranks].sort((one, other) => one - other));
    expect(new Set(ranks).size).toBe(ranks.length);
  });

  it('maps every documented status', () => {
    const documented =
      'unpaid pending packed repacked ready_to_ship_pending ready_to_ship shipped delivered confirmed failed_delivery failed shipped_back shipped_back_success shipped_back_failed package_scrapped canceled returned lost_by_3pl damaged_by_3pl';
    for (const status of documented.split(' ')) expect(itemStatuses[status]).toBeDefined();
  });
});

describe('Lazada’s lists of orders', () => {
  const fifty = (from: number) =>
    Array.from({ length: 50 }, (_, index) => ({
      ...order,
      order_id: from + index,
      updated_at: `2026-01-01T10:${String(index).padStart(2, '0')}:00+08:00`,
    }));

  it('continues from the last update, so that an order that moves passes over none', async () => {
    const http = seller(fifty(1), []);
    const page = await orders.page(accessOver(http), null, {
      from: new Date('2026-01-01T00:00:00Z'),
      to: now,
    });
    expect(page.next).toEqual({ after: Date.parse('2026-01-01T10:48:59+08:00'), offset: 0 });
    const asked = http.requests[0];
    expect(asked === undefined ? '' : queryOf(asked, 'update_after')).toBe('2026-01-01T08:00:00+08:00');
    expect(asked === undefined ? '' : queryOf(asked, 'sort_by')).toBe('updated_at');
  });

  it('continues by offset only within one second', async () => {
    const same = fifty(1).map((each) => ({ ...each, updated_at: '2026-01-01T10:00:00+08:00' }));
    const place = { after: Date.parse('2026-01-01T09:59:59+08:00'), offset: 0 };
    const page = await orders.page(accessOver(seller(same, [])), place, { from: new Date(0), to: now });
    expect(page.next).toEqual({ after: place.after, offset: 50 });
  });

  it('ends with a page that is not full', async () => {
    const page = await orders.page(accessOver(seller([order], units('pending'))), null, {
      from: new Date(0),
      to: now,
    });
    expect(page).toMatchObject({ next: null, total: 1 });
  });
});
