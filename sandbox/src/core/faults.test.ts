import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSandbox, type Sandbox } from '../sandbox.ts';
import { ShopeeClient, type ShopeeAnswer } from '../testing/shopee-client.ts';
import type { FaultRule } from './faults.ts';
import { paged } from './left-out.ts';

const start = Date.UTC(2026, 10, 20, 2);
let now: number;
let sandbox: Sandbox;
let shop: string;
let item: string;
let variant: string;
let client: ShopeeClient;
let taken: { at: number; body: string }[];

/** A clock that the test moves, and notices delivered into a list. */
beforeEach(async () => {
  now = start;
  taken = [];
  sandbox = createSandbox({
    seed: 3,
    content: 'none',
    callTimeoutSeconds: 10,
    clock: { now: () => new Date(now), advance: (milliseconds) => (now += milliseconds) },
    deliver: ({ body }) => {
      taken.push({ at: now, body });
      return Promise.resolve({ status: 204, body: '' });
    },
  });
  shop = sandbox.control.addShop({ channel: 'shopee', name: 'Kopi Corner' }).shop;
  const { listings } = sandbox.control.addListings('shopee', shop, {
    name: 'Tee', description: '', sku: 'TEE', picture: 'tee', status: 'normal', option_names: ['Size'],
    variants: ['S', 'M', 'L'].map((size) => ({ sku: `TEE-${size}`, options: [size], price: 20, special_price: null, quantity: 10 })),
  }); // oxfmt-ignore
  item = listings[0]?.listing_id ?? '';
  variant = listings[0]?.variant_id ?? '';
  const app = sandbox.control.apps().shopee;
  client = new ShopeeClient({
    base: app?.hosts['api'] ?? '',
    partnerId: app?.id ?? '',
    partnerKey: app?.secret ?? '',
    fetch: sandbox.fetch,
  });
  client.now = () => sandbox.clock.seconds();
  await client.authorise(sandbox.control.grant('shopee', shop)['code'] ?? '', shop);
});
afterEach(async () => sandbox.close());

function fault(rule: Omit<FaultRule, 'rate'> & { rate?: number }): void {
  sandbox.control.setFaults([{ rate: 1, ...rule }]);
}

async function set(stock: number): Promise<ShopeeAnswer> {
  return client.post('/product/update_stock', {
    item_id: Number(item),
    stock_list: [{ model_id: Number(variant), seller_stock: [{ stock }] }],
  });
}

function truth(): number {
  return sandbox.control.listing('shopee', shop, variant).quantity;
}

async function read(): Promise<unknown> {
  const models = await client.get('/product/get_model_list', { item_id: item });
  return models.at('response', 'model', 0, 'stock_info_v2', 'seller_stock', 0, 'stock');
}

function buy(): string {
  return sandbox.control.placeOrder('shopee', shop, {
    lines: [{ sku: 'TEE-S', quantity: 1 }],
    paid: true,
  }).number;
}

test('throttle rejects as the vendor does and changes nothing', async () => {
  fault({ kind: 'throttle', call: 'update_stock', count: 1 });
  const refused = await set(4);
  expect([refused.status, refused.error, truth()]).toEqual([429, 'error_rate_limit', 10]);
  expect((await set(4)).error).toBe('');
  expect(truth()).toBe(4);
});

test('error_500 changes nothing, error_after_commit answers an error after the change', async () => {
  fault({ kind: 'error_500' });
  expect([(await set(4)).status, truth()]).toEqual([500, 10]);
  fault({ kind: 'error_after_commit' });
  expect([(await set(4)).status, truth()]).toEqual([500, 4]);
  expect(await read()).toBe(4);
});

test('timeout never answers and changes nothing, and the caller’s time passes', async () => {
  fault({ kind: 'timeout', count: 1 });
  await expect(set(4)).rejects.toThrow('timeout');
  expect([truth(), now - start]).toEqual([10, 10_000]);
});

test('late_write does not answer and is performed n seconds later, over later writes', async () => {
  fault({ kind: 'late_write', after: 50, count: 1 });
  await expect(set(4)).rejects.toThrow('timeout');
  expect((await set(7)).error).toBe('');
  expect(truth()).toBe(7);
  now = start + 49_000;
  await sandbox.runDue();
  expect(truth()).toBe(7);
  expect(sandbox.nextDueAt()).toBe(start + 50_000);
  now = start + 50_000;
  await sandbox.runDue();
  expect(truth()).toBe(4);
});

test('a write that is performed too late is rejected because its signature has expired', async () => {
  fault({ kind: 'late_write', after: 400, count: 1 });
  await expect(set(4)).rejects.toThrow('timeout');
  now = start + 400_000;
  await sandbox.runDue();
  expect(truth()).toBe(10);
});

test('slow takes n seconds, truncate and html are no JSON', async () => {
  fault({ kind: 'slow', after: 3 });
  expect((await set(4)).error).toBe('');
  expect(now - start).toBe(3_000);
  fault({ kind: 'truncate' });
  await expect(set(5)).rejects.toThrow('JSON');
  expect(truth()).toBe(5);
  fault({ kind: 'html' });
  await expect(set(6)).rejects.toThrow('JSON');
  expect(truth()).toBe(5);
});

test('expire_token ends the access token, and a refresh renews it', async () => {
  fault({ kind: 'expire_token', count: 1 });
  expect((await set(4)).error).toBe('invalid_acceess_token');
  expect((await client.refresh()).error).toBe('');
  expect((await set(4)).error).toBe('');
});

test('half_batch performs and answers the first half', async () => {
  fault({ kind: 'half_batch', count: 1 });
  const rows = sandbox.control.listings('shopee', shop).slice(0, 2);
  const answer = await client.post('/product/update_stock', {
    item_id: Number(item),
    stock_list: rows.map((row) => ({ model_id: Number(row.variant_id), seller_stock: [{ stock: 2 }] })),
  });
  expect([
    answer.error,
    answer.list('response', 'success_list').length,
    answer.list('response', 'failure_list').length,
  ]).toEqual(['', 1, 0]);
  expect(sandbox.control.listings('shopee', shop).map(({ quantity }) => quantity)).toEqual([2, 10, 10]);
});

test('empty_list and short_list answer success without rows; a read of one item is as ever', async () => {
  for (let number = 0; number < 3; number += 1)
    sandbox.control.addListings('shopee', shop, { sku: `MUG-${String(number)}`, quantity: 1 });
  const list = async () => {
    const asked = { offset: '0', page_size: '50', item_status: 'NORMAL' };
    const answer = await client.get('/product/get_item_list', asked);
    return [answer.error, answer.list('response', 'item').length, answer.at('response', 'total_count')];
  };
  fault({ kind: 'empty_list' });
  expect(await list()).toEqual(['', 0, 0]);
  fault({ kind: 'short_page' });
  expect(await list()).toEqual(['', 3, 4]);
  fault({ kind: 'short_list', count: 1 });
  expect(await list()).toEqual(['', 1, 1]);
  expect(await list()).toEqual(['', 4, 4]);
});

test('stale_read shows the state of n seconds ago', async () => {
  await set(4);
  now += 20_000;
  await set(6);
  fault({ kind: 'stale_read', after: 15 });
  expect(await read()).toBe(4);
  fault({ kind: 'stale_read', after: 30 });
  expect(await read()).toBe(10);
  sandbox.control.setFaults([]);
  expect(await read()).toBe(6);
});

test('hidden_order takes stock at once, and is listed, read and notified n seconds late', async () => {
  sandbox.control.setWebhook('shopee', 'http://127.0.0.1:9/hooks');
  fault({ kind: 'hidden_order', after: 60 });
  const number = buy();
  const listed = async (): Promise<unknown[]> => {
    const window = {
      time_range_field: 'update_time',
      time_from: start / 1000 - 10,
      time_to: client.now() + 10,
      page_size: 50,
    };
    return (await client.get('/order/get_order_list', window)).list('response', 'order_list');
  };
  await sandbox.runDue();
  expect([truth(), await listed(), taken]).toEqual([9, [], []]);
  expect((await client.get('/order/get_order_detail', { order_sn_list: number })).error).toBe(
    'error_not_found',
  );
  now += 60_000;
  await sandbox.runDue();
  expect([(await listed()).length, taken.length]).toEqual([1, 1]);
});

test('notices are dropped, duplicated or delayed', async () => {
  sandbox.control.setWebhook('shopee', 'http://127.0.0.1:9/hooks');
  fault({ kind: 'drop_webhook' });
  buy();
  expect(sandbox.nextDueAt()).toBeNull();
  fault({ kind: 'duplicate_webhook', after: 5 });
  buy();
  await sandbox.runDue();
  now += 5_000;
  await sandbox.runDue();
  expect(taken.map(({ at }) => at - start)).toEqual([0, 5_000]);
  expect(taken[0]?.body).toBe(taken[1]?.body);
  taken = [];
  fault({ kind: 'reorder_webhook', after: 30 });
  const numbers = Array.from({ length: 8 }, buy);
  for (let second = 0; second <= 30; second += 1) {
    await sandbox.runDue();
    now += 1_000;
  }
  const arrived = taken.map(({ body }) => numbers.findIndex((number) => body.includes(number)));
  expect([...arrived].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  expect(arrived).not.toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});

test('count, rate, call and shop select the calls that a fault affects', async () => {
  sandbox.control.setFaults([
    { kind: 'error_500', rate: 0.5, call: 'product/get_model_list', channel: 'shopee', shop },
  ]);
  const strikes = await statuses(client, 40);
  const failed = strikes.filter((status) => status === 500).length;
  expect(failed).toBeGreaterThan(8);
  expect(failed).toBeLessThan(32);
  expect((await set(1)).error).toBe('');
  sandbox.control.setFaults([{ kind: 'error_500', rate: 1, shop: '999' }]);
  expect((await set(2)).error).toBe('');
  sandbox.control.setFaults([{ kind: 'error_500', rate: 1, after: 60 }]);
  expect((await set(3)).error).toBe('');
  now += 60_000;
  expect((await set(4)).status).toBe(500);
});

async function statuses(of: ShopeeClient, calls: number): Promise<number[]> {
  const found = [];
  for (let call = 0; call < calls; call += 1)
    found.push((await of.get('/product/get_model_list', { item_id: 1 })).status);
  return found;
}

test('the same seed selects the same calls, another seed others', async () => {
  const run = async (seed: number): Promise<number[]> => {
    const other = createSandbox({ seed, content: 'none' });
    other.control.addShop({ channel: 'shopee', name: 'Kopi Corner' });
    other.control.setFaults([{ kind: 'error_500', rate: 0.4 }]);
    const app = other.control.apps().shopee;
    const caller = new ShopeeClient({
      base: app?.hosts['api'] ?? '',
      partnerId: app?.id ?? '',
      partnerKey: '',
      fetch: other.fetch,
    });
    const found = await statuses(caller, 60);
    await other.close();
    return found;
  };
  const first = await run(1);
  expect(await run(1)).toEqual(first);
  expect(await run(2)).not.toEqual(first);
});

test('a fault of lists is about products, unless it names others', async () => {
  const [one, two] = [buy(), buy()];
  const row = (number: string) => ({ order_sn: number, booking_sn: '' });
  const window = () => ({
    time_range_field: 'update_time',
    time_from: start / 1000 - 60,
    time_to: Math.floor(now / 1000) + 60,
    page_size: 100,
  });
  const orders = async () =>
    (await client.get('/order/get_order_list', window())).list('response', 'order_list');
  const items = async () =>
    (await client.get('/product/get_item_list', { page_size: 100, item_status: 'NORMAL' })).list(
      'response',
      'item',
    ).length;
  fault({ kind: 'empty_list' });
  expect([await orders(), await items()]).toEqual([[row(one), row(two)], 0]);
  fault({ kind: 'empty_list', lists: 'orders' });
  expect([await orders(), await items()]).toEqual([[], 1]);
  fault({ kind: 'short_list', lists: 'all' });
  expect(await orders()).toEqual([row(one)]);
  fault({ kind: 'short_page', call: 'order/get_order_list' });
  expect(await orders()).toEqual([row(one)]);
  fault({ kind: 'moved_page', lists: 'orders', count: 1 });
  expect(await orders()).toEqual([row(one), row(one)]);
  expect(await orders()).toEqual([row(one), row(two)]);
});

test('rows that move between pages come twice, and others not at all', () => {
  const rows = ['a', 'b', 'c', 'd', 'e'];
  expect(paged(rows, 0, 2, 'moved')).toEqual(['b', 'c']);
  expect(paged(rows, 2, 2, 'moved')).toEqual(['b', 'c']);
  expect(paged(rows, 4, 2, 'moved')).toEqual(['d']);
  expect(paged(rows, 0, 9, 'moved')).toEqual(['a', 'b', 'c', 'd', 'd']);
  expect(paged(rows, 0, 9, 'lacks its last')).toEqual(['a', 'b', 'c', 'd']);
  expect(paged(rows, 2, 2, 'none')).toEqual(['c', 'd']);
});

test('a code of no document is refused with nothing done; a success may be none inside', async () => {
  fault({ kind: 'unknown_error', count: 1 });
  const refused = await set(4);
  expect([refused.status, refused.error, truth()]).toEqual([200, 'error_relay_9f', 10]);
  fault({ kind: 'lying_success', count: 1 });
  const lied = await set(4);
  expect([lied.error, lied.list('response', 'failure_list').length, truth()]).toEqual(['', 1, 10]);
  await set(4);
  expect(truth()).toBe(4);
});

test('a push is taken by an empty 2xx, and tried again 300, 1800 and 10800 seconds after each failure', async () => {
  let answers: { status: number; body: string }[] = [];
  const arrived: { authorization: string | undefined; body: string }[] = [];
  const receiver: Server = createServer((request, reply) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      arrived.push({ authorization: request.headers.authorization, body });
      const answer = answers.shift() ?? { status: 204, body: '' };
      reply.writeHead(answer.status).end(answer.body);
    });
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const bound = receiver.address();
  const url = `http://127.0.0.1:${String(typeof bound === 'object' && bound !== null ? bound.port : 0)}/hooks/shopee`;
  const overHttp = createSandbox({
    seed: 3,
    content: 'none',
    clock: { now: () => new Date(now), advance: (milliseconds) => (now += milliseconds) },
  });
  const { shop: other } = overHttp.control.addShop({ channel: 'shopee', name: 'Kopi Corner' });
  overHttp.control.addListings('shopee', other, {
    sku: 'A',
    price: 1,
    quantity: 5,
  });
  overHttp.control.setWebhook('shopee', url);
  answers = [{ status: 200, body: '{"ok":true}' }, { status: 500, body: '' }, { status: 200, body: '' }]; // oxfmt-ignore
  overHttp.control.placeOrder('shopee', other, {
    lines: [{ sku: 'A', quantity: 1 }],
    paid: true,
    self_collect: false,
  });
  await overHttp.runDue();
  for (const wait of [300, 1_800]) {
    expect(overHttp.nextDueAt()).toBe(now + wait * 1000);
    now += wait * 1000;
    await overHttp.runDue();
  }
  expect(overHttp.nextDueAt()).toBeNull();
  expect(arrived).toHaveLength(3);
  const [first] = arrived;
  expect(first?.authorization).toBe(
    new ShopeeClient({
      base: '',
      partnerId: '',
      partnerKey: overHttp.control.apps().shopee?.webhookSecret ?? '',
    }).sign(`${url}|${first?.body ?? ''}`),
  );
  await overHttp.close();
  receiver.close();
});
