import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { createSandbox, type Sandbox } from '../sandbox.ts';

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = createSandbox({ seed: 11, content: 'none' });
  await sandbox.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => sandbox.close());
beforeEach(() => {
  sandbox.control.reset();
});

async function call(
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; json: unknown }> {
  const reply = await fetch(`${sandbox.address}/control${path}`, {
    method,
    headers: { cookie: 'evenstock_session=secret' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const json: unknown = await reply.json();
  return { status: reply.status, json };
}

async function newShop(): Promise<string> {
  const made = await call('POST', '/shops', { channel: 'shopee', name: 'Kopi Corner' });
  expect(made.status).toBe(201);
  return `/shopee/${z.object({ shop: z.string() }).parse(made.json).shop}`;
}

test('lists the apps’ addresses and secrets, and the shops', async () => {
  const shop = await newShop();
  const apps = z.record(z.string(), z.object({ address: z.url(), hosts: z.record(z.string(), z.url()), app_id: z.string(), app_secret: z.string(), webhook_secret: z.string() })); // oxfmt-ignore
  expect(apps.safeParse((await call('GET', '/apps')).json).success).toBe(true);
  expect((await call('GET', '/shops')).json).toEqual([
    { channel: 'shopee', shop: shop.split('/')[2], name: 'Kopi Corner', currency: 'SGD' },
  ]);
  const granted = await call('POST', `${shop}/grant`, { state: 'n1' });
  expect(granted.json).toMatchObject({ shop_id: shop.split('/')[2], state: 'n1' });
  expect(z.object({ code: z.string().regex(/^[0-9a-f]{32}$/) }).safeParse(granted.json).success).toBe(true);
});

test('a closed shop is gone with all that it had, and its id may be used again', async () => {
  const shop = await newShop();
  const id = shop.split('/')[2] ?? '';
  await call('POST', `${shop}/listings`, { sku: 'KAYA', name: 'Kaya', price: 6.9, quantity: 10 });
  await call('POST', `${shop}/orders`, { lines: [{ sku: 'KAYA', quantity: 2 }] });
  await call('POST', `${shop}/grant`, { state: 'n1' });
  expect(await call('DELETE', shop)).toEqual({ status: 200, json: { removed: true } });
  expect((await call('GET', '/shops')).json).toEqual([]);
  expect((await call('GET', `${shop}/orders`)).status).toBe(404);
  expect((await call('DELETE', shop)).status).toBe(404);

  expect((await call('POST', '/shops', { channel: 'shopee', name: 'Another', shop: id })).status).toBe(201);
  expect((await call('GET', `${shop}/listings`)).json).toEqual([]);
  expect((await call('GET', `${shop}/orders`)).json).toEqual([]);
});

test('a closed shop stays closed when the sandbox is started again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'evenstock-sandbox-'));
  const first = createSandbox({ seed: 11, content: 'none', dataDir: folder });
  const { shop } = first.control.addShop({ channel: 'lazada', name: 'Kopi Corner' });
  first.control.addListings('lazada', shop, { sku: 'KAYA', name: 'Kaya', price: 6.9, quantity: 10 });
  first.control.removeShop('lazada', shop);
  await first.close();
  const second = createSandbox({ seed: 11, content: 'none', dataDir: folder });
  expect(second.control.shops()).toEqual([]);
  second.control.addShop({ channel: 'lazada', name: 'Kopi Corner', shop });
  expect(second.control.listings('lazada', shop)).toEqual([]);
  await second.close();
  rmSync(folder, { recursive: true });
});

test('adds, lists and edits listings', async () => {
  const shop = await newShop();
  const made = await call('POST', `${shop}/listings`, {
    sku: 'KAYA',
    name: 'Kaya',
    price: 6.9,
    quantity: 10,
  });
  expect(made.status).toBe(201);
  const rows = z
    .array(z.looseObject({ variant_id: z.string(), sku: z.string() }))
    .parse((await call('GET', `${shop}/listings`)).json);
  expect(rows).toMatchObject([
    { sku: 'KAYA', name: 'Kaya', price: 6.9, quantity: 10, reserved: 0, status: 'NORMAL' },
  ]);
  const edited = await call('PATCH', `${shop}/listings/${rows[0]?.variant_id ?? ''}`, {
    quantity: 15,
    reserved: 4,
    price: 7.5,
    status: 'unlisted',
  });
  expect(edited.json).toMatchObject({ quantity: 15, reserved: 4, price: 7.5, status: 'UNLIST' });
  expect(
    (await call('PATCH', `${shop}/listings/${rows[0]?.variant_id ?? ''}`, { quantity: 2, reserved: 3 }))
      .status,
  ).toBe(422);
  expect((await call('PATCH', `${shop}/listings/1`, { quantity: 2 })).status).toBe(404);
});

test('places orders, applies events to them, and shows what the marketplace holds', async () => {
  const shop = await newShop();
  await call('POST', `${shop}/listings`, { sku: 'KAYA', quantity: 10 });
  const placed = await call('POST', `${shop}/orders`, { lines: [{ sku: 'KAYA', quantity: 4 }], paid: false });
  const { number } = z.object({ number: z.string() }).parse(placed.json);
  expect((await call('POST', `${shop}/orders/${number}/pay`)).json).toMatchObject({
    number,
    state: 'READY_TO_SHIP',
  });
  const part = await call('POST', `${shop}/orders/${number}/cancel`, {
    lines: [{ sku: 'KAYA', quantity: 1 }],
    reason: 'Change of mind',
  });
  expect(part.json).toMatchObject({
    state: 'READY_TO_SHIP',
    lines: [{ quantity: 4, cancelled: 1, restored: 1 }],
  });
  expect((await call('GET', `${shop}/listings`)).json).toMatchObject([{ quantity: 7, occupied: 3 }]);
  expect(await call('POST', `${shop}/orders/${number}/deliver`)).toEqual({
    status: 409,
    json: { error: `Order ${number} is waiting to be packed: "deliver" is not possible now.` },
  });
  expect((await call('POST', `${shop}/orders`, { lines: [{ sku: 'KAYA', quantity: 8 }] })).json).toEqual({
    error: 'Only 7 of KAYA are left.',
  });
  expect((await call('POST', `${shop}/orders`, { lines: [{ sku: 'TEH', quantity: 1 }] })).status).toBe(404);
  expect((await call('GET', `${shop}/orders/${number}`)).json).toMatchObject({ events: [{ event: 'place' }, { event: 'pay' }, { event: 'cancel', lines: [{ sku: 'KAYA', quantity: 1 }] }] }); // oxfmt-ignore
});

test('edits an order before it is sent: units, a line that is removed or renumbered, who keeps it', async () => {
  const shop = await newShop();
  for (const sku of ['KAYA', 'TEH']) await call('POST', `${shop}/listings`, { sku, quantity: 10 });
  const placed = await call('POST', `${shop}/orders`, { lines: [{ sku: 'KAYA', quantity: 2 }, { sku: 'TEH', quantity: 3 }] }); // oxfmt-ignore
  const { number } = z.object({ number: z.string() }).parse(placed.json);
  const edit = (body: object) => call('PATCH', `${shop}/orders/${number}`, body);
  const stock = async () => (await call('GET', `${shop}/listings`)).json;
  const lineIds = (json: unknown) =>
    z.object({ lines: z.array(z.object({ line_id: z.string() })) }).parse(json).lines.map((line) => line.line_id); // oxfmt-ignore
  const [first] = lineIds((await call('GET', `${shop}/orders/${number}`)).json);

  const grown = await edit({ lines: [{ sku: 'KAYA', quantity: 4, renumbered: true }] });
  expect(grown.json).toMatchObject({ lines: [{ sku: 'KAYA', quantity: 4 }, {}] });
  expect(lineIds(grown.json)[0]).not.toBe(first);
  expect(await stock()).toMatchObject([{ quantity: 6 }, { quantity: 7 }]);

  const cut = await edit({ lines: [{ sku: 'TEH', removed: true }] });
  expect(cut.json).toMatchObject({ lines: [{ sku: 'KAYA' }], removed: [{ sku: 'TEH', quantity: 3 }] });
  expect(await stock()).toMatchObject([{ quantity: 6 }, { quantity: 10 }]);
  expect((await edit({ lines: [{ sku: 'KAYA', removed: true }] })).status).toBe(409);

  expect((await edit({ kept_by: 'marketplace' })).json).toMatchObject({
    lines: [{ kept_by: 'marketplace' }],
  });
  expect(await stock()).toMatchObject([{ quantity: 10 }, { quantity: 10 }]);
  await edit({ kept_by: 'seller' });
  expect(await stock()).toMatchObject([{ quantity: 6 }, { quantity: 10 }]);

  await call('POST', `${shop}/orders/${number}/ship`);
  expect((await edit({ kept_by: 'marketplace' })).status).toBe(409);
});

test('makes many listings and many orders of the past within a minute', async () => {
  const shop = await newShop();
  const began = performance.now();
  expect((await call('POST', `${shop}/listings`, { count: 2_000 })).json).toMatchObject({ count: 2_000 });
  expect((await call('POST', `${shop}/orders`, { count: 20_000, back_dated_days: 90 })).json).toMatchObject({
    count: 20_000,
  });
  expect(performance.now() - began).toBeLessThan(60_000);
  const [newest] = z
    .array(z.looseObject({ created_at: z.string() }))
    .parse((await call('GET', `${shop}/orders?limit=1`)).json);
  expect(Date.now() - Date.parse(newest?.created_at ?? '')).toBeLessThan(86_400_000);
  expect((await call('GET', `${shop}/listings`)).json).toHaveLength(2_000);
  expect((await call('POST', `${shop}/orders`, { count: 5 })).json).toMatchObject({ count: 5 });
});

test('sets, advances and frees the clock; answers carry it', async () => {
  expect((await call('PUT', '/clock', { set: '2027-01-01T00:00:00Z' })).json).toEqual({
    now: '2027-01-01T00:00:00.000Z',
    mode: 'set',
  });
  expect((await call('PUT', '/clock', { advance: 90 })).json).toEqual({
    now: '2027-01-01T00:01:30.000Z',
    mode: 'set',
  });
  const reply = await fetch(`${sandbox.control.apps().shopee?.address ?? ''}/api/v2/shop/get_shop_info`);
  expect(reply.headers.get('date')).toBe('Fri, 01 Jan 2027 00:01:30 GMT');
  const shop = await newShop();
  await call('POST', `${shop}/listings`, { sku: 'A', quantity: 2 });
  await call('PUT', '/clock', { set: '2026-06-01T00:00:00Z' });
  await call('POST', `${shop}/orders`, { lines: [{ sku: 'A', quantity: 1 }] });
  expect((await call('GET', `${shop}/orders`)).json).toMatchObject([
    { created_at: '2026-06-01T00:00:00.000Z' },
  ]);
  const { now } = z.object({ now: z.string() }).parse((await call('PUT', '/clock', { free: true })).json);
  expect(Math.abs(Date.parse(now) - Date.now())).toBeLessThan(2_000);
});

test('keeps the calls that arrived with their answers, without cookies', async () => {
  const shop = await newShop();
  const address = sandbox.control.apps().shopee?.address ?? '';
  await fetch(`${address}/api/v2/shop/get_shop_info?shop_id=${shop.split('/')[2] ?? ''}`, {
    headers: { cookie: 'evenstock_session=secret', 'x-mark': '1' },
  });
  const calls = (await call('GET', `${shop}/calls`)).json;
  expect(calls).toMatchObject([
    { call: 'shop/get_shop_info', method: 'GET', status: 200, headers: { 'x-mark': '1' } },
  ]);
  expect(JSON.stringify(calls)).not.toContain('secret');
  expect(JSON.stringify(calls)).toContain('There is no partner_id in query.');
});

test('keeps the return address of a consent for vendors whose links carry none', async () => {
  const returnUrl = async (): Promise<unknown> =>
    z.looseObject({ tiktok: z.looseObject({ return_url: z.string().nullable() }) }).parse((await call('GET', '/apps')).json).tiktok.return_url; // oxfmt-ignore
  expect(await returnUrl()).toBe('http://localhost:3000/marketplaces/authorize_tiktok');
  const url = 'https://evenstock.example.test/marketplaces/authorize_tiktok';
  expect((await call('PUT', '/tiktok/return', { url })).json).toEqual({ url });
  expect(await returnUrl()).toBe(url);
  expect((await call('PUT', '/tiktok/return', { url: null })).json).toEqual({ url: null });
  expect(await returnUrl()).toBeNull();
});

test.each([
  ['GET', '/nothing', undefined, 404],
  ['GET', '/amazon/1/orders', undefined, 400],
  ['GET', '/shopee/1/orders', undefined, 404],
  ['POST', '/shops', { channel: 'shopee' }, 400],
  ['PUT', '/faults', [{ kind: 'meteor', rate: 1 }], 400],
  ['PUT', '/faults', [{ kind: 'timeout', rate: 2 }], 400],
  ['PUT', '/shopee/webhook', { url: 'nowhere' }, 400],
  ['PUT', '/clock', { set: 'soon' }, 400],
])('refuses %s %s %j with an error', async (method, path, body, status) => {
  const answer = await call(method, path, body);
  expect(answer.status).toBe(status);
  expect(z.object({ error: z.string().min(10) }).safeParse(answer.json).success).toBe(true);
});
