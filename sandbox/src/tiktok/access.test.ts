import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { dataOf, Harness } from './harness.fixture.ts';

const harness = new Harness();
beforeAll(async () => harness.begin());
afterAll(async () => harness.sandbox.close());

const shops = '/authorization/202309/shops';
const pair = z.looseObject({
  access_token_expire_in: z.int(),
  refresh_token_expire_in: z.int(),
  seller_base_region: z.string(),
  user_type: z.literal(0),
  granted_scopes: z.array(z.string()).min(1),
});

describe('authorisation', () => {
  test('a seller agrees, and the browser goes to the registered address with a code and the state', async () => {
    const { authorize = '' } = harness.app.hosts;
    const link = `${authorize}?service_id=${harness.app.extra['service_id'] ?? ''}&state=n0nce`;
    expect(await (await harness.sandbox.fetch(link)).text()).toContain('Kopi Corner TikTok');
    const agree = async (): Promise<Response> =>
      harness.sandbox.fetch(`${authorize}/decision`, {
        method: 'POST',
        body: new URLSearchParams({ shop: harness.shop, decision: 'allow', state: 'n0nce' }),
        redirect: 'manual',
      });
    const back = new URL((await agree()).headers.get('location') ?? '');
    expect([back.origin, back.pathname, back.searchParams.get('state')]).toEqual([
      'http://localhost:3000',
      '/marketplaces/authorize_tiktok',
      'n0nce',
    ]);
    const code = back.searchParams.get('code') ?? '';
    const client = harness.newClient();
    const tokens = dataOf(pair, await client.authorise(code));
    expect(tokens.seller_base_region).toBe('SG');
    expect(tokens.access_token_expire_in).toBe(harness.sandbox.clock.seconds() + 7 * 86_400);
    expect((await harness.newClient().authorise(code)).code).toBe(36004004);

    harness.sandbox.control.setReturnUrl('tiktok', 'https://shop.example.test/back');
    expect((await agree()).headers.get('location')).toContain('https://shop.example.test/back?');
    harness.sandbox.control.setReturnUrl('tiktok', null);
    expect(await (await agree()).text()).toContain('Give this code to the app: ROW_');
  });

  test('an unknown service has no consent page', async () => {
    const { authorize = '' } = harness.app.hosts;
    expect((await harness.sandbox.fetch(`${authorize}?service_id=1`)).status).toBe(404);
  });

  test('an access token ends after seven days, and a refresh token with its use', async () => {
    const client = harness.newClient();
    await client.authorise(harness.sandbox.control.grant('tiktok', harness.shop)['code'] ?? '');
    await harness.pass(7 * 86_400 + 1);
    expect(await client.get(shops, {}, null)).toMatchObject({ status: 401, code: 105002, data: null });
    const used = client.refreshToken;
    dataOf(pair, await client.refresh());
    expect((await client.get(shops, {}, null)).code).toBe(0);
    client.refreshToken = used;
    expect((await client.refresh()).code).toBe(36004001);
    client.refreshToken = 'ROW_nothing';
    expect((await client.refresh()).code).toBe(36004005);
    expect(
      (await client.token('get', { auth_code: 'x', grant_type: 'authorization_code' })).message,
    ).toContain('authorized_code');
  });

  test('the app gives the authorisation back, and its tokens end', async () => {
    const other = await new Harness().begin();
    expect((await other.client.send('DELETE', '/authorization/202403/shops')).code).toBe(0);
    expect((await other.client.get(shops, {}, null)).code).toBe(105002);
    expect((await other.client.refresh()).code).toBe(36004001);
  });

  test('a consent lasts a year, its refresh token longer', async () => {
    const other = await new Harness().begin();
    await other.pass(334 * 86_400);
    expect(other.noticesOf(7)).toEqual([]);
    await other.pass(2 * 86_400);
    await other.pass(86_400);
    expect(other.noticesOf(7)).toHaveLength(2);
    await other.pass(365 * 86_400);
    expect((await other.client.refresh()).code).toBe(36004005);
  });
});

describe('the gate', () => {
  let client = harness.newClient();
  beforeAll(async () => {
    client = harness.newClient();
    await client.authorise(harness.sandbox.control.grant('tiktok', harness.shop)['code'] ?? '');
  });

  test.each([
    ['/nothing/202309/here', 404, 36009009],
    ['/authorization/209901/shops', 400, 36009014],
    ['/product/202309/products/search', 405, 36009010],
  ])('%s is refused with its own code', async (path, status, code) => {
    const method = code === 36009010 ? 'PUT' : 'GET';
    expect(await client.call(method, path, {})).toMatchObject({ status, code, data: null });
  });

  test.each([
    [{ sign: '' }, 400, 36009004, 'sign'],
    [{ app_key: '1' }, 400, 36009004, 'app_key'],
    [{ sign: 'f'.repeat(64) }, 401, 106001, 'sign'],
    [{ sneaked: 'in' }, 401, 106001, 'sign'],
  ])('%j after signing is refused', async (spoil, status, code, word) => {
    const got = await client.call('GET', shops, { spoil });
    expect(got).toMatchObject({ status, code });
    expect(got.message).toContain(word);
  });

  test.each([
    [-299, 0],
    [29, 0],
    [-302, 36009004],
    [32, 36009004],
  ])('a timestamp %i seconds off answers %i', async (off, code) => {
    const skewed = harness.newClient();
    skewed.accessToken = client.accessToken;
    skewed.now = () => harness.sandbox.clock.seconds() + off;
    expect((await skewed.get(shops, {}, null)).code).toBe(code);
  });

  test('shop_cipher is needed for a shop, and unexpected for the account', async () => {
    expect(await client.get(shops)).toMatchObject({ status: 400, code: 36009004 });
    expect((await client.get('/logistics/202309/warehouses', {}, null)).code).toBe(106013);
    expect((await client.get('/logistics/202309/warehouses', {}, 'ROW_other')).code).toBe(101000);
    expect((await client.get('/logistics/202309/warehouses')).data).toMatchObject({
      warehouses: [{ type: 'SALES_WAREHOUSE', address: { distict: '' } }, { type: 'RETURN_WAREHOUSE' }],
    });
  });

  test('a token that was never given is another fault than one that ended', async () => {
    const stranger = harness.newClient();
    expect((await stranger.get(shops, {}, null)).message).toContain('x-tts-access-token');
    stranger.accessToken = 'ROW_made_up';
    expect((await stranger.get(shops, {}, null)).code).toBe(105001);
  });

  test('too many calls are 429 with the vendor’s code', async () => {
    harness.sandbox.control.setFaults([{ kind: 'throttle', call: 'shops', rate: 1, count: 1 }]);
    expect(await client.get(shops, {}, null)).toMatchObject({ status: 429, code: 36009002 });
    expect((await client.get(shops, {}, null)).data).toMatchObject({
      shops: [{ id: harness.shop, name: 'Kopi Corner TikTok', region: 'SG', seller_type: 'LOCAL' }],
    });
  });
});
