import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createSandbox, type Sandbox } from '../sandbox.ts';
import { TiktokClient } from '../testing/tiktok-client.ts';
import { dataOf, orderList } from './harness.fixture.ts';

const start = new Date('2026-11-02T02:00:00Z').getTime();
let folder = '';
let now = start;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tiktok-life-'));
});
afterAll(async () => rm(folder, { recursive: true }));

function open(dataDir: string | null): Sandbox {
  return createSandbox({
    seed: 3,
    content: 'none',
    dataDir,
    clock: {
      now: () => new Date(now),
      advance: (milliseconds) => {
        now += milliseconds;
      },
    },
    deliver: () => Promise.resolve({ status: 200, body: '' }),
  });
}

function clientOf(sandbox: Sandbox): TiktokClient {
  const app = sandbox.control.apps().tiktok;
  if (app === undefined) throw new Error('TikTok is not simulated.');
  return new TiktokClient(app, sandbox.fetch, () => sandbox.clock.seconds());
}

const page = orderList.extend({ next_page_token: z.string(), total_count: z.int() });
const returns = z.object({
  total_count: z.int(),
  return_orders: z.array(z.looseObject({ return_status: z.string() })),
});

test('tokens, packages and what is still to come outlive a kill', async () => {
  const sandbox = open(folder);
  const { shop } = sandbox.control.addShop({ channel: 'tiktok', name: 'Kopi Corner TikTok' });
  sandbox.control.addListings('tiktok', shop, { sku: 'KAYA', quantity: 5 });
  const client = clientOf(sandbox);
  await client.authorise(sandbox.control.grant('tiktok', shop)['code'] ?? '');
  const { number } = sandbox.control.placeOrder('tiktok', shop, { lines: [{ sku: 'KAYA', quantity: 1 }] });
  const read = async (through: TiktokClient) =>
    dataOf(orderList, await through.get('/order/202507/orders', { ids: number })).orders[0];
  const parcel = (await read(client))?.packages[0]?.id ?? '';
  const path = `/fulfillment/202309/packages/${parcel}/ship`;
  expect((await client.post(path, { handover_method: 'DROP_OFF' })).code).toBe(0);

  // No close: what was answered must be on disk already.
  const reopened = open(folder);
  const again = clientOf(reopened);
  again.accessToken = client.accessToken;
  again.cipher = client.cipher;
  expect(await read(again)).toMatchObject({
    status: 'AWAITING_COLLECTION',
    line_items: [{ package_id: parcel }],
  });
  now += 3 * 3_600_000;
  await reopened.runDue();
  expect((await read(again))?.status).toBe('IN_TRANSIT');
  await reopened.close();
});

test('thousands of orders of the past page to the end, each once, in every state of their lives', async () => {
  const sandbox = open(null);
  const { shop } = sandbox.control.addShop({ channel: 'tiktok', name: 'Kopi Corner TikTok' });
  sandbox.control.addListings('tiktok', shop, { count: 50 });
  sandbox.control.placeOrders('tiktok', shop, { count: 2_000, back_dated_days: 60 });
  const client = clientOf(sandbox);
  await client.authorise(sandbox.control.grant('tiktok', shop)['code'] ?? '');
  const seen = new Map<string, string>();
  let token = '';
  do {
    const query = { page_size: '100', sort_field: 'update_time', ...(token === '' ? {} : { page_token: token }) }; // oxfmt-ignore
    const got = dataOf(page, await client.post('/order/202309/orders/search', {}, query));
    expect(got.total_count).toBe(2_000);
    for (const { id, status } of got.orders) seen.set(id, status);
    token = got.next_page_token;
  } while (token !== '');
  expect(seen.size).toBe(2_000);
  expect(new Set(seen.values())).toEqual(new Set(['UNPAID', 'AWAITING_SHIPMENT', 'AWAITING_COLLECTION', 'IN_TRANSIT', 'DELIVERED', 'COMPLETED', 'CANCELLED'])); // oxfmt-ignore
  const settled = await client.post('/return_refund/202309/returns/search', {}, { page_size: '50' });
  const rows = dataOf(returns, settled).return_orders;
  expect(new Set(rows.map(({ return_status: word }) => word))).toEqual(
    new Set(['RETURN_OR_REFUND_REQUEST_PENDING', 'RETURN_OR_REFUND_REQUEST_COMPLETE']),
  );
});
