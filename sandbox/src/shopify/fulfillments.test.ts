import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Harness } from './harness.fixture.ts';
import { orderOf } from './orders.fixture.ts';

const harness = new Harness(29);
beforeAll(async () => harness.open());
afterAll(async () => harness.sandbox.close());
beforeEach(async () => harness.begin());

const order = (name: string) => orderOf(harness, name);

describe('fulfillmentCancel', () => {
  const cancel = `mutation($id: ID!) {
    fulfillmentCancel(id: $id) {
      fulfillment { id status displayStatus }
      userErrors { field message }
    }
  }`;
  const idOf = (data: unknown): string =>
    /gid:\/\/shopify\/Fulfillment\/\d+/.exec(JSON.stringify(data))?.[0] ?? '';

  test('opens again what was sent, and only once', async () => {
    const ware = harness.addListing('KAYA');
    const name = harness.buy('KAYA', 3);
    harness.happen(name, 'ship');
    expect(await harness.numbers(ware)).toEqual([7, 7, 0]);
    const id = idOf(await order(name));
    expect((await harness.client.graphql(cancel, { id })).data).toEqual({
      fulfillmentCancel: {
        fulfillment: { id, status: 'CANCELLED', displayStatus: 'CANCELED' },
        userErrors: [],
      },
    });
    expect(await order(name)).toMatchObject({
      displayFulfillmentStatus: 'UNFULFILLED',
      fulfillmentOrders: { nodes: [{ status: 'OPEN' }] },
    });
    expect(await harness.numbers(ware)).toEqual([7, 10, 3]);
    expect((await harness.client.graphql(cancel, { id })).data).toMatchObject({
      fulfillmentCancel: { fulfillment: null, userErrors: [{ field: ['id'] }] },
    });
    harness.happen(name, 'ship');
    expect(await order(name)).toMatchObject({ displayFulfillmentStatus: 'FULFILLED' });
  });

  test('keeps delivered fulfilments, and refuses unknown ones', async () => {
    harness.addListing('TEH');
    const name = harness.buy('TEH', 1);
    for (const event of ['ship', 'deliver'] as const) harness.happen(name, event);
    for (const id of [idOf(await order(name)), 'gid://shopify/Fulfillment/1'])
      expect((await harness.client.graphql(cancel, { id })).data).toMatchObject({
        fulfillmentCancel: { fulfillment: null, userErrors: [{ field: ['id'] }] },
      });
    expect(await order(name)).toMatchObject({ displayFulfillmentStatus: 'FULFILLED' });
  });
});
