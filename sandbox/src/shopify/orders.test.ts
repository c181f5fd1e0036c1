import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { cancelOrder, refund, ship } from './documents.fixture.ts';
import { Harness } from './harness.fixture.ts';
import { orderOf, ordersOf } from './orders.fixture.ts';

const harness = new Harness(23);
beforeAll(async () => harness.open());
afterAll(async () => harness.sandbox.close());
beforeEach(async () => harness.begin());

const orders = (q?: string | null, first?: number, after?: string | null) =>
  ordersOf(harness, q, first, after);
const order = (name: string) => orderOf(harness, name);

describe('reading orders', () => {
  test('an order shows its money, its lines and what is to be sent', async () => {
    harness.addListing('TOTE-RED', 5, 39.9);
    const name = harness.buy('TOTE-RED', 2);
    expect(await order(name)).toMatchObject({
      name,
      displayFinancialStatus: 'PAID',
      displayFulfillmentStatus: 'UNFULFILLED',
      returnStatus: 'NO_RETURN',
      cancelledAt: null,
      currencyCode: 'SGD',
      subtotalPriceSet: { shopMoney: { amount: '79.8', currencyCode: 'SGD' } },
      totalTaxSet: { shopMoney: { amount: '0.0' } },
      lineItems: { nodes: [{ sku: 'TOTE-RED', quantity: 2, currentQuantity: 2, unfulfilledQuantity: 2 }] },
      fulfillmentOrders: {
        nodes: [{ status: 'OPEN', lineItems: { nodes: [{ totalQuantity: 2, remainingQuantity: 2 }] } }],
      },
      transactions: [{ kind: 'SALE', status: 'SUCCESS' }],
    });
  });

  test('are paged by update time, each once, also when one moves meanwhile', async () => {
    harness.addListing('KAYA', 100);
    const names = Array.from({ length: 7 }, () => harness.buy('KAYA', 1));
    const first = await orders(null, 3);
    harness.happen(names[0] ?? '', 'cancel');
    const second = await orders(null, 3, first.pageInfo.endCursor);
    const third = await orders(null, 3, second.pageInfo.endCursor);
    const seen = [first, second, third].flatMap(({ nodes }) => nodes.map(({ name }) => name));
    expect(seen).toEqual([...names, names[0]].slice(0, 8));
    expect(third.pageInfo.hasNextPage).toBe(false);
  });

  test('are found by update time and by status', async () => {
    harness.addListing('KAYA', 100);
    const old = harness.buy('KAYA', 1, false);
    harness.sandbox.clock.advance(10_000);
    // The vendor keeps whole seconds.
    const since = `${new Date(harness.sandbox.clock.now()).toISOString().slice(0, 19)}Z`;
    const late = harness.buy('KAYA', 1);
    const found = async (q: string) => (await orders(q)).nodes.map(({ name }) => name);
    expect(await found(`updated_at:>='${since}'`)).toEqual([late]);
    expect(await found('financial_status:pending')).toEqual([old]);
    harness.happen(old, 'pay');
    expect(await found(`updated_at:>='${since}'`)).toEqual([late, old]);
    harness.happen(old, 'cancel');
    expect(await found('status:cancelled')).toEqual([old]);
    expect(
      (await harness.client.graphql('{ ordersCount(query: "status:open") { count precision } }')).data,
    ).toEqual({ ordersCount: { count: 1, precision: 'EXACT' } });
  });

  test('an order that is listed late is not shown before', async () => {
    harness.addListing('KAYA');
    harness.sandbox.control.setFaults([{ kind: 'hidden_order', rate: 1, after: 60 }]);
    harness.buy('KAYA', 1);
    harness.sandbox.control.setFaults([]);
    expect((await orders()).nodes).toEqual([]);
    harness.sandbox.clock.advance(61_000);
    expect((await orders()).nodes).toHaveLength(1);
  });
});

describe('what becomes of an order', () => {
  test('placing commits units, sending takes them off, delivering and completing send webhooks', async () => {
    const ware = harness.addListing('KAYA');
    const name = harness.buy('KAYA', 3, false);
    expect(await harness.numbers(ware)).toEqual([7, 10, 3]);
    harness.happen(name, 'pay');
    expect(await order(name)).toMatchObject({ displayFinancialStatus: 'PAID' });
    harness.happen(name, 'ship');
    expect(await harness.numbers(ware)).toEqual([7, 7, 0]);
    harness.happen(name, 'deliver');
    expect(await order(name)).toMatchObject({
      displayFulfillmentStatus: 'FULFILLED',
      fulfillments: [{ status: 'SUCCESS', displayStatus: 'DELIVERED' }],
    });
    harness.happen(name, 'request_return');
    expect(await order(name)).toMatchObject({ returnStatus: 'RETURN_REQUESTED' });
    harness.happen(name, 'return', { restock: true });
    expect(await order(name)).toMatchObject({
      returnStatus: 'RETURNED',
      displayFinancialStatus: 'PARTIALLY_REFUNDED',
      lineItems: { nodes: [{ currentQuantity: 0 }] },
    });
    expect(await harness.numbers(ware)).toEqual([10, 10, 0]);
  });

  test('orderCancel is a job; with restock the units come back, reported as a refund of cancelled lines', async () => {
    const ware = harness.addListing('KAYA');
    const name = harness.buy('KAYA', 2);
    const { id } = await order(name);
    const rm = { originalPaymentMethodsRefund: true };
    const got = await harness.client.graphql(cancelOrder, { id, r: 'INVENTORY', rm });
    const payload = z
      .object({ orderCancel: z.object({ job: z.object({ id: z.string(), done: z.boolean() }) }) })
      .parse(got.data);
    expect(got.data).toMatchObject({
      orderCancel: { jobResult: { status: 'STARTED' }, orderCancelUserErrors: [] },
    });
    expect(await order(name)).toMatchObject({ cancelReason: null });
    expect(await harness.client.graphql(cancelOrder, { id, r: 'OTHER', rm })).toMatchObject({
      data: { orderCancel: { job: null, orderCancelUserErrors: [{ code: 'INVALID' }] } },
    });
    harness.sandbox.clock.advance(2_000);
    expect(await order(name)).toMatchObject({
      cancelReason: 'INVENTORY',
      displayFinancialStatus: 'REFUNDED',
      fulfillmentOrders: { nodes: [{ status: 'CANCELLED' }] },
    });
    expect(await harness.numbers(ware)).toEqual([10, 10, 0]);
    const answer = await harness.client.graphql(
      'query($id: ID!) { order(id: $id) { cancelledAt closedAt refunds { refundLineItems(first: 5) { nodes { quantity restockType restocked } } } } }',
      { id },
    );
    expect(answer.data).toMatchObject({
      order: {
        refunds: [{ refundLineItems: { nodes: [{ quantity: 2, restockType: 'CANCEL', restocked: true }] } }],
      },
    });
    harness.sandbox.clock.advance(2_000);
    const job = await harness.client.graphql('query($id: ID!) { job(id: $id) { id done } }', {
      id: payload.orderCancel.job.id,
    });
    expect([payload.orderCancel.job.done, job.data]).toEqual([
      false,
      { job: { id: payload.orderCancel.job.id, done: true } },
    ]);
    expect(await harness.client.graphql(cancelOrder, { id, r: 'OTHER', rm })).toMatchObject({
      data: {
        orderCancel: {
          job: null,
          orderCancelUserErrors: [
            {
              code: 'INVALID',
              field: ['orderId'],
              message: 'Cannot cancel an order that has already been canceled',
            },
          ],
        },
      },
    });
  });

  test('without restock the units stay away', async () => {
    const ware = harness.addListing('KAYA');
    const { id } = await order(harness.buy('KAYA', 2));
    await harness.client.graphql(cancelOrder.replace('restock: true', 'restock: false'), { id, r: 'OTHER' });
    harness.sandbox.clock.advance(2_000);
    expect(await harness.numbers(ware)).toEqual([8, 8, 0]);
    const answer = await harness.client.graphql(
      'query($id: ID!) { order(id: $id) { displayFinancialStatus refunds { refundLineItems(first: 5) { nodes { restockType } } } } }',
      { id },
    );
    expect(answer.data).toMatchObject({
      order: {
        displayFinancialStatus: 'PAID',
        refunds: [{ refundLineItems: { nodes: [{ restockType: 'NO_RESTOCK' }] } }],
      },
    });
  });

  test('a refund of unsent units puts them back once, whatever is repeated', async () => {
    const ware = harness.addListing('KAYA', 10, 20);
    const name = harness.buy('KAYA', 3);
    const { id, lineItems } = await order(name);
    const line = lineItems.nodes[0]?.id ?? '';
    const input = {
      orderId: id,
      refundLineItems: [{ lineItemId: line, quantity: 1, restockType: 'CANCEL' }],
      transactions: [{ orderId: id, kind: 'REFUND', gateway: 'shopify_payments', amount: '20.00' }],
    };
    for (const attempt of [1, 2]) {
      expect([attempt, (await harness.client.graphql(refund, { key: 'r1', input })).data]).toMatchObject([
        attempt,
        {
          refundCreate: {
            refund: { totalRefundedSet: { shopMoney: { amount: '20.0' } } },
            order: { displayFinancialStatus: 'PARTIALLY_REFUNDED' },
            userErrors: [],
          },
        },
      ]);
    }
    expect(await harness.numbers(ware)).toEqual([8, 10, 2]);
    expect(await order(name)).toMatchObject({
      cancelledAt: null,
      lineItems: { nodes: [{ quantity: 3, currentQuantity: 2 }] },
    });
    const tooMany = { ...input, refundLineItems: [{ lineItemId: line, quantity: 3, restockType: 'CANCEL' }] };
    expect((await harness.client.graphql(refund, { key: 'r2', input: tooMany })).data).toMatchObject({
      refundCreate: { userErrors: [{ message: 'Quantity cannot refund more items than were purchased' }] },
    });
    expect(
      (
        await harness.client.graphql(
          refund.replace(' @idempotent(key: $key)', '').replace(', $key: String!', ''),
          { input },
        )
      ).errors,
    ).toMatchObject([{ extensions: { code: 'BAD_REQUEST' } }]);
  });

  test('fulfillmentCreate sends a part, then the rest', async () => {
    const ware = harness.addListing('KAYA');
    const name = harness.buy('KAYA', 3);
    const { fulfillmentOrders } = await order(name);
    const parts = z.array(
      z.looseObject({
        id: z.string(),
        lineItems: z.object({ nodes: z.array(z.looseObject({ id: z.string() })) }),
      }),
    );
    const [open] = parts.parse(fulfillmentOrders.nodes);
    const part = {
      fulfillmentOrderId: open?.id,
      fulfillmentOrderLineItems: [{ id: open?.lineItems.nodes[0]?.id, quantity: 1 }],
    };
    const trackingInfo = {
      company: 'NinjaVan',
      number: 'NVSG123',
      url: 'https://track.example.test/NVSG123',
    };
    expect(
      (await harness.client.graphql(ship, { f: { lineItemsByFulfillmentOrder: [part], trackingInfo } })).data,
    ).toMatchObject({
      fulfillmentCreate: { fulfillment: { status: 'SUCCESS', trackingInfo: [trackingInfo] }, userErrors: [] },
    });
    expect(await order(name)).toMatchObject({ displayFulfillmentStatus: 'PARTIALLY_FULFILLED' });
    const rest = { f: { lineItemsByFulfillmentOrder: [{ fulfillmentOrderId: open?.id }] } };
    expect((await harness.client.graphql(ship, rest)).data).toMatchObject({
      fulfillmentCreate: { userErrors: [] },
    });
    expect(await order(name)).toMatchObject({
      displayFulfillmentStatus: 'FULFILLED',
      fulfillmentOrders: { nodes: [{ status: 'CLOSED' }] },
    });
    expect(await harness.numbers(ware)).toEqual([7, 7, 0]);
    expect((await harness.client.graphql(ship, rest)).data).toMatchObject({
      fulfillmentCreate: {
        userErrors: [{ message: expect.stringContaining('unfulfillable status= closed') }],
      },
    });
  });
});

test('several parcels have a number each, and a number is put right afterwards', async () => {
  harness.addListing('KAYA');
  const name = harness.buy('KAYA', 2);
  const asked = await harness.client.graphql('query($q: String) { orders(first: 1, query: $q) { nodes { fulfillmentOrders(first: 1) { nodes { id } } } } }', { q: `name:${name}` }); // oxfmt-ignore
  const fulfillmentOrderId = /gid:\/\/shopify\/FulfillmentOrder\/\d+/.exec(JSON.stringify(asked.data))?.[0];
  const f = { lineItemsByFulfillmentOrder: [{ fulfillmentOrderId }], trackingInfo: { company: 'NinjaVan', numbers: ['N1', 'N2'], urls: ['https://t.test/1', 'https://t.test/2'] } }; // oxfmt-ignore
  const made = await harness.client.graphql(ship, { f });
  expect(made.data).toMatchObject({ fulfillmentCreate: { fulfillment: { trackingInfo: [{ number: 'N1' }, { company: 'NinjaVan', number: 'N2', url: 'https://t.test/2' }] } } }); // oxfmt-ignore
  expect((await harness.client.graphql(ship, { f })).data).toMatchObject({ fulfillmentCreate: { fulfillment: null, userErrors: [{ message: expect.stringContaining('unfulfillable') }] } }); // oxfmt-ignore
  const id = /gid:\/\/shopify\/Fulfillment\/\d+/.exec(JSON.stringify(made.data))?.[0];
  const right = await harness.client.graphql('mutation($id: ID!, $t: FulfillmentTrackingInput!) { fulfillmentTrackingInfoUpdate(fulfillmentId: $id, trackingInfoInput: $t) { fulfillment { trackingInfo { number } } userErrors { message } } }', { id, t: { number: 'N3' } }); // oxfmt-ignore
  expect(right.data).toMatchObject({ fulfillmentTrackingInfoUpdate: { fulfillment: { trackingInfo: [{ number: 'N3' }] }, userErrors: [] } }); // oxfmt-ignore
  expect(harness.sandbox.control.order('shopify', harness.shop, name).events.map(({ event }) => event)).toEqual(['place', 'ship']); // oxfmt-ignore
});
