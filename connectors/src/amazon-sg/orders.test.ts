import { describe, expect, it } from 'vitest';
import { orders } from './orders.ts';
import { failure, now, order, orderIn, parcel, seller } from './recorded-seller.fixture.ts';

const window = { from: new Date('2026-11-20T00:00:00Z'), to: new Date('2026-11-20T03:00:00Z') };
const [item] = order.orderItems;

const read = async (raw: unknown) => {
  const { access } = seller(() => ({ body: { orders: [raw] } }));
  const page = await orders.page(access, null, window);
  return { order: page.orders[0], unreadable: page.unreadable };
};
const lineOf = async (raw: unknown) => (await read(raw)).order?.lines[0];
const withItem = (
  status: string,
  change: Readonly<Record<string, unknown>>,
  packages: readonly unknown[] = [],
) => orderIn(status, { orderItems: [{ ...item, ...change }], packages });
const counted = (quantityFulfilled: number, quantityUnfulfilled: number) => ({
  quantityOrdered: 3,
  fulfillment: { quantityFulfilled, quantityUnfulfilled },
});

describe('pages of orders (amazon-sg.md 4.1)', () => {
  it('are asked for by update time, with what the product shows and no restricted token', async () => {
    const { access, requests } = seller(() => ({ body: { orders: [] } }));
    expect(await orders.page(access, null, window)).toMatchObject({ orders: [], unreadable: [], next: null });
    const url = new URL(requests[0]?.url ?? '');
    expect(url.pathname).toBe('/orders/2026-01-01/orders');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      marketplaceIds: 'A19VAU5U5O7RUS',
      lastUpdatedAfter: '2026-11-20T00:00:00.000Z',
      lastUpdatedBefore: '2026-11-20T03:00:00.000Z',
      maxResultsPerPage: '100',
      includedData: 'BUYER,RECIPIENT,PROCEEDS,CANCELLATION,FULFILLMENT,PACKAGES',
    });
    expect(requests[0]?.headers?.['x-amz-access-token']).toBe('Atza|token');
  });

  it('of a window that ends within the last two minutes are asked for without an end, to their last', async () => {
    const { access, requests, pass } = seller((_request, count) => ({
      body: { orders: [], pagination: count === 0 ? { nextToken: 'T1' } : {} },
    }));
    const open = { from: window.from, to: new Date(now.getTime() - 60_000) };
    const { next } = await orders.page(access, null, open);
    // By now the end lies far enough back, but all pages of a search need the same parameters.
    pass(600);
    expect(await orders.page(access, next, open)).toMatchObject({ next: null });
    const asked = requests.map(({ url }) => new URL(url).searchParams);
    expect(asked.map((query) => query.has('lastUpdatedBefore'))).toEqual([false, false]);
    expect(asked.map((query) => query.get('paginationToken'))).toEqual([null, 'T1']);
  });

  it('that repeat themselves are not followed', async () => {
    const { access } = seller(() => ({ body: { orders: [order], pagination: { nextToken: 'T1' } } }));
    const { next } = await orders.page(access, null, window);
    await expect(orders.page(access, next, window)).rejects.toMatchObject({ fault: { kind: 'unexpected' } });
  });

  it('continue when one order cannot be read', async () => {
    const spoilt = { ...order, orderId: '503-1', createdTime: 'some day' };
    const { access } = seller(() => ({ body: { orders: [spoilt, order] } }));
    const page = await orders.page(access, null, window);
    expect(page.orders).toHaveLength(1);
    expect(page.unreadable).toMatchObject([{ reference: '503-1' }]);
    expect(page.unreadable[0]?.reason.values['field']).toContain('createdTime');
  });
});

describe('single orders (amazon-sg.md 4.1)', () => {
  it('are read by their number; those that Amazon does not know are missing', async () => {
    const { access, requests } = seller(({ url }) =>
      url.includes('0000000') ? { status: 404, body: failure('NotFound') } : { body: { order } },
    );
    const got = await orders.read(access, [order.orderId, '503-1234567-0000000', 'no number']);
    expect(got.orders.map(({ number }) => number)).toEqual([order.orderId]);
    expect(got.missing).toEqual(['503-1234567-0000000', 'no number']);
    expect(requests).toHaveLength(2);
  });
});

describe('an order (amazon-sg.md 4.1)', () => {
  it('is read with its dates, amounts in cents, buyer and line', async () => {
    const { order: got } = await read(order);
    expect(got).toEqual({
      number: '503-1234567-1234567',
      channelId: '503-1234567-1234567',
      createdAt: new Date('2026-11-20T01:30:00Z'),
      updatedAt: new Date('2026-11-20T01:45:00Z'),
      rawState: 'UNSHIPPED',
      state: 'READY_TO_SHIP',
      stateRank: 30,
      paidAt: new Date('2026-11-20T01:30:00Z'),
      shipBy: new Date('2026-11-23T15:59:59Z'),
      category: null,
      shippingType: 'Delivery',
      shippingMethod: 'STANDARD',
      shippingCarrier: null,
      remarks: null,
      isTest: false,
      cancellationRequested: false,
      currency: 'SGD',
      amounts: {
        subtotal: 3990,
        shippingFee: 600,
        voucher: null,
        coin: null,
        creditCardPromotion: null,
        sellerDiscount: null,
        cartDiscount: null,
        discount: null,
        tax: null,
        serviceFee: null,
        insurance: null,
        giftWrap: null,
        tip: null,
        total: 4590,
      },
      buyer: {
        id: null,
        name: 'Tan Mei Ling',
        fullAddress: '10 Example Road, #02-03, Singapore, SG',
        postalCode: '123456',
        phone: '+6580000000',
        email: 'x1y2@marketplace.amazon.sg',
      },
      lines: [
        {
          lineId: '40001111222233',
          itemId: 'TOTE-RED',
          variantId: 'TOTE-RED',
          sku: 'TOTE-RED',
          name: 'Batik Tote',
          variantName: null,
          unitPrice: 3990,
          originalPrice: 3990,
          total: 3990,
          ordered: 1,
          cancelled: 0,
          returned: 0,
          restored: null,
          restoredAt: null,
          isListed: true,
          marketplaceSku: 'B0EXAMPLE1',
          cancellations: [],
          sent: 0,
          keptBy: 'seller',
          assignedAt: null,
          parts: [],
          fulfilled: false,
          returnStatus: null,
          shipmentProvider: null,
          trackingCode: null,
          unitIds: [],
        },
      ],
      promotions: [],
    });
  });

  it('that is PENDING may lack prices and buyer, and is unpaid', async () => {
    const bare = { ...item, product: { sellerSku: 'TOTE-RED', asin: 'B0EXAMPLE1' }, proceeds: undefined };
    const pending = orderIn('PENDING', {
      buyer: undefined,
      recipient: undefined,
      proceeds: undefined,
      orderItems: [{ ...bare, fulfillment: { quantityFulfilled: 0, quantityUnfulfilled: 0 } }],
    });
    const { order: got } = await read(pending);
    expect(got).toMatchObject({
      state: 'unpaid',
      paidAt: null,
      currency: 'SGD',
      amounts: { total: 0 },
      buyer: { name: null, email: null },
      lines: [{ name: 'TOTE-RED', ordered: 1, cancelled: 0, unitPrice: null, total: null }],
    });
  });

  it('of several units has the whole line’s price, less what was taken off', async () => {
    const money = (amount: string) => ({ amount, currencyCode: 'SGD' });
    const raw = {
      ...order,
      proceeds: { ...order.proceeds, breakdowns: [{ type: 'DISCOUNT', subtotal: money('-2.50') }] },
      orderItems: [
        {
          ...item,
          quantityOrdered: 3,
          proceeds: { breakdowns: [{ type: 'ITEM', subtotal: money('117.20') }] },
        },
      ],
    };
    const { order: got } = await read(raw);
    expect(got?.amounts).toMatchObject({ discount: 250, subtotal: null, shippingFee: null });
    expect(got?.lines[0]).toMatchObject({ unitPrice: 3990, total: 11_720 });
  });

  it.each([
    ['nothing is sent', withItem('UNSHIPPED', counted(0, 3)), 0, false],
    ['one of three was called off', withItem('UNSHIPPED', counted(0, 2)), 1, false],
    ['two are sent and one called off', withItem('SHIPPED', counted(2, 0)), 1, true],
    ['two are sent', withItem('PARTIALLY_SHIPPED', counted(2, 1)), 0, false],
    ['the whole order is cancelled', withItem('CANCELLED', counted(0, 0)), 3, false],
    [
      'it is cancelled without counts',
      withItem('CANCELLED', { quantityOrdered: 3, fulfillment: undefined }),
      3,
      false,
    ],
    ['it is PENDING and not counted yet', withItem('PENDING', counted(0, 0)), 0, false],
    [
      'a cancellation was carried out while PENDING',
      withItem('PENDING', {
        ...counted(0, 0),
        cancellation: { cancellationExecution: { cancelledBy: 'BUYER' } },
      }),
      3,
      false,
    ],
  ])('knows its cancelled units when %s', async (_when, raw, cancelled, fulfilled) => {
    expect(await lineOf(raw)).toMatchObject({
      ordered: 3,
      cancelled,
      returned: 0,
      fulfilled,
      restored: null,
    });
  });

  it('shows the parcel of each line, and units that came back or are lost', async () => {
    const sent = { ...item, fulfillment: { quantityFulfilled: 1, quantityUnfulfilled: 0 } };
    const back = (detailedStatus: string) => ({
      ...parcel('1', 'NVSG123'),
      packageStatus: { status: 'UNDELIVERABLE', detailedStatus },
    });
    const line = await lineOf(orderIn('SHIPPED', { orderItems: [sent], packages: [parcel('1', 'NVSG123')] }));
    expect(line).toMatchObject({
      fulfilled: true,
      returned: 0,
      shipmentProvider: 'Ninja Van',
      trackingCode: 'NVSG123',
    });
    for (const status of ['RETURNED_TO_SELLER', 'LOST']) {
      const gone = await lineOf(orderIn('SHIPPED', { orderItems: [sent], packages: [back(status)] }));
      expect(gone).toMatchObject({ returned: 1, cancelled: 0, returnStatus: 'ACCEPTED' });
    }
  });

  it('has the buyer’s request to cancel while it is open', async () => {
    const cancellation = { cancellationRequest: { requester: 'BUYER', cancelReason: 'ordered by mistake' } };
    const asked = (status: string, more: object = {}) =>
      withItem(status, { cancellation: { ...cancellation, ...more } });
    expect((await read(asked('UNSHIPPED'))).order).toMatchObject({ cancellationRequested: true });
    expect((await read(asked('SHIPPED'))).order).toMatchObject({ cancellationRequested: false });
    const done = { cancellationExecution: { cancelledBy: 'MERCHANT' } };
    expect((await read(asked('UNSHIPPED', done))).order).toMatchObject({ cancellationRequested: false });
  });

  it('is marked as collected by the buyer', async () => {
    const { order: got } = await read({ ...order, programs: ['IN_STORE_PICK_UP'] });
    expect(got).toMatchObject({ category: 'processing_self_collect', shippingType: null });
  });
});
