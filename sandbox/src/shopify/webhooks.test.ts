import { createServer } from 'node:http';
import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { subscribe } from './documents.fixture.ts';
import { webhookHmac } from './signature.ts';
import { Harness } from './harness.fixture.ts';

const harness = new Harness(31);
beforeAll(async () => harness.open());
afterAll(async () => harness.sandbox.close());
beforeEach(async () => harness.begin());

/** What the vendor's library for Node asks of every subscription before it registers its own. */
const registered = `query shopifyApiReadWebhookSubscriptions {
  webhookSubscriptions(first: 250) {
    edges {
      node {
        id
        topic
        includeFields
        metafieldNamespaces
        endpoint {
          __typename
          ... on WebhookHttpEndpoint { callbackUrl }
          ... on WebhookEventBridgeEndpoint { arn }
          ... on WebhookPubSubEndpoint { pubSubProject pubSubTopic }
        }
        apiVersion { handle supported }
      }
    }
    pageInfo { endCursor hasNextPage }
  }
}`;

test('subscriptions say where they send as the vendor’s own library asks it', async () => {
  const addresses = [
    'https://app.example.test/hooks',
    'pubsub://kopi-project:orders',
    'arn:aws:events:ap-southeast-1::event-source/aws.partner/shopify.com/1/kopi',
  ];
  for (const uri of addresses) await harness.client.graphql(subscribe, { topic: 'RETURNS_CLOSE', uri });
  const { data, errors } = await harness.client.graphql(registered);
  expect(errors).toBeUndefined();
  const sends = (endpoint: object) => ({
    node: expect.objectContaining({
      topic: 'RETURNS_CLOSE',
      includeFields: [],
      metafieldNamespaces: [],
      endpoint,
      apiVersion: { handle: '2026-10', supported: true },
    }),
  });
  expect(data).toMatchObject({
    webhookSubscriptions: {
      edges: expect.arrayContaining([
        sends({ __typename: 'WebhookHttpEndpoint', callbackUrl: addresses[0] }),
        sends({ __typename: 'WebhookPubSubEndpoint', pubSubProject: 'kopi-project', pubSubTopic: 'orders' }),
        sends({ __typename: 'WebhookEventBridgeEndpoint', arn: addresses[2] }),
      ]),
    },
  });
});

describe('webhooks', () => {
  test('go to each subscription, signed, and again under the same id when they were not taken', async () => {
    const got: { topic: string; body: string; headers: Record<string, unknown> }[] = [];
    let status = 500;
    const server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (chunk: Buffer) => parts.push(chunk));
      request.on('end', () => {
        got.push({
          topic: String(request.headers['x-shopify-topic']),
          body: Buffer.concat(parts).toString('utf8'),
          headers: request.headers,
        });
        response.writeHead(status).end();
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const uri = `http://127.0.0.1:${String(address.port)}/shopify`;
    for (const topic of ['ORDERS_CREATE', 'ORDERS_UPDATED', 'INVENTORY_LEVELS_UPDATE']) {
      expect((await harness.client.graphql(subscribe, { topic, uri })).data).toMatchObject({
        webhookSubscriptionCreate: { webhookSubscription: { topic, uri }, userErrors: [] },
      });
    }
    expect(
      (await harness.client.graphql(subscribe, { topic: 'ORDERS_CREATE', uri: 'http://example.com/x' })).data,
    ).toMatchObject({
      webhookSubscriptionCreate: {
        webhookSubscription: null,
        userErrors: [{ message: 'Address protocol http:// is not supported' }],
      },
    });
    const ware = harness.addListing('KAYA');
    const name = harness.buy('KAYA', 2);
    await expect
      .poll(() => got.map(({ topic }) => topic).sort())
      .toEqual(['inventory_levels/update', 'orders/create']);
    for (const { body, headers } of got) {
      expect(headers['x-shopify-hmac-sha256']).toBe(webhookHmac(harness.app.secret, body));
      expect(headers).toMatchObject({
        'x-shopify-shop-domain': `${harness.shop}.myshopify.com`,
        'x-shopify-api-version': '2026-10',
        'content-type': 'application/json',
      });
    }
    const level = got.find(({ topic }) => topic === 'inventory_levels/update');
    expect(JSON.parse(level?.body ?? '')).toMatchObject({
      inventory_item_id: Number(ware.inventoryItem.split('/').at(-1)),
      available: 8,
    });
    const created = got.find(({ topic }) => topic === 'orders/create');
    expect(JSON.parse(created?.body ?? '')).toMatchObject({
      name,
      financial_status: 'paid',
      line_items: [{ sku: 'KAYA', quantity: 2 }],
    });
    status = 200;
    // The wait for another try begins when the refusal has been read, which may be later than it was given.
    await expect
      .poll(async () => {
        harness.sandbox.clock.advance(11_000);
        await harness.sandbox.runDue();
        return got.length;
      })
      .toBe(4);
    expect(new Set(got.map(({ headers }) => headers['x-shopify-webhook-id'])).size).toBe(2);
    const list = z.object({
      webhookSubscriptions: z.object({ nodes: z.array(z.object({ id: z.string(), topic: z.string() })) }),
    });
    const { nodes } = list.parse(
      (await harness.client.graphql('{ webhookSubscriptions(first: 10) { nodes { id topic } } }')).data,
    ).webhookSubscriptions;
    expect(nodes).toHaveLength(3);
    const drop =
      'mutation($id: ID!) { webhookSubscriptionDelete(id: $id) { deletedWebhookSubscriptionId userErrors { message } } }';
    for (const { id } of nodes) await harness.client.graphql(drop, { id });
    harness.happen(name, 'cancel');
    await harness.sandbox.runDue();
    expect(got).toHaveLength(4);
    server.close();
  });
});
