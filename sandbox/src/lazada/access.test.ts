import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { LazadaStyle } from '../testing/lazada-client.ts';
import { payload, Stall } from './stall.fixture.ts';

const stall = new Stall(11);
beforeAll(async () => stall.open());
afterAll(async () => stall.sandbox.close());
beforeEach(async () => stall.begin());

describe('authorisation', () => {
  test('a seller agrees on the consent page and the browser goes back with a code and the state', async () => {
    const query = new URLSearchParams({
      response_type: 'code', force_auth: 'true', client_id: stall.app.id, redirect_uri: 'http://localhost:3000/back', state: 'n0nce',
    }); // prettier-ignore
    const page = `${stall.app.address}/oauth/authorize?${query.toString()}`;
    expect(await (await fetch(page)).text()).toContain('Kopi Corner Flagship');
    const agreed = await fetch(page, {
      method: 'POST',
      body: new URLSearchParams({ shop: stall.shop, decision: 'agree' }),
      redirect: 'manual',
    });
    const back = new URL(agreed.headers.get('location') ?? '');
    expect([back.pathname, back.searchParams.get('state')]).toEqual(['/back', 'n0nce']);
    const code = back.searchParams.get('code') ?? '';
    const tokens = await stall.newClient().authorise(code);
    expect(tokens).toMatchObject({
      code: '0',
      expires_in: 2_592_000,
      refresh_expires_in: 15_552_000,
      country_user_info: [{ seller_id: stall.shop }],
    });
    expect((await stall.newClient().authorise(code)).code).toBe('InvalidCode');
  });

  test('a code ends after 30 minutes', async () => {
    const { code } = stall.sandbox.control.grant('lazada', stall.shop);
    const start = stall.sandbox.clock.now();
    stall.sandbox.clock.advance(1_801_000);
    const late = stall.newClient();
    late.now = () => start + 1_801_000;
    expect((await late.authorise(code ?? '')).code).toBe('InvalidCode');
  });

  test('a refresh gives a new pair, and the refresh token’s life goes on', async () => {
    const old = stall.client.accessToken;
    stall.sandbox.clock.advance(30 * 86_400_000 + 1_000);
    stall.client.now = () => stall.sandbox.clock.now();
    expect((await stall.client.get('/seller/get')).code).toBe('IllegalAccessToken');
    const got = await stall.client.refresh();
    expect(got).toMatchObject({ code: '0', country_user_info_list: [{ seller_id: stall.shop }] });
    const left = z.int().parse(got['refresh_expires_in']);
    expect(150 * 86_400 - left).toBeGreaterThan(0);
    expect(150 * 86_400 - left).toBeLessThan(60);
    expect(stall.client.accessToken).not.toBe(old);
    expect((await stall.client.get('/seller/get')).data).toMatchObject({
      seller_id: Number(stall.shop),
      status: 'ACTIVE',
    });
    stall.sandbox.clock.advance(151 * 86_400_000);
    expect((await stall.client.refresh()).code).toBe('IllegalRefreshToken');
  });
});

describe('system parameters', () => {
  test.each<LazadaStyle>(['all-in-form', 'business-in-form', 'business-in-json'])(
    '%s is read and its signature checked',
    async (style) => {
      const { item, sku } = stall.addListing('KAYA');
      stall.client.style = style;
      const one = payload({ ItemId: item, SkuId: sku, SellableQuantity: '7' });
      expect(await stall.client.post('/product/stock/sellable/update', one)).toMatchObject({
        code: '0',
        data: {},
      });
      expect(await stall.numbers(item)).toEqual([7, 7, 0, 0]);
      const spoilt = await stall.client.call(
        'POST',
        '/product/stock/sellable/update',
        { access_token: stall.client.accessToken, ...one },
        { partner_id: 'unsigned' },
      );
      expect(spoilt).toMatchObject({ type: 'ISV', code: 'IncompleteSignature' });
    },
  );

  test('timestamps may be 7200 s off, and no more', async () => {
    stall.client.now = () => stall.sandbox.clock.now() - 7_190_000;
    expect((await stall.client.get('/seller/get')).code).toBe('0');
    stall.client.now = () => stall.sandbox.clock.now() + 7_210_000;
    expect((await stall.client.get('/seller/get')).code).toBe('InvalidTimestamp');
  });

  test('what is missing or wrong has a code of its own', async () => {
    expect((await stall.client.call('GET', '/seller/get', {})).code).toBe('MissingParameter');
    expect((await stall.client.call('GET', '/seller/get', { access_token: 'wrong' })).code).toBe(
      'IllegalAccessToken',
    );
    expect((await stall.client.call('GET', '/seller/get', {}, { app_key: '1' })).code).toBe('InvalidAppKey');
    expect((await stall.client.get('/nothing/here')).code).toBe('InvalidApiPath');
  });
});
