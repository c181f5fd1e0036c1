import { describe, expect, test } from 'vitest';
import { Harness } from './harness.fixture.ts';
import { basic } from './token.ts';

const shopInfo = '/v1/shop/fs/{fs}/shop-info';

describe('the token', () => {
  test('is got with the Basic header of the document, in exactly six keys', async () => {
    expect(basic('demo-client-id', 'demo-client-secret')).toBe(
      'Basic ZGVtby1jbGllbnQtaWQ6ZGVtby1jbGllbnQtc2VjcmV0',
    );
    const response = await new Harness(1).client.token();
    expect(await response.json()).toEqual({
      access_token: expect.stringMatching(/^c:\w+$/),
      event_code: '',
      expires_in: 2_592_000,
      last_login_type: '1',
      sq_check: false,
      token_type: 'Bearer',
    });
  });

  test('is refused to wrong credentials and other grants', async () => {
    const { client } = new Harness(1);
    const wrong = await client.token('Basic eDp5');
    expect(wrong.status).toBe(401);
    expect(await wrong.json()).toMatchObject({ error: 'invalid_client' });
    expect((await client.token(undefined, 'password')).status).toBe(400);
  });

  test('is needed for every call, and ends after 30 days', async () => {
    const harness = await new Harness(1).begin();
    expect((await harness.client.get(shopInfo)).status).toBe(200);
    harness.pass(2_592_001);
    expect((await harness.client.get(shopInfo)).status).toBe(401);
    harness.client.accessToken = 'c:wrong';
    expect((await harness.list()).status).toBe(401);
  });
});

describe('shops', () => {
  test('are those that are linked to the app, in the second envelope', async () => {
    const harness = await new Harness(1).begin();
    harness.sandbox.control.addShop({ channel: 'tokopedia', name: 'Another' });
    const response = await harness.client.send('GET', shopInfo);
    expect(await response.json()).toMatchObject({
      data: [{ shop_id: Number(harness.shop), shop_name: 'Kopi Corner', is_open: 1, status: 1 }],
      status: '200 Ok',
      error_message: [],
    });
  });

  test('that are not linked, or no longer, are refused', async () => {
    const harness = await new Harness(1).begin();
    const other = harness.sandbox.control.addShop({ channel: 'tokopedia', name: 'Another' }).shop;
    const info = '/inventory/v1/fs/{fs}/product/info';
    const asked = { shop_id: other, page: 1, per_page: 10 };
    expect(await harness.client.get(info, asked)).toMatchObject({
      status: 400,
      code: 'PRD_USC_001',
      reason: 'FS ID Is Not Associated With Shop ID or Warehouse ID',
    });
    harness.sandbox.control.revoke('tokopedia', harness.shop);
    expect((await harness.list()).code).toBe('ORD_USC_001');
    expect((await harness.client.get(shopInfo)).data).toEqual([]);
  });

  test('another fs_id is refused, in the envelope of the call', async () => {
    const harness = await new Harness(1).begin();
    const response = await harness.client.send('GET', '/v1/shop/fs/99/shop-info');
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      data: null,
      status: '400 Bad Request',
      error_message: ['Invalid FS ID Format'],
    });
  });
});

test('every answer carries the rest of the limit; past it there is 429 with the time to wait', async () => {
  const harness = await new Harness(1).begin();
  const first = await harness.client.get(shopInfo);
  expect(first.headers.get('x-ratelimit-limit')).toBe('1200');
  expect(first.headers.get('x-ratelimit-remaining')).toBe('1199');
  for (let call = 0; call < 1_199; call += 1) await harness.client.get(shopInfo);
  const refused = await harness.client.get(shopInfo);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('x-ratelimit-reset-after'))).toBeGreaterThan(0);
  harness.pass(Math.ceil(Number(refused.headers.get('x-ratelimit-full-reset-after'))));
  expect((await harness.client.get(shopInfo)).headers.get('x-ratelimit-remaining')).toBe('1199');
});

test('faults name the end of a path and the shop', async () => {
  const harness = await new Harness(1).begin();
  const product = harness.addProduct('KAYA');
  const rows = [{ product_id: product, new_stock: 2 }];
  const push = async () =>
    harness.client.post('/inventory/v1/fs/{fs}/stock/update', rows, { shop_id: harness.shop });
  const { control } = harness.sandbox;
  const where = { channel: 'tokopedia', shop: harness.shop, rate: 1, call: 'stock/update' } as const;
  control.setFaults([{ ...where, kind: 'error_after_commit' }]);
  expect(await push()).toMatchObject({ status: 500, code: 'OPENAPI_DB_002' });
  expect(harness.left('KAYA')).toBe(2);
  control.setFaults([{ ...where, kind: 'throttle' }]);
  const throttled = await push();
  expect(throttled.status).toBe(429);
  expect(Number(throttled.headers.get('x-ratelimit-full-reset-after'))).toBeGreaterThan(0);
  harness.pass(60);
  control.setFaults([{ ...where, kind: 'expire_token' }]);
  expect((await push()).status).toBe(401);
  control.setFaults([{ ...where, call: 'product/info', kind: 'stale_read' }]);
  await harness.client.authorise();
  harness.pass(10);
  rows[0] = { product_id: product, new_stock: 7 };
  await push();
  expect(
    (await harness.client.get('/inventory/v1/fs/{fs}/product/info', { product_id: product })).data,
  ).toMatchObject([{ stock: { value: 2 } }]);
});
