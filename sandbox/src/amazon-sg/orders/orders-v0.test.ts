import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { restrictedToken } from '../labels.fixture.ts';
import { here, Harness } from '../harness.fixture.ts';

const harness = new Harness(37);
beforeEach(async () => harness.begin());

const search = { MarketplaceIds: here, LastUpdatedAfter: '2026-11-20T00:00:00Z' };
const page = z.object({
  payload: z.object({
    Orders: z.array(z.looseObject({ AmazonOrderId: z.string() })),
    NextToken: z.string().optional(),
  }),
});
const orders = async (query: Record<string, string>, token = harness.client.accessToken) =>
  page.parse(
    (await harness.client.call('GET', '/orders/v0/orders', { ...search, ...query }, undefined, token)).body,
  ).payload;

test('orders of v0 are wrapped, spelt its way, and paged', async () => {
  harness.addListing('A', 10);
  const [pending, other] = [harness.buy('A', 2, false), harness.buy('A', 2)];
  harness.happen(other, 'cancel');
  await harness.pass(200);
  const first = await orders({ MaxResultsPerPage: '1' });
  expect(first.Orders).toMatchObject([
    { AmazonOrderId: pending, OrderStatus: 'Pending', FulfillmentChannel: 'MFN', NumberOfItemsUnshipped: 2 },
  ]);
  const second = await orders({ MaxResultsPerPage: '1', NextToken: first.NextToken ?? '' });
  expect(second).toMatchObject({ Orders: [{ AmazonOrderId: other, OrderStatus: 'Canceled' }] });
  expect((await orders({ OrderStatuses: 'Unshipped,PartiallyShipped' })).Orders).toEqual([]);
  expect(
    (await harness.client.get('/orders/v0/orders', { ...search, OrderStatuses: 'CANCELLED' })).status,
  ).toBe(400);
});

test('a line has its price whole, and the buyer’s request to cancel', async () => {
  harness.addListing('A', 10);
  const number = harness.buy('A', 2);
  harness.happen(number, 'request_cancellation', 'ordered by mistake');
  expect((await harness.client.get(`/orders/v0/orders/${number}/orderItems`)).body).toMatchObject({
    payload: {
      AmazonOrderId: number,
      OrderItems: [
        { SellerSKU: 'A', QuantityOrdered: 2, QuantityShipped: 0, ItemPrice: { Amount: '79.80', CurrencyCode: 'SGD' }, BuyerRequestedCancel: { IsBuyerRequestedCancel: 'true', BuyerCancelReason: 'ordered by mistake' } },
      ],
    },
  }); // oxfmt-ignore
});

test('people are shown to a restricted token alone, and what it was made for', async () => {
  harness.addListing('A', 10);
  const number = harness.buy('A');
  await harness.pass(200);
  const address = `/orders/v0/orders/${number}/address`;
  expect((await harness.client.get(address)).status).toBe(403);
  expect(Object.keys((await orders({})).Orders[0] ?? {})).not.toContain('ShippingAddress');
  const restricted = await restrictedToken(harness, [
    { method: 'GET', path: '/orders/v0/orders', dataElements: ['shippingAddress'] },
    { method: 'GET', path: '/orders/v0/orders/{orderId}/address' },
  ]);
  const [shown] = (await orders({}, restricted)).Orders;
  expect(shown).toMatchObject({ ShippingAddress: { City: 'Singapore' } });
  expect(Object.keys(shown ?? {})).not.toContain('BuyerInfo');
  const read = await harness.client.call('GET', address, {}, undefined, restricted);
  expect(read.body).toMatchObject({ payload: { ShippingAddress: { CountryCode: 'SG' } } });
  expect(
    (await harness.client.call('GET', `/orders/v0/orders/${number}/buyerInfo`, {}, undefined, restricted))
      .status,
  ).toBe(403);
});
