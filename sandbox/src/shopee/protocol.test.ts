import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createSandbox, type Sandbox } from '../sandbox.ts';
import { ShopeeClient } from '../testing/shopee-client.ts';

let sandbox: Sandbox;
let shop: string;
let client: ShopeeClient;

beforeAll(async () => {
  sandbox = createSandbox({ seed: 7, content: 'none' });
  await sandbox.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => sandbox.close());

beforeEach(async () => {
  sandbox.control.reset();
  shop = sandbox.control.addShop({ channel: 'shopee', name: 'Kopi Corner' }).shop;
  client = newClient();
  const { code } = sandbox.control.grant('shopee', shop);
  expect((await client.authorise(code ?? '', shop)).error).toBe('');
});

function newClient(): ShopeeClient {
  const app = sandbox.control.apps().shopee;
  if (app === undefined) throw new Error('no Shopee');
  return new ShopeeClient({ base: app.hosts['api'] ?? '', partnerId: app.id, partnerKey: app.secret });
}

function addTee(): { small: string; medium: string; item: string } {
  const { listings } = sandbox.control.addListings('shopee', shop, {
    name: 'Tee', description: '', sku: 'TEE', picture: 'tee', status: 'normal', option_names: ['Size'],
    variants: [
      { sku: 'TEE-S', options: ['S'], price: 20, special_price: 18, quantity: 12 },
      { sku: 'TEE-M', options: ['M'], price: 20, special_price: null, quantity: 5 },
    ],
  }); // oxfmt-ignore
  const [small, medium] = listings;
  return { small: small?.variant_id ?? '', medium: medium?.variant_id ?? '', item: small?.listing_id ?? '' };
}

function addJam(quantity = 10): { item: string; variant: string } {
  const { listings } = sandbox.control.addListings('shopee', shop, {
    name: 'Kaya',
    sku: 'KAYA',
    price: 6.9,
    quantity,
  });
  return { item: listings[0]?.listing_id ?? '', variant: listings[0]?.variant_id ?? '' };
}

function buy(sku: string, quantity: number, paid = true): string {
  return sandbox.control.placeOrder('shopee', shop, {
    lines: [{ sku, quantity }],
    paid,
  }).number;
}

function shown(variant: string): { quantity: number; reserved: number } {
  const { quantity, reserved } = sandbox.control.listing('shopee', shop, variant);
  return { quantity, reserved };
}

function setStock(item: string, model: number, stock: number): ReturnType<ShopeeClient['post']> {
  return client.post('/product/update_stock', {
    item_id: Number(item),
    stock_list: [{ model_id: model, seller_stock: [{ stock }] }],
  });
}

test('refuses a wrong signature, an old timestamp and a missing parameter, each in its own words', async () => {
  const path = '/api/v2/shop/get_shop_info';
  const forged = client.shopQuery(path);
  forged.set('sign', forged.get('sign')?.replace(/.$/, (last) => (last === '0' ? '1' : '0')) ?? '');
  const wrong = await client.sendSigned('GET', path, forged, undefined);
  expect([wrong.status, wrong.error]).toEqual([403, 'error_sign']);

  const honest = client.now;
  for (const off of [-301, 302]) {
    client.now = () => honest() + off;
    const late = await client.get('/shop/get_shop_info');
    expect([late.error, late.text('message')]).toEqual(['error_param', 'Timestamp is expired.']);
  }
  client.now = () => honest() - 290;
  expect((await client.get('/shop/get_shop_info')).error).toBe('');
  client.now = honest;

  const unsigned = client.shopQuery(path);
  unsigned.delete('timestamp');
  expect((await client.sendSigned('GET', path, unsigned, undefined)).text('message')).toBe('no timestamp');
  const unknown = await client.get('/order/get_everything');
  expect([unknown.status, unknown.error]).toEqual([404, 'error_param']);
});

test('a code is good once; tokens rotate, the last access token has five minutes of grace', async () => {
  const { code } = sandbox.control.grant('shopee', shop, { state: 's1' });
  const other = newClient();
  expect((await other.authorise(code ?? '', shop)).at('expire_in')).toBe(14_400);
  expect((await newClient().authorise(code ?? '', shop)).error).toBe('invalid_code');

  const before = { access: client.accessToken, refresh: client.refreshToken };
  expect((await client.refresh()).error).toBe('');
  expect(client.accessToken).not.toBe(before.access);
  const fresh = client.accessToken;
  client.accessToken = before.access;
  expect((await client.get('/shop/get_shop_info')).text('shop_name')).toBe('Kopi Corner');
  client.refreshToken = before.refresh;
  const reused = await client.refresh();
  expect([reused.status, reused.error, reused.text('message')]).toEqual([
    403,
    'error_auth',
    'Invalid refresh_token.',
  ]);

  sandbox.control.setClock({ advance: 301 });
  client.now = () => sandbox.clock.seconds();
  client.accessToken = before.access;
  expect((await client.get('/shop/get_shop_info')).error).toBe('invalid_acceess_token');
  client.accessToken = fresh;
  expect((await client.get('/shop/get_shop_info')).error).toBe('');
  sandbox.control.setClock({ advance: 14_400 });
  expect((await client.get('/shop/get_shop_info')).status).toBe(403);
});

test('both consent links lead to a page, and the page leads back with code, shop and state', async () => {
  const base = sandbox.control.apps().shopee?.hosts['auth'] ?? '';
  const back = 'http://127.0.0.1:9/return?x=1';
  const current = `${base}/auth?${new URLSearchParams({ partner_id: '2000001', auth_type: 'seller', redirect_uri: back, response_type: 'code', state: 'n1' }).toString()}`;
  expect(await (await fetch(current)).text()).toContain('Kopi Corner');

  const timestamp = String(client.now());
  const sign = client.sign(`2000001/api/v2/shop/auth_partner${timestamp}`);
  const legacy = (signed: string): string =>
    `${base}/api/v2/shop/auth_partner?${new URLSearchParams({ partner_id: '2000001', timestamp, sign: signed, redirect: back }).toString()}`;
  expect((await fetch(legacy(sign))).status).toBe(200);
  const refused: unknown = await (await fetch(legacy('0'.repeat(64)))).json();
  expect(refused).toMatchObject({ code: 1, error: 'error_param', msg: 'Wrong sign.' });

  const form = new URLSearchParams({ shop, redirect: back, state: 'n1', decision: 'allow' });
  const decided = await fetch(`${base}/auth/decision`, { method: 'POST', body: form, redirect: 'manual' });
  const target = new URL(decided.headers.get('location') ?? '');
  expect(Object.fromEntries(target.searchParams)).toMatchObject({ x: '1', shop_id: shop, state: 'n1' });
  expect((await newClient().authorise(target.searchParams.get('code') ?? '', shop)).error).toBe('');
});

test('lists items by status in pages, and gives base info and models in every form of list', async () => {
  const { item, small } = addTee();
  for (const [index] of Array.from({ length: 12 }).entries()) {
    sandbox.control.addListings('shopee', shop, {
      name: `Cup ${String(index)}`,
      sku: `CUP-${String(index)}`,
      price: 3,
      quantity: 1,
    });
  }
  const first = await client.get('/product/get_item_list', {
    offset: 0,
    page_size: 10,
    item_status: 'NORMAL',
  });
  expect([
    first.list('response', 'item').length,
    first.at('response', 'has_next_page'),
    first.at('response', 'next_offset'),
    first.at('response', 'total_count'),
  ]).toEqual([10, true, 10, 13]);
  const second = await client.get('/product/get_item_list', {
    offset: 10,
    page_size: 10,
    item_status: 'NORMAL',
  });
  expect([second.list('response', 'item').length, second.at('response', 'has_next_page')]).toEqual([
    3,
    false,
  ]);
  expect(
    (await client.get('/product/get_item_list', { offset: 0, page_size: 101, item_status: 'NORMAL' })).error,
  ).toBe('error_param');

  const ids = first.list('response', 'item').slice(0, 2).map((_, index) => first.text('response', 'item', index, 'item_id')); // oxfmt-ignore
  const joined = await client.get('/product/get_item_base_info', { item_id_list: ids.join(',') });
  const repeated = client.shopQuery('/api/v2/product/get_item_base_info');
  for (const id of ids) repeated.append('item_id_list', id);
  expect(
    (await client.sendSigned('GET', '/api/v2/product/get_item_base_info', repeated, undefined)).list(
      'response',
      'item_list',
    ),
  ).toEqual(joined.list('response', 'item_list'));
  expect(joined.at('response', 'item_list', 0, 'has_model')).toBe(true);
  expect(joined.at('response', 'item_list', 0, 'price_info')).toBeUndefined();
  expect(joined.at('response', 'item_list', 1, 'price_info', 0, 'current_price')).toBe(3);

  const models = await client.get('/product/get_model_list', { item_id: item });
  expect(models.at('response', 'model', 0)).toMatchObject({
    model_id: Number(small), model_sku: 'TEE-S', tier_index: [0], model_status: 'MODEL_NORMAL', price_info: [{ currency: 'SGD', original_price: 20, current_price: 18 }],
    stock_info_v2: { summary_info: { total_reserved_stock: 0, total_available_stock: 12 } },
  }); // oxfmt-ignore
});

test('sets stock row by row, never below what a campaign holds, and says why it will not', async () => {
  const { item, small, medium } = addTee();
  expect((await setStock(item, Number(small), 7)).at('response', 'success_list', 0, 'stock')).toBe(7);
  expect(shown(small)).toEqual({ quantity: 7, reserved: 0 });

  sandbox.control.editListing('shopee', shop, small, { reserved: 4 });
  const models = await client.get('/product/get_model_list', { item_id: item });
  expect(models.at('response', 'model', 0, 'stock_info_v2')).toMatchObject({
    summary_info: { total_reserved_stock: 4, total_available_stock: 3 },
    seller_stock: [{ stock: 3 }],
  });
  const tooLow = await setStock(item, Number(small), 3);
  expect([tooLow.error, tooLow.text('message')]).toEqual([
    'error_auth',
    'Total stock must be more than reserved stock.',
  ]);
  expect((await setStock(item, Number(small), 4)).error).toBe('');
  expect(shown(small)).toEqual({ quantity: 4, reserved: 4 });

  const both = await client.post('/product/update_stock', {
    item_id: Number(item),
    stock_list: [
      { model_id: Number(small), seller_stock: [{ stock: 1 }] },
      { model_id: Number(medium), seller_stock: [{ stock: 9 }] },
    ],
  });
  expect([
    both.error,
    both.list('response', 'success_list').length,
    both.at('response', 'failure_list', 0, 'model_id'),
  ]).toEqual(['', 1, Number(small)]);
  expect((await setStock(item, 0, 3)).error).toBe('error_edit_item_stock_for_item_has_model');
  expect((await setStock('1', 0, 3)).error).toBe('error_item_not_belong_shop');

  const jam = addJam();
  expect((await setStock(jam.item, 0, 3)).error).toBe('');
  sandbox.control.editListing('shopee', shop, jam.variant, { locked: true });
  expect((await setStock(jam.item, 0, 5)).error).toBe('error_cannt_edit_stock_in_promotion');
  expect(shown(jam.variant).quantity).toBe(3);
});

test('an order takes units at once, lives its life, and gives them back when cancelled', async () => {
  const { variant } = addJam(10);
  const number = buy('KAYA', 3, false);
  expect(shown(variant).quantity).toBe(7);
  const status = async (): Promise<string> => {
    const answer = await client.get('/order/get_order_detail', { order_sn_list: number });
    return answer.text('response', 'order_list', 0, 'order_status');
  };
  expect(await status()).toBe('UNPAID');
  const steps = [['pay', 'READY_TO_SHIP'], ['request_cancellation', 'IN_CANCEL'], ['withdraw_cancellation', 'READY_TO_SHIP'], ['pack', 'PROCESSED'], ['ship', 'SHIPPED'], ['deliver', 'TO_CONFIRM_RECEIVE'], ['request_return', 'TO_RETURN'], ['return', 'COMPLETED']] as const; // oxfmt-ignore
  for (const [event, expected] of steps) {
    sandbox.control.orderEvent('shopee', shop, number, event);
    expect(await status()).toBe(expected);
  }
  expect(() => sandbox.control.orderEvent('shopee', shop, number, 'cancel')).toThrow('completed');
  expect(shown(variant).quantity).toBe(7);

  const second = buy('KAYA', 4);
  sandbox.control.orderEvent('shopee', shop, second, 'cancel', { lines: [{ sku: 'KAYA', quantity: 1 }] });
  expect(shown(variant).quantity).toBe(4);
  const part = await client.get('/order/get_order_detail', {
    order_sn_list: second,
    response_optional_fields: 'item_list',
  });
  expect(part.at('response', 'order_list', 0, 'item_list', 0)).toMatchObject({
    model_quantity_purchased: 4,
    active_qty: 3,
    cancelled_qty: 1,
  });
  sandbox.control.orderEvent('shopee', shop, second, 'cancel');
  expect(shown(variant).quantity).toBe(7);
  sandbox.control.orderEvent('shopee', shop, second, 'reinstate', { lines: [{ sku: 'KAYA', quantity: 3 }] });
  const back = await client.get('/order/get_order_detail', {
    order_sn_list: second,
    response_optional_fields: 'item_list',
  });
  expect(back.at('response', 'order_list', 0)).toMatchObject({
    order_status: 'READY_TO_SHIP',
    item_list: [{ active_qty: 3, cancelled_qty: 1 }],
  });
  expect(shown(variant).quantity).toBe(4);
  expect(() => buy('KAYA', 8)).toThrow('Only 4 of KAYA are left.');
});

test('lists orders by update time in windows of fifteen days, page after page', async () => {
  addJam(500);
  const numbers = Array.from({ length: 25 }, () => buy('KAYA', 1));
  const now = client.now();
  const window = { time_range_field: 'update_time', time_from: now - 100, time_to: now + 100, page_size: 10 };
  const seen: string[] = [];
  let cursor = '';
  do {
    const page = await client.get('/order/get_order_list', {
      ...window,
      cursor,
      response_optional_fields: 'order_status',
    });
    page
      .list('response', 'order_list')
      .forEach((_, index) => seen.push(page.text('response', 'order_list', index, 'order_sn')));
    expect(page.at('response', 'order_list', 0, 'order_status')).toBe('READY_TO_SHIP');
    cursor = page.at('response', 'more') === true ? page.text('response', 'next_cursor') : '';
  } while (cursor !== '');
  expect(seen).toEqual(numbers);
  const wide = await client.get('/order/get_order_list', {
    ...window,
    time_from: now - 15 * 86_400 - 1,
    time_to: now,
  });
  expect(wide.error).toBe('order.order_list_invalid_time');
  expect(
    await client.get('/order/get_order_detail', { order_sn_list: 'NOSUCH' }).then(({ error }) => error),
  ).toBe('error_not_found');
});

test('order detail: what was not asked for is not there, the buyer is masked, money follows payment', async () => {
  addJam();
  const number = buy('KAYA', 2, false);
  const bare = await client.get('/order/get_order_detail', { order_sn_list: number });
  expect(bare.at('response', 'order_list', 0, 'item_list')).toBeUndefined();
  const fields = 'buyer_username,recipient_address,item_list,total_amount,pay_time,package_list';
  const unpaid = await client.get('/order/get_order_detail', {
    order_sn_list: number,
    response_optional_fields: fields,
  });
  expect([
    unpaid.at('response', 'order_list', 0, 'total_amount'),
    unpaid.at('response', 'order_list', 0, 'pay_time'),
  ]).toEqual([undefined, null]);
  expect(unpaid.text('response', 'order_list', 0, 'recipient_address', 'name')).toMatch(/^.\*{6}.$/);
  expect(unpaid.text('response', 'order_list', 0, 'recipient_address', 'phone')).toMatch(/^\*{6}\d\d$/);
  sandbox.control.orderEvent('shopee', shop, number, 'pay');
  const paid = await client.get('/order/get_order_detail', {
    order_sn_list: number,
    response_optional_fields: fields,
  });
  expect(paid.at('response', 'order_list', 0, 'total_amount')).toBe(15.29);
  expect(paid.at('response', 'order_list', 0, 'item_list', 0)).toMatchObject({
    model_id: 0,
    item_sku: 'KAYA',
    model_quantity_purchased: 2,
    model_original_price: 6.9,
  });
  const escrow = await client.get('/payment/get_escrow_detail', { order_sn: number });
  expect(escrow.at('response', 'order_income', 'buyer_total_amount')).toBe(15.29);
});

test('over HTTP a call that hangs gives nothing, and a write may land after its caller has gone', async () => {
  const { item, variant } = addJam();
  sandbox.control.setFaults([{ kind: 'late_write', after: 1, count: 1 }]);
  const path = '/api/v2/product/update_stock';
  const base = sandbox.control.apps().shopee?.hosts['api'] ?? '';
  const body = JSON.stringify({
    item_id: Number(item),
    stock_list: [{ model_id: 0, seller_stock: [{ stock: 3 }] }],
  });
  const hanging = fetch(`${base}${path}?${client.shopQuery(path).toString()}`, {
    method: 'POST',
    body,
    signal: AbortSignal.timeout(300),
  });
  await expect(hanging).rejects.toThrow('timeout');
  expect(shown(variant).quantity).toBe(10);
  await expect.poll(() => shown(variant).quantity).toBe(3);
});
