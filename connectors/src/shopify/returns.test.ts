import { describe, expect, it } from 'vitest';
import { now, order, recordedShop } from './recorded-shop.fixture.ts';
import { returns, returnStates } from './returns.ts';

const money = (amount: string) => ({ shopMoney: { amount, currencyCode: 'SGD' } });
const end = { hasNextPage: false, endCursor: null };
const record = {
  id: 'gid://shopify/Return/9',
  status: 'REQUESTED',
  createdAt: '2026-11-20T01:00:00Z',
  closedAt: null,
  requestApprovedAt: null,
  order: { id: order.channelId, name: '#1001', updatedAt: '2026-11-20T02:00:00Z', currencyCode: 'SGD' },
  decline: null,
  refunds: { nodes: [{ totalRefundedSet: money('14.0') }, { totalRefundedSet: money('1.5') }] },
  returnLineItems: {
    nodes: [
      {
        id: 'gid://shopify/ReturnLineItem/3',
        quantity: 2,
        customerNote: 'Too small',
        returnReasonNote: '',
        returnReasonDefinition: { name: 'Size was too small' },
        fulfillmentLineItem: {
          lineItem: {
            id: 'gid://shopify/LineItem/13',
            title: 'Batik Tote',
            sku: 'TOTE-RED',
            originalUnitPriceSet: money('39.90'),
            variant: { id: 'gid://shopify/ProductVariant/45' },
            product: { id: 'gid://shopify/Product/8' },
          },
        },
      },
    ],
    pageInfo: end,
  },
};

describe('Shopify’s returns (shopify.md 6)', () => {
  it('are read with what is sent back of which line', async () => {
    const shop = recordedShop({ OneReturn: () => ({ return: record }) });
    expect(await returns.read(shop.access, record.id)).toMatchObject({
      returnId: record.id,
      order: { number: '#1001', channelId: order.channelId },
      state: 'pending',
      canAccept: false,
      reason: 'Size was too small',
      textReason: 'Too small',
      refundAmount: 1550,
      updatedAt: new Date('2026-11-20T02:00:00Z'),
      lines: [{ lineId: '13', itemId: '8', variantId: '45', sku: 'TOTE-RED', units: 2, price: 3990 }],
    });
  });

  it('hold every documented status and no other', () => {
    const documented = 'REQUESTED OPEN CLOSED DECLINED CANCELED';
    expect(Object.keys(returnStates).sort()).toEqual(documented.split(' ').sort());
  });

  it('keep a status that nobody knows as it came', async () => {
    const shop = recordedShop({ OneReturn: () => ({ return: { ...record, status: 'TELEPORTED' } }) });
    expect(await returns.read(shop.access, '9')).toMatchObject({ state: 'unknown', rawState: 'TELEPORTED' });
    expect(shop.asked('OneReturn')).toEqual([{ id: 'gid://shopify/Return/9' }]);
  });

  it('are null where Shopify knows none', async () => {
    const shop = recordedShop({ OneReturn: () => ({ return: null }) });
    expect(await returns.read(shop.access, '9')).toBeNull();
  });

  it('are found by their orders, of those that have any; one that does not fit is quarantined', async () => {
    const shop = recordedShop({
      ReturningOrders: (_variables, count) => ({
        orders: {
          nodes: [
            {
              id: order.channelId,
              name: '#1001',
              returnStatus: count === 0 ? 'RETURN_REQUESTED' : 'NO_RETURN',
            },
          ],
          pageInfo: { hasNextPage: count === 0, endCursor: 'c' },
        },
      }),
      OrderReturns: () => ({
        order: { returns: { nodes: [record, { ...record, id: 'BAD', createdAt: 'soon' }], pageInfo: end } },
      }),
    });
    const window = { from: new Date(now.getTime() - 1000), to: now };
    const page = await returns.page(shop.access, null, window);
    expect(page).toMatchObject({ returns: [{ returnId: record.id }], unreadable: [{ reference: 'BAD' }] });
    expect((await returns.page(shop.access, page.next, window)).next).toBeNull();
    expect(shop.asked('OrderReturns')).toEqual([{ id: order.channelId, after: null }]);
    expect(shop.asked('ReturningOrders')[1]).toMatchObject({ after: 'c' });
  });
});
