import { describe, expect, it } from 'vitest';
import { queryOf } from '../kit/recorded-http.fixture.ts';
import { detail, failed, now, ok, order, shopWith } from './app.fixture.ts';
import { orders } from './orders.ts';

const DAY = 86_400_000;
const child = {
  basic: { productID: 15242279, status: 1, name: 'Kaos Polos' },
  variant: { isVariant: true, parentID: 15242270 },
};

/** A shop whose list of orders, in the order of their dates, is this. */
function shopOf(list: readonly object[], one: object | null = detail, products: readonly object[] = [child]) {
  return shopWith({
    '/v2/order/list': (request) => {
      const [from, to, page, size] = ['from_date', 'to_date', 'page', 'per_page'].map((name) =>
        Number(queryOf(request, name)),
      ) as [number, number, number, number];
      const within = list.filter((each) => {
        const at = Number(Reflect.get(each, 'create_time'));
        return at >= from && at <= to;
      });
      return ok(within.length === 0 ? null : within.slice((page - 1) * size, page * size));
    },
    '/v2/fs/13004/order': () => (one === null ? failed(500, 'ORD_API_008', 'not found') : ok(one)),
    'product/info': () => ok(products),
  });
}
const placed = new Date(order.create_time * 1000);
const window = { from: placed, to: new Date(placed.getTime() + 60_000) };
const only = async (list: readonly object[], one: object | null = detail) =>
  (await orders.page(shopOf(list, one).access, null, window)).orders[0];

describe('an order of Tokopedia (tokopedia.md 4.1)', () => {
  it('is known by its invoice, and its lines by their products', async () => {
    const got = await only([order]);
    expect(got).toMatchObject({
      number: 'INV/20260110/XX/I/502',
      channelId: '43481289',
      createdAt: placed,
      updatedAt: now,
      paidAt: new Date('2025-12-31T23:55:00Z'),
      rawState: '220 paid and verified',
      state: 'READY_TO_SHIP',
      shippingType: 'Delivery',
      shippingMethod: 'Reguler',
      shippingCarrier: 'JNE',
      cancellationRequested: false,
      currency: 'IDR',
      amounts: { subtotal: 10_000_000, shippingFee: 1_000_000, voucher: 0, coin: 0, total: 11_000_000 },
      buyer: { id: '8970588', name: 'Budi', fullAddress: 'Jl. Demo 1', postalCode: '12345' },
    });
    expect(got?.lines).toMatchObject([
      {
        lineId: '15242279',
        // The listing is known by its parent.
        itemId: '15242270',
        variantId: '15242279',
        sku: 'TEE-01',
        unitPrice: 5_000_000,
        total: 10_000_000,
        ordered: 2,
        cancelled: 0,
        returned: 0,
        restored: null,
        fulfilled: false,
      },
    ]);
  });

  it.each([
    [10, [], { cancelled: 2, returned: 0 }],
    [550, [], { cancelled: 0, returned: 2 }],
    [400, [{ product_id: 15242279, quantity_deliver: 1, quantity_reject: 1 }], { cancelled: 1, returned: 0 }],
    [450, [], { cancelled: 0, fulfilled: true }],
    [123, [], { cancelled: 0, returned: 0, fulfilled: false }],
  ])('in the status %d has its units so', async (order_status, products_fulfilled, units) => {
    const got = await only([{ ...order, order_status, products_fulfilled }]);
    expect(got?.lines).toMatchObject([{ ordered: 2, ...units }]);
  });

  it('that is open is requested separately, since only so a buyer’s request shows', async () => {
    const asking = { ...detail, cancel_request_info: { reason: 'changed my mind' } };
    expect((await only([order], asking))?.cancellationRequested).toBe(true);
    expect((await only([order], { ...detail, cancel_request_info: {} }))?.cancellationRequested).toBe(false);
    const sent = shopOf([{ ...order, order_status: 500 }], asking);
    expect((await orders.page(sent.access, null, window)).orders[0]?.cancellationRequested).toBe(false);
    expect(sent.called('/v2/fs/13004/order')).toEqual([]);
  });

  it('that was placed before a short window keeps its request as it is recorded; a wide window reads it', async () => {
    const asking = { ...detail, cancel_request_info: { reason: 'changed my mind' } };
    const from = new Date(placed.getTime() + 3_600_000);
    const later = { from, to: new Date(from.getTime() + 60_000) };
    const polled = shopOf([order], asking);
    expect((await orders.page(polled.access, null, later)).orders[0]?.cancellationRequested).toBeNull();
    expect(polled.called('/v2/fs/13004/order')).toEqual([]);
    const afterwards = placed.getTime() + 13 * DAY;
    const wide = { from: new Date(afterwards), to: new Date(afterwards + DAY) };
    expect((await orders.page(polled.access, null, wide)).orders[0]?.cancellationRequested).toBe(true);
    const paid = shopOf(
      [{ ...order, payment_date: new Date(from.getTime() + 30_000).toISOString() }],
      asking,
    );
    expect((await orders.page(paid.access, null, later)).orders[0]?.cancellationRequested).toBe(true);
  });

  it('with one product twice has one line for it', async () => {
    const got = await only([{ ...order, products: [...order.products, ...order.products] }]);
    expect(got?.lines).toMatchObject([{ ordered: 4, total: 20_000_000 }]);
  });

  it('that cannot be read is quarantined', async () => {
    const got = await orders.page(
      shopOf([
        { ...order, products: [] },
        { ...order, order_id: 2, invoice_ref_num: 'INV/2' },
      ]).access,
      null,
      window,
    );
    expect(got.orders.map(({ number }) => number)).toEqual(['INV/2']);
    expect(got.unreadable).toMatchObject([{ reference: 'INV/20260110/XX/I/502' }]);
  });
});

describe('the list of orders (tokopedia.md 4.1)', () => {
  it('is asked for in spans under three days, from before the window to its end', async () => {
    const { access, called } = shopOf([]);
    const wide = { from: new Date(now.getTime() - 5 * DAY), to: now };
    let cursor = null;
    do {
      ({ next: cursor } = await orders.page(access, cursor, wide));
    } while (cursor !== null);
    const spans = called('/v2/order/list').map((request) =>
      ['from_date', 'to_date'].map((name) => Number(queryOf(request, name))),
    );
    expect(spans[0]?.[0]).toBe((now.getTime() - 19 * DAY) / 1000);
    expect(spans.at(-1)?.[1]).toBe(now.getTime() / 1000);
    for (const [place, [from = 0, to = 0]] of spans.entries()) {
      expect(to - from).toBeLessThan(3 * 86_400);
      if (place > 0) expect(from).toBe(spans[place - 1]?.[1]);
    }
  });

  it('is asked for in one span when the window is a short one', async () => {
    const { access, called } = shopOf([]);
    const short = { from: new Date(now.getTime() - 3_600_000), to: now };
    expect((await orders.page(access, null, short)).next).toBeNull();
    const [request] = called('/v2/order/list');
    const from = request === undefined ? null : queryOf(request, 'from_date');
    expect(Number(from)).toBe((now.getTime() - 3_600_000 - 2 * DAY) / 1000);
  });

  it('continues while a page is full, and refuses one that repeats', async () => {
    const many = Array.from({ length: 60 }, (_, index) => ({
      ...order,
      order_status: 700,
      order_id: index + 1,
      invoice_ref_num: `INV/${String(index)}`,
    }));
    const { access } = shopOf(many);
    const first = await orders.page(access, null, window);
    expect(first.next).toMatchObject({ page: 2, first: 'INV/0' });
    const second = await orders.page(access, first.next, window);
    expect(second.orders).toHaveLength(10);
    expect(second.next).toBeNull();
    const stuck = shopWith({ '/v2/order/list': () => ok(many.slice(0, 50)) });
    await expect(orders.page(stuck.access, first.next, window)).rejects.toMatchObject({
      fault: { kind: 'unexpected' },
    });
  });
});

describe('single orders (tokopedia.md 4.2)', () => {
  const at = { ...detail, create_time: placed.toISOString() };

  it.each([
    ['INV/20260110/XX/I/502', 'invoice_num'],
    ['43481289', 'order_id'],
  ])('are read by %s', async (number, parameter) => {
    const { access, called } = shopOf([{ ...order, order_id: 1 }, order], at);
    const got = await orders.read(access, [number]);
    expect(got.orders).toMatchObject([{ channelId: '43481289' }]);
    const [asked] = called('/v2/fs/13004/order');
    expect(asked === undefined ? null : queryOf(asked, parameter)).toBe(number);
  });

  it('that Tokopedia does not know are named', async () => {
    const got = await orders.read(shopOf([], null).access, ['INV/1']);
    expect(got).toMatchObject({ orders: [], missing: ['INV/1'] });
  });
});
