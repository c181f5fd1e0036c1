import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createSandbox, type Sandbox } from '../sandbox.ts';
import { LazadaClient } from '../testing/lazada-client.ts';
import { ShopifyClient } from '../testing/shopify-client.ts';
import { ordersQuery, subscribe } from './documents.fixture.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'evenstock-sandbox-'));
afterAll(() => {
  rmSync(dataDir, { recursive: true });
});

async function open(content: 'demo' | 'none'): Promise<Sandbox> {
  const sandbox = createSandbox({ seed: 31, dataDir, content });
  await sandbox.listen({ host: '127.0.0.1', port: 0 });
  return sandbox;
}

function clients(sandbox: Sandbox, shop: string) {
  const { lazada, shopify } = sandbox.control.apps();
  if (lazada === undefined || shopify === undefined) throw new Error('Both channels are expected.');
  const hosts = { api: lazada.hosts['api'] ?? '', auth: lazada.hosts['auth'] ?? '' };
  return {
    lazada: new LazadaClient({ hosts, id: lazada.id, secret: lazada.secret }),
    shopify: new ShopifyClient(shopify.address, `${shop}.myshopify.com`, shopify),
  };
}

test('after a restart the demo’s orders, tokens and subscriptions are as they were', async () => {
  const before = await open('demo');
  const shops = before.control.shops();
  const idOf = (channel: string) => shops.find((shop) => shop.channel === channel)?.shop ?? '';
  const first = clients(before, idOf('shopify'));
  await first.lazada.authorise(before.control.grant('lazada', idOf('lazada'))['code'] ?? '');
  await first.shopify.authorise(before.control.grant('shopify', idOf('shopify'))['code'] ?? '');
  await first.shopify.graphql(subscribe, { topic: 'ORDERS_UPDATED', uri: 'https://app.example.test/hooks' });
  const read = async ({ lazada, shopify }: typeof first) => {
    const since = { created_after: '2020-01-01T00:00:00+08:00', limit: '100' };
    const subscriptions = '{ webhookSubscriptions(first: 5) { nodes { topic uri } } ordersCount { count } }';
    return [
      (await lazada.get('/orders/get', since)).data,
      (await shopify.graphql(ordersQuery(10))).data,
      (await shopify.graphql(subscriptions)).data,
    ];
  };
  const shown = await read(first);
  expect(z.looseObject({ countTotal: z.int() }).parse(shown[0]).countTotal).toBe(
    before.control.orders('lazada', idOf('lazada')).length,
  );
  expect(shown[2]).toEqual({
    webhookSubscriptions: { nodes: [{ topic: 'ORDERS_UPDATED', uri: 'https://app.example.test/hooks' }] },
    ordersCount: { count: before.control.orders('shopify', idOf('shopify')).length },
  });
  await before.close();

  const after = await open('none');
  const second = clients(after, idOf('shopify'));
  second.lazada.accessToken = first.lazada.accessToken;
  second.shopify.accessToken = first.shopify.accessToken;
  expect(JSON.parse(JSON.stringify(await read(second)).replace(/127\.0\.0\.1:\d+/g, ''))).toEqual(
    JSON.parse(JSON.stringify(shown).replace(/127\.0\.0\.1:\d+/g, '')),
  );
  await after.close();
});
