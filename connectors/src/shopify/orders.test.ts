import { describe, expect, it } from 'vitest';
import { accessTo, recordedHttp } from '../kit/recorded-http.fixture.ts';
import { financialStatuses, fulfillmentStatuses, returnStatuses } from './order-statuses.ts';
import { orders } from './orders.ts';

const app = { id: 'k', secret: 's', hosts: { shop: 'https://{shop}.myshopify.com' }, extra: {} };
const now = new Date('2026-11-20T04:00:00Z');
const shopId = 'lion-city.myshopify.com';
const money = (amount: string) => ({ shopMoney: { amount, currencyCode: 'SGD' } });
const end = { hasNextPage: false, endCursor: null };
const lineItem = { id: 'gid://shopify/LineItem/13' };
const line = {
  ...lineItem,
  title: 'Batik Tote',
  variantTitle: 'Red',
  sku: 'TOTE-RED',
  quantity: 3,
  currentQuantity: 3,
  unfulfilledQuantity: 3,
  originalUnitPriceSet: money('39.9'),
  discountedTotalSet: money('105.0'),
  variant: { id: 'gid://shopify/ProductVariant/45' },
  product: { id: 'gid://shopify/Product/8' },
};
const order = {
  id: 'gid://shopify/Order/5',
  name: '#1001',
  createdAt: '2026-11-20T03:01:00Z',
  updatedAt: '2026-11-20T03:02:10Z',
  cancelledAt: null,
  displayFinancialStatus: 'PAID',
  displayFulfillmentStatus: 'UNFULFILLED',
  returnStatus: 'NO_RETURN',
  currencyCode: 'SGD',
  totalPriceSet: money('111.0'),
  subtotalPriceSet: money('105.0'),
  totalShippingPriceSet: money('6.0'),
  totalDiscountsSet: money('14.7'),
  shippingAddress: {
    name: 'Tan Mei Ling',
    address1: '10 Example Road',
    city: 'Singapore',
    zip: '123456',
    countryCodeV2: 'SG',
  },
  lineItems: { nodes: [line], pageInfo: end },
  fulfillments: [] as unknown[],
  refunds: [] as unknown[],
  transactions: [{ kind: 'SALE', status: 'SUCCESS', createdAt: '2026-11-20T03:01:30Z' }],
};
const refund = (
  restockType: string,
  restocked: boolean,
  quantity: number,
  createdAt = '2026-11-20T03:30:00Z',
) => ({
  createdAt,
  refundLineItems: { nodes: [{ quantity, restockType, restocked, lineItem }], pageInfo: end },
});
const sent = (quantity: number, status = 'SUCCESS') => ({
  status,
  trackingInfo: [{ company: 'NinjaVan', number: 'NVSG123' }],
  fulfillmentLineItems: { nodes: [{ quantity, lineItem }], pageInfo: end },
});

const read = async (raw: unknown) => {
  const http = recordedHttp(now, () => ({ body: { data: { nodes: [raw] } } }));
  const access = accessTo(app, http, { shopId });
  const page = await orders.read(access, ['gid://shopify/Order/5']);
  return { order: page.orders[0], unreadable: page.unreadable };
};

describe('a Shopify order (shopify.md 4, 6)', () => {
  it('is read with its dates, amounts in cents and line', async () => {
    const { order: got } = await read(order);
    expect(got).toMatchObject({
      number: '#1001',
      channelId: 'gid://shopify/Order/5',
      state: 'paid',
      rawState: 'PAID / UNFULFILLED',
      paidAt: new Date('2026-11-20T03:01:30Z'),
      shipBy: null,
      // 3 × 39.90 before the discount.
      amounts: { subtotal: 11_970, shippingFee: 600, discount: 1470, total: 11_100 },
      buyer: { name: 'Tan Mei Ling', postalCode: '123456' },
    });
    expect(got?.lines).toMatchObject([
      {
        lineId: '13',
        itemId: '8',
        variantId: '45',
        ordered: 3,
        cancelled: 0,
        returned: 0,
        restored: 0,
        restoredAt: null,
        unitPrice: 3500,
      },
    ]);
  });

  it.each([
    [
      'cancelled whole with restocking',
      { cancelledAt: '2026-11-20T03:30:00Z', refunds: [refund('CANCEL', true, 3)] },
      { unfulfilledQuantity: 0, currentQuantity: 0 },
      { cancelled: 3, returned: 0, restored: 3, restoredAt: new Date('2026-11-20T03:30:00Z') },
    ],
    [
      'cancelled whole without restocking',
      { cancelledAt: '2026-11-20T03:30:00Z', refunds: [refund('NO_RESTOCK', false, 3)] },
      { unfulfilledQuantity: 3, currentQuantity: 0 },
      { cancelled: 3, returned: 0, restored: 0, restoredAt: null },
    ],
    [
      'one of three called off',
      { refunds: [refund('CANCEL', true, 1)] },
      { unfulfilledQuantity: 2, currentQuantity: 2 },
      { cancelled: 1, returned: 0, restored: 1 },
    ],
    [
      'sent, then one restocked',
      {
        displayFulfillmentStatus: 'FULFILLED',
        fulfillments: [sent(3)],
        refunds: [refund('RETURN', true, 1)],
      },
      { unfulfilledQuantity: 0, currentQuantity: 2 },
      { cancelled: 0, returned: 1, restored: 1, fulfilled: true, trackingCode: 'NVSG123' },
    ],
    [
      'sent in part, one of those refunded without restocking',
      {
        displayFulfillmentStatus: 'PARTIALLY_FULFILLED',
        fulfillments: [sent(1)],
        refunds: [refund('NO_RESTOCK', false, 1)],
      },
      { unfulfilledQuantity: 2, currentQuantity: 2 },
      { cancelled: 0, returned: 1, restored: 0, fulfilled: false },
    ],
    [
      'called off, and later one more returned',
      {
        fulfillments: [sent(2)],
        refunds: [refund('CANCEL', true, 1), refund('RETURN', true, 1, '2026-11-20T03:40:00Z')],
      },
      { unfulfilledQuantity: 0, currentQuantity: 1 },
      { cancelled: 1, returned: 1, restored: 2, restoredAt: new Date('2026-11-20T03:40:00Z') },
    ],
    [
      'a fulfilment that failed',
      { fulfillments: [sent(3, 'CANCELLED')] },
      {},
      { cancelled: 0, returned: 0, fulfilled: false },
    ],
  ])('%s', async (_what, more, counts, expected) => {
    const lineItems = { nodes: [{ ...line, ...counts }], pageInfo: end };
    expect((await read({ ...order, ...more, lineItems })).order?.lines).toMatchObject([expected]);
  });

  it.each([
    ['PENDING', 'UNFULFILLED', 'NO_RETURN', 'unpaid'],
    ['AUTHORIZED', 'UNFULFILLED', 'NO_RETURN', 'authorized'],
    ['PAID', 'ON_HOLD', 'NO_RETURN', 'on_hold'],
    ['PAID', 'PARTIALLY_FULFILLED', 'NO_RETURN', 'partial'],
    ['PENDING', 'FULFILLED', 'NO_RETURN', 'fulfilled'],
    ['PAID', 'FULFILLED', 'IN_PROGRESS', 'TO_RETURN'],
    ['PARTIALLY_REFUNDED', 'FULFILLED', 'RETURNED', 'returned'],
    ['REFUNDED', 'UNFULFILLED', 'NO_RETURN', 'refunded'],
    ['VOIDED', 'UNFULFILLED', 'NO_RETURN', 'failed'],
    [null, 'UNFULFILLED', 'NO_RETURN', 'paid'],
    ['PAID', 'LEVITATING', 'NO_RETURN', 'unknown'],
  ])('%s, %s, %s is %s', async (displayFinancialStatus, displayFulfillmentStatus, returnStatus, state) => {
    const got = (await read({ ...order, displayFinancialStatus, displayFulfillmentStatus, returnStatus }))
      .order;
    expect(got?.state).toBe(state);
    expect(got?.rawState).toContain(displayFulfillmentStatus);
  });

  it('quarantines an order that is longer inside than we read', async () => {
    const long = {
      ...sent(1),
      fulfillmentLineItems: { nodes: [], pageInfo: { hasNextPage: true, endCursor: 'c' } },
    };
    const { order: got, unreadable } = await read({ ...order, fulfillments: [long] });
    expect(got).toBeUndefined();
    expect(unreadable).toMatchObject([{ reference: '#1001' }]);
  });

  it('reads lines beyond the first fifty', async () => {
    const http = recordedHttp(now, (_, count) => ({
      body:
        count === 0
          ? {
              data: {
                nodes: [
                  {
                    ...order,
                    lineItems: { nodes: [line], pageInfo: { hasNextPage: true, endCursor: 'c1' } },
                  },
                ],
              },
            }
          : {
              data: {
                order: {
                  lineItems: { nodes: [{ ...line, id: 'gid://shopify/LineItem/14' }], pageInfo: end },
                },
              },
            },
    }));
    const page = await orders.read(accessTo(app, http, { shopId }), ['gid://shopify/Order/5']);
    expect(page.orders[0]?.lines.map(({ lineId }) => lineId)).toEqual(['13', '14']);
  });

  it('maps every documented status', () => {
    const all = (text: string) => text.split(' ');
    for (const each of all(
      'PENDING AUTHORIZED PARTIALLY_PAID PAID PARTIALLY_REFUNDED REFUNDED VOIDED EXPIRED',
    )) {
      expect(financialStatuses).toHaveProperty(each);
    }
    for (const each of all(
      'UNFULFILLED PARTIALLY_FULFILLED FULFILLED IN_PROGRESS ON_HOLD SCHEDULED REQUEST_DECLINED FULFILLMENT_NOT_REQUIRED OPEN PENDING_FULFILLMENT RESTOCKED',
    )) {
      expect(fulfillmentStatuses).toHaveProperty(each);
    }
    for (const each of all(
      'NO_RETURN RETURN_REQUESTED IN_PROGRESS INSPECTION_COMPLETE RETURNED RETURN_FAILED',
    )) {
      expect(returnStatuses).toHaveProperty(each);
    }
  });
});
