import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSandbox, type Sandbox } from '../sandbox.ts';

let sandbox: Sandbox;
const shop = '/shops/shopee/600001';

beforeAll(async () => {
  sandbox = createSandbox({ seed: 5 });
  await sandbox.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => sandbox.close());

async function see(path: string): Promise<string> {
  const reply = await fetch(`${sandbox.address}${path}`);
  expect([path, reply.status]).toEqual([path, 200]);
  return reply.text();
}

/** Submits a form as a browser does and follows the redirect to the page with its message. */
async function send(
  path: string,
  form: Record<string, string> | [string, string][],
): Promise<{ to: string; text: string }> {
  const reply = await fetch(`${sandbox.address}${path}`, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  });
  expect(reply.status).toBe(303);
  const to = reply.headers.get('location') ?? '';
  return { to, text: await see(to) };
}

function variantOf(sku: string): string {
  return sandbox.control.listings('shopee', '600001').find((row) => row.sku === sku)?.variant_id ?? '';
}

test('every page opens, for every shop of every channel', async () => {
  for (const { channel, shop: id, name } of sandbox.control.shops()) {
    for (const part of ['', '/buy', '/orders', '/calls'])
      expect(await see(`/shops/${channel}/${id}${part}`)).toContain(name);
    const [order] = sandbox.control.orders(channel, id, 1);
    expect(await see(`/shops/${channel}/${id}/orders/${encodeURIComponent(order?.number ?? '')}`)).toContain(
      'What happened',
    );
  }
  for (const path of ['/', '/faults', '/clock']) expect(await see(path)).toContain('Seller centre');
  const picture = await fetch(`${sandbox.address}/images/kaya-jam.svg`);
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  expect((await fetch(`${sandbox.address}/shops/shopee/1`)).status).toBe(404);
});

test('a shop of a channel without a consent page is connected here: by its keys, or by linking', async () => {
  const ids = (channel: string) => sandbox.control.shops().find((one) => one.channel === channel)?.shop ?? '';
  const qoo10 = `/shops/qoo10/${ids('qoo10')}`;
  expect(await see(qoo10)).toContain('Let Evenstock in');
  expect(await see(shop)).not.toContain('Let Evenstock in');
  const { text } = await send(`${qoo10}/grant`, {});
  const { key = '', user_id = '', password = '' } = sandbox.control.grant('qoo10', ids('qoo10'));
  for (const typed of [key, user_id, password]) expect(text).toContain(typed);
  expect((await send(`/shops/tokopedia/${ids('tokopedia')}/grant`, {})).text).toContain('is linked');
});

test('a person edits a quantity, and only what was changed is written', async () => {
  const variant = variantOf('KAYA-240');
  const before = sandbox.control.listing('shopee', '600001', variant);
  const typed = { price: before.price.toFixed(2), quantity: '77', reserved: '0', back: `${shop}?page=1` };
  const { to, text } = await send(`${shop}/listings/${variant}`, typed);
  expect(to).toContain('page=1');
  expect(text).toContain('KAYA-240: quantity 77. Evenstock looks every few minutes.');
  expect(sandbox.control.listing('shopee', '600001', variant)).toMatchObject({
    quantity: 77,
    price: before.price,
  });
  const tooMany = await send(`${shop}/listings/${variant}`, { quantity: '5', reserved: '9' });
  expect(tooMany.text).toContain('9 units cannot be reserved of 5.');
  expect(tooMany.text).toContain('toast bad');
});

test('a buyer buys, pays and cancels some units and then the rest', async () => {
  const variant = variantOf('KAYA-GULA');
  const { quantity } = sandbox.control.listing('shopee', '600001', variant);
  const placed = await send(`${shop}/orders`, [['sku', 'KAYA-GULA'], ['quantity', '3'], ['sku', ''], ['quantity', '1'], ['paid', 'no'], ['remarks', '<b>Hurry</b>']]); // oxfmt-ignore
  const order = new URL(placed.to, sandbox.address).pathname;
  expect(placed.text).toContain('UNPAID');
  expect((await send(`${order}/pay`, {})).text).toContain('The buyer paid');
  expect((await send(`${order}/cancel`, { sku: 'KAYA-GULA', quantity: '1' })).text).toContain(
    'READY_TO_SHIP',
  );
  expect(sandbox.control.listing('shopee', '600001', variant).quantity).toBe(quantity - 2);
  expect((await send(`${order}/cancel`, {})).text).toContain('CANCELLED');
  expect((await send(`${order}/pay`, {})).text).toContain('is not possible now.');
  expect(sandbox.control.listing('shopee', '600001', variant).quantity).toBe(quantity);
  expect((await send(`${shop}/orders`, { sku: '', quantity: '1' })).text).toContain(
    'Choose what to buy first.',
  );
});

test('a person edits an order, does not put units back, and says what became of a parcel', async () => {
  const { shop: handle } = sandbox.control.addShop({ channel: 'shopify', name: 'Teh Tarik' });
  for (const sku of ['TEH', 'KOPI'])
    sandbox.control.addListings('shopify', handle, { sku, quantity: 10, price: 5 });
  const at = `/shops/shopify/${handle}`;
  const stock = () => sandbox.control.listings('shopify', handle).map(({ quantity }) => quantity);
  expect(await see(`${at}/buy`)).toContain('A test order');
  const bought: [string, string][] = [['sku', 'TEH'], ['quantity', '3'], ['sku', 'KOPI'], ['quantity', '1'], ['tip', '2'], ['custom', 'Gift box'], ['custom_price', '4']]; // oxfmt-ignore
  const placed = await send(`${at}/orders`, bought);
  const order = new URL(placed.to, sandbox.address).pathname;
  expect(placed.text).toContain('Gift box');
  await send(`${order}/edit`, { sku: 'TEH', change: 'quantity', quantity: '5' });
  await send(`${order}/edit`, { sku: 'KOPI', change: 'removed', quantity: '1' });
  expect(stock()).toEqual([5, 10]);
  await send(`${order}/cancel`, { sku: 'TEH', quantity: '1', restock: 'no' });
  expect(stock()).toEqual([5, 10]);
  expect((await send(`${order}/ship`, {})).text).toContain('Parcels: failed');
  expect((await send(`${order}/edit`, { parcels: 'failed' })).text).toContain('The order is changed');
  await send(`${order}/request_return`, {});
  expect((await send(`${order}/return`, { restock: 'yes' })).text).toContain('its units are on sale again');
  expect(stock()).toEqual([9, 10]);
});

test('faults are switched on and off, the clock is moved, and a reset starts over', async () => {
  await send('/faults', {
    kind: 'throttle',
    channel: '',
    call: 'update_stock',
    rate: '50',
    after: '',
    count: '3',
  });
  expect(sandbox.control.faults().map(({ rule }) => rule)).toEqual([
    { kind: 'throttle', call: 'update_stock', rate: 0.5, count: 3 },
  ]);
  expect((await send('/faults/end', {})).text).toContain('Everything works again');
  await send('/wild', { seed: '7' });
  expect(sandbox.control.wild().setting).toMatchObject({ seed: 7 });
  const troubled = (await send('/wild', { seed: '7', profile: 'regional' })).text;
  expect(troubled).toContain('regional</strong> lasts');
  expect(sandbox.control.wild().trouble).toMatchObject({ profile: 'regional', seed: 7 });
  expect((await send('/wild', { seed: '7', profile: 'storm' })).text).toContain('There is no profile storm');
  expect((await send('/wild/end', {})).text).toContain('as documented again');
  expect(sandbox.control.wild().trouble).toBeNull();
  expect(sandbox.control.wild().setting).toBeNull();
  const before = Date.parse(sandbox.control.clock().now);
  await send('/clock', { advance: '3600' });
  expect(Date.parse(sandbox.control.clock().now) - before).toBeGreaterThanOrEqual(3_600_000);
  expect((await send('/reset', {})).text).toContain('Tick the box first.');
  expect((await send('/reset', { sure: 'yes' })).text).toContain('as it was at the start');
});

test('a page of another site cannot do anything, and what people type is only text', async () => {
  for (const path of ['/faults/end', '/control/reset']) {
    const forged = await fetch(`${sandbox.address}${path}`, {
      method: 'POST',
      headers: { origin: 'http://elsewhere.example.test' },
    });
    expect([path, forged.status]).toEqual([path, 403]);
  }
  expect(await see('/?said=%3Cscript%3Ealert(1)%3C/script%3E')).not.toContain('<script>');
});

test('the demo has shared SKUs, orders in every state, and a listing that rejects writes', () => {
  const [shopee, , lazada] = sandbox.control.shops();
  expect([shopee?.channel, lazada?.channel]).toEqual(['shopee', 'lazada']);
  const skus = (channel: 'shopee' | 'lazada' | 'shopify'): Set<string> => {
    const first = sandbox.control.shops().find((candidate) => candidate.channel === channel)?.shop ?? '';
    return new Set(sandbox.control.listings(channel, first).map(({ sku }) => sku));
  };
  const shared = [...skus('shopee')].filter((sku) => skus('lazada').has(sku) && skus('shopify').has(sku));
  expect(shared.length).toBeGreaterThanOrEqual(24);
  const states = new Set(sandbox.control.orders('shopee', '600001').map(({ state }) => state));
  expect([...states].sort()).toEqual([
    'CANCELLED',
    'COMPLETED',
    'IN_CANCEL',
    'PROCESSED',
    'READY_TO_SHIP',
    'SHIPPED',
    'TO_CONFIRM_RECEIVE',
    'TO_RETURN',
    'UNPAID',
  ]);
  expect(sandbox.control.listing('shopee', '600001', variantOf('LOCKED-PROMO')).locked).toBe(true);
  const rows = sandbox.control.listings('shopee', '600001');
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['NORMAL', 'UNLIST', 'BANNED']));
});
