import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { errorIn, here, Harness } from '../harness.fixture.ts';

const harness = new Harness(33);
beforeEach(async () => harness.begin());

const all = 'BUYER,RECIPIENT,PROCEEDS,PROMOTION,CANCELLATION,FULFILLMENT,PACKAGES,PAYMENT';
const at = (number: string) => `/orders/2026-01-01/orders/${number}`;
const read = async (number: string) =>
  z
    .object({ order: z.looseObject({ orderItems: z.array(z.looseObject({ orderItemId: z.string() })) }) })
    .parse((await harness.client.get(at(number), { includedData: all })).body).order;
const found = z.object({
  orders: z.array(z.object({ orderId: z.string(), lastUpdatedTime: z.string() })),
  pagination: z.object({ nextToken: z.string() }).optional(),
  lastUpdatedBefore: z.string().optional(),
  createdBefore: z.string().optional(),
});
const search = async (query: Record<string, string>) =>
  harness.client.get('/orders/2026-01-01/orders', query);
const since = { lastUpdatedAfter: '2026-11-20T00:00:00Z' };

async function confirm(number: string, more: object = {}, quantity = 1) {
  const { orderItems } = await read(number);
  const orderItem = { orderItemId: orderItems[0]?.orderItemId ?? '', quantity };
  const packageDetail = {
    packageReferenceId: '1', carrierCode: 'Other', carrierName: 'Ninja Van', shippingMethod: 'Standard', trackingNumber: 'NVSG123',
    shipDate: '2026-11-20T04:00:00Z', orderItems: [orderItem], ...more,
  }; // oxfmt-ignore
  return harness.client.post(`/orders/v0/orders/${number}/shipmentConfirmation`, {
    marketplaceId: here,
    packageDetail,
  });
}

const shipEvents = (number: string) =>
  harness.order(number).events.filter(({ event }) => event === 'ship').length;

test('an order that Amazon takes over before a confirmation is in effect is not sent by the seller', async () => {
  harness.addListing('TOTE-RED', 10);
  const number = harness.buy('TOTE-RED', 1);
  expect((await confirm(number)).status).toBe(204);
  harness.sandbox.control.editOrder('amazon-sg', harness.shop, number, { kept_by: 'marketplace' });
  await harness.pass(10);
  expect(shipEvents(number)).toBe(0);
});

describe('reading orders', () => {
  test('PENDING shows neither people nor prices; UNSHIPPED does', async () => {
    harness.addListing('TOTE-RED', 10);
    const number = harness.buy('TOTE-RED', 2, false);
    expect(number).toMatch(/^503-\d{7}-\d{7}$/);
    const pending = await read(number);
    expect(pending).toMatchObject({ fulfillment: { fulfillmentStatus: 'PENDING', fulfilledBy: 'MERCHANT' } });
    expect(Object.keys(pending)).not.toContain('buyer');
    expect(Object.keys(pending)).not.toContain('recipient');
    expect(pending.orderItems[0]?.['product']).not.toHaveProperty('price');
    harness.happen(number, 'pay');
    const { orderItems, ...order } = await read(number);
    expect(order).toMatchObject({
      salesChannel: { channelName: 'AMAZON', marketplaceId: here },
      buyer: { buyerEmail: expect.stringMatching(/@marketplace\.amazon\.sg$/) },
      recipient: { deliveryAddress: { city: 'Singapore', countryCode: 'SG' } },
      proceeds: { grandTotal: { amount: '81.29', currencyCode: 'SGD' } },
      fulfillment: { fulfillmentStatus: 'UNSHIPPED' },
      packages: [],
    });
    expect(orderItems).toMatchObject([
      { quantityOrdered: 2, product: { sellerSku: 'TOTE-RED', price: { unitPrice: { amount: '39.90' } } }, fulfillment: { quantityFulfilled: 0, quantityUnfulfilled: 2 } },
    ]); // oxfmt-ignore
    const bare = z
      .object({ order: z.looseObject({}) })
      .parse((await harness.client.get(at(number))).body).order;
    expect(Object.keys(bare)).toEqual([
      'orderId',
      'createdTime',
      'lastUpdatedTime',
      'salesChannel',
      'orderItems',
    ]);
    expect((await harness.client.get(at('503-0000000-0000000'))).status).toBe(404);
  });

  test('a buyer’s request to cancel, and a cancellation, are at the items', async () => {
    harness.addListing('A');
    const number = harness.buy('A');
    harness.happen(number, 'request_cancellation', 'ordered by mistake');
    expect(await read(number)).toMatchObject({
      fulfillment: { fulfillmentStatus: 'UNSHIPPED' },
      orderItems: [
        { cancellation: { cancellationRequest: { requester: 'BUYER', cancelReason: 'ordered by mistake' } } },
      ],
    });
    harness.happen(number, 'cancel');
    expect(await read(number)).toMatchObject({
      fulfillment: { fulfillmentStatus: 'CANCELLED' },
      orderItems: [{ cancellation: { cancellationExecution: { cancelledBy: 'BUYER' } } }],
    });
  });

  test('personal data are dropped a month after delivery', async () => {
    harness.addListing('A');
    const number = harness.buy('A');
    for (const event of ['ship', 'deliver'] as const) harness.happen(number, event);
    expect(await read(number)).toMatchObject({
      buyer: {},
      fulfillment: { fulfillmentStatus: 'SHIPPED' },
      packages: [{ packageReferenceId: '1', packageStatus: { status: 'DELIVERED' } }],
    });
    await harness.pass(31 * 86_400);
    await harness.client.refresh();
    expect(Object.keys(await read(number))).not.toContain('buyer');
  });
});

describe('searching orders', () => {
  test('windows end two minutes before now; a change moves an order to its end', async () => {
    harness.addListing('A', 10);
    const first = harness.buy('A');
    await harness.pass(60);
    const second = harness.buy('A');
    expect(found.parse((await search(since)).body)).toMatchObject({
      orders: [],
      lastUpdatedBefore: '2026-11-20T00:59:00Z',
    });
    await harness.pass(121);
    const numbers = async (query: Record<string, string>) =>
      found.parse((await search(query)).body).orders.map(({ orderId }) => orderId);
    expect(await numbers(since)).toEqual([first, second]);
    harness.happen(first, 'cancel');
    expect(await numbers(since)).toEqual([second]);
    await harness.pass(121);
    expect(await numbers(since)).toEqual([second, first]);
    expect(await numbers({ createdAfter: '2026-11-20T00:00:00Z' })).toEqual([first, second]);
    expect(await numbers({ ...since, fulfillmentStatuses: 'CANCELLED,PENDING' })).toEqual([first]);
    expect(await numbers({ ...since, fulfilledBy: 'AMAZON' })).toEqual([]);
  });

  test('pages continue where the last one ended, with the same question, for a day', async () => {
    harness.addListing('A', 10);
    const numbers = Array.from({ length: 5 }, () => harness.buy('A'));
    await harness.pass(200);
    const seen: string[] = [];
    const question = { ...since, maxResultsPerPage: '2' };
    let page = found.parse((await search(question)).body);
    const firstToken = page.pagination?.nextToken ?? '';
    for (;;) {
      seen.push(...page.orders.map(({ orderId }) => orderId));
      if (page.pagination === undefined) break;
      page = found.parse((await search({ ...question, paginationToken: page.pagination.nextToken })).body);
    }
    expect(seen).toEqual(numbers);
    expect((await search({ ...since, fulfilledBy: 'MERCHANT', paginationToken: firstToken })).status).toBe(
      400,
    );
    expect(
      (await search({ ...question, maxResultsPerPage: '100', paginationToken: firstToken })).status,
    ).toBe(200);
    await harness.pass(86_401);
    await harness.client.refresh();
    expect((await search({ ...question, paginationToken: firstToken })).status).toBe(400);
  });

  test('a wrong window is refused', async () => {
    const wrong = [
      {},
      { createdAfter: '2026-11-19T00:00:00Z', lastUpdatedAfter: '2026-11-19T00:00:00Z' },
      { lastUpdatedAfter: '2026-11-19T00:00:00Z', createdBefore: '2026-11-19T10:00:00Z' },
      { lastUpdatedAfter: '2026-11-19T00:00:00Z', lastUpdatedBefore: '2026-11-20T00:59:30Z' },
      { lastUpdatedAfter: '2026-11-19T00:00:00Z', lastUpdatedBefore: '2026-11-18T00:00:00Z' },
      { lastUpdatedAfter: 'yesterday' },
      { ...since, maxResultsPerPage: '101' },
      { ...since, fulfillmentStatuses: 'Shipped' },
      { ...since, includedData: 'ALL' },
    ];
    for (const query of wrong) {
      const got = await search(query);
      expect([got.status, errorIn(got).code], JSON.stringify(query)).toEqual([400, 'InvalidInput']);
    }
  });

  test('an order that is listed late is nowhere until then', async () => {
    harness.addListing('A', 10);
    harness.sandbox.control.setFaults([{ kind: 'hidden_order', after: 400 }]);
    const number = harness.buy('A');
    await harness.pass(200);
    expect(found.parse((await search(since)).body).orders).toEqual([]);
    expect((await harness.client.get(at(number))).status).toBe(404);
    await harness.pass(201);
    expect(found.parse((await search(since)).body).orders).toHaveLength(1);
  });
});

describe('confirming shipments', () => {
  test('204, and shipped a little later; the same parcel again edits it, another is refused', async () => {
    harness.addListing('A', 10);
    const number = harness.buy('A');
    const confirmed = await confirm(number);
    expect([confirmed.status, confirmed.body]).toEqual([204, null]);
    expect(await read(number)).toMatchObject({
      fulfillment: { fulfillmentStatus: 'UNSHIPPED' },
      packages: [],
    });
    const twice = await confirm(number, { packageReferenceId: '2' });
    expect([twice.status, errorIn(twice).code]).toEqual([400, 'InvalidInput']);
    await harness.pass(5);
    expect(await read(number)).toMatchObject({
      fulfillment: { fulfillmentStatus: 'SHIPPED' },
      orderItems: [{ fulfillment: { quantityFulfilled: 1, quantityUnfulfilled: 0 } }],
      packages: [
        {
          packageReferenceId: '1',
          carrier: 'Ninja Van',
          trackingNumber: 'NVSG123',
          shipTime: '2026-11-20T04:00:00Z',
        },
      ],
    });
    expect((await confirm(number, { trackingNumber: 'NVSG999' })).status).toBe(204);
    expect((await confirm(number, { packageReferenceId: '2' })).status).toBe(400);
    await harness.pass(5);
    expect(await read(number)).toMatchObject({ packages: [{ trackingNumber: 'NVSG999' }] });
    expect(shipEvents(number)).toBe(1);
  });

  test('several parcels: PARTIALLY_SHIPPED until the last', async () => {
    harness.addListing('A', 10);
    const number = harness.buy('A', 3);
    await confirm(number, {}, 2);
    await harness.pass(5);
    expect(await read(number)).toMatchObject({
      fulfillment: { fulfillmentStatus: 'PARTIALLY_SHIPPED' },
      orderItems: [{ fulfillment: { quantityFulfilled: 2, quantityUnfulfilled: 1 } }],
    });
    expect((await confirm(number, { packageReferenceId: '2' }, 2)).status).toBe(400);
    expect((await confirm(number, { packageReferenceId: '2', trackingNumber: 'NVSG124' }, 1)).status).toBe(
      204,
    );
    await harness.pass(5);
    expect(await read(number)).toMatchObject({
      fulfillment: { fulfillmentStatus: 'SHIPPED' },
      packages: [{}, {}],
    });
    expect(shipEvents(number)).toBe(1);
  });

  test('what is missing or wrong is refused', async () => {
    harness.addListing('A', 10);
    harness.addListing('FBA', 10, { tracked: false });
    const number = harness.buy('A');
    const wrong = [
      { shipDate: '02/21/2022' },
      { carrierCode: '' },
      { carrierName: '' },
      { trackingNumber: '' },
      { packageReferenceId: 'A1' },
      { packageReferenceId: 1 },
      { orderItems: [{ orderItemId: '79039765272157', quantity: 1 }] },
      { orderItems: [] },
    ];
    for (const more of wrong) {
      const got = await confirm(number, more);
      expect([got.status, errorIn(got).code], JSON.stringify(more)).toEqual([400, 'InvalidInput']);
    }
    for (const other of [harness.buy('A', 1, false), harness.buy('FBA')])
      expect((await confirm(other)).status).toBe(400);
    const cancelled = harness.buy('A');
    harness.happen(cancelled, 'cancel');
    await harness.pass(5);
    expect((await confirm(cancelled)).status).toBe(400);
    expect(shipEvents(number)).toBe(0);
  });

  test('an order that is cancelled before the parcel takes effect is not shipped', async () => {
    harness.addListing('A', 10);
    const number = harness.buy('A');
    await confirm(number);
    harness.happen(number, 'cancel');
    await harness.pass(5);
    expect(await read(number)).toMatchObject({
      fulfillment: { fulfillmentStatus: 'CANCELLED' },
      packages: [],
    });
    expect(shipEvents(number)).toBe(0);
  });

  test('orders that the buyer collects are made ready and picked up', async () => {
    harness.addListing('A', 10);
    const number = harness.buy('A', 1, true, true);
    const update = async (shipmentStatus: string) =>
      (
        await harness.client.post(`/orders/v0/orders/${number}/shipment`, {
          marketplaceId: here,
          shipmentStatus,
        })
      ).status;
    expect([await update('ReadyForPickup'), await update('ReadyForPickup')]).toEqual([204, 204]);
    expect([await update('PickedUp'), await update('PickedUp')]).toEqual([204, 204]);
    const events = harness.order(number).events.map(({ event }) => event);
    expect([harness.order(number).stage, events]).toEqual(['completed', ['place', 'pack', 'collect']]);
    expect([await update('ReadyForPickup'), await update('RefusedPickup')]).toEqual([400, 400]);
    expect(await update('Lost')).toBe(400);
  });
});
