import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { LazadaStyle } from '../testing/lazada-client.ts';
import { payload, Harness } from './harness.fixture.ts';

const harness = new Harness(11);
beforeAll(async () => harness.open());
afterAll(async () => harness.sandbox.close());
beforeEach(async () => harness.begin());

describe('authorisation', () => {
  test('a seller agrees on the consent page and the browser goes back with a code and the state', async () => {
    const query = new URLSearchParams({
      response_type: 'code', force_auth: 'true', client_id: harness.app.id, redirect_uri: 'http://localhost:3000/back', state: 'n0nce',
    }); // oxfmt-ignore
    const page = `${harness.app.address}/oauth/authorize?${query.toString()}`;
    expect(await (await fetch(page)).text()).toContain('Kopi Corner Flagship');
    const agreed = await fetch(page, {
      method: 'POST',
      body: new URLSearchParams({ shop: harness.shop, decision: 'agree' }),
      redirect: 'manual',
    });
    const back = new URL(agreed.headers.get('location') ?? '');
    expect([back.pathname, back.searchParams.get('state')]).toEqual(['/back', 'n0nce']);
    const code = back.searchParams.get('code') ?? '';
    const tokens = await harness.newClient().authorise(code);
    expect(tokens).toMatchObject({
      code: '0',
      expires_in: 2_592_000,
      refresh_expires_in: 15_552_000,
      country_user_info: [{ seller_id: harness.shop }],
    });
    expect((await harness.newClient().authorise(code)).code).toBe('InvalidCode');
  });

  test('a code ends after 30 minutes', async () => {
    const { code } = harness.sandbox.control.grant('lazada', harness.shop);
    const start = harness.sandbox.clock.now();
    harness.sandbox.clock.advance(1_801_000);
    const late = harness.newClient();
    late.now = () => start + 1_801_000;
    expect((await late.authorise(code ?? '')).code).toBe('InvalidCode');
  });

  test('a refresh gives a new pair, and the refresh token keeps its expiry', async () => {
    const old = harness.client.accessToken;
    harness.sandbox.clock.advance(30 * 86_400_000 + 1_000);
    harness.client.now = () => harness.sandbox.clock.now();
    expect((await harness.client.get('/seller/get')).code).toBe('IllegalAccessToken');
    const got = await harness.client.refresh();
    expect(got).toMatchObject({ code: '0', country_user_info_list: [{ seller_id: harness.shop }] });
    const left = z.int().parse(got['refresh_expires_in']);
    expect(150 * 86_400 - left).toBeGreaterThan(0);
    expect(150 * 86_400 - left).toBeLessThan(60);
    expect(harness.client.accessToken).not.toBe(old);
    expect((await harness.client.get('/seller/get')).data).toMatchObject({
      seller_id: Number(harness.shop),
      status: 'ACTIVE',
    });
    harness.sandbox.clock.advance(151 * 86_400_000);
    expect((await harness.client.refresh()).code).toBe('IllegalRefreshToken');
  });
});

describe('system parameters', () => {
  test.each<LazadaStyle>(['all-in-form', 'business-in-form', 'business-in-json'])(
    '%s is read and its signature checked',
    async (style) => {
      const { item, sku } = harness.addListing('KAYA');
      harness.client.style = style;
      const one = payload({ ItemId: item, SkuId: sku, SellableQuantity: '7' });
      expect(await harness.client.post('/product/stock/sellable/update', one)).toMatchObject({
        code: '0',
        data: {},
      });
      expect(await harness.numbers(item)).toEqual([7, 7, 0, 0]);
      const spoilt = await harness.client.call(
        'POST',
        '/product/stock/sellable/update',
        { access_token: harness.client.accessToken, ...one },
        { partner_id: 'unsigned' },
      );
      expect(spoilt).toMatchObject({ type: 'ISV', code: 'IncompleteSignature' });
    },
  );

  test('timestamps may be 7200 s off, and no more', async () => {
    harness.client.now = () => harness.sandbox.clock.now() - 7_190_000;
    expect((await harness.client.get('/seller/get')).code).toBe('0');
    harness.client.now = () => harness.sandbox.clock.now() + 7_210_000;
    expect((await harness.client.get('/seller/get')).code).toBe('InvalidTimestamp');
  });

  test('what is missing or wrong has a code of its own', async () => {
    expect((await harness.client.call('GET', '/seller/get', {})).code).toBe('MissingParameter');
    expect((await harness.client.call('GET', '/seller/get', { access_token: 'wrong' })).code).toBe(
      'IllegalAccessToken',
    );
    expect((await harness.client.call('GET', '/seller/get', {}, { app_key: '1' })).code).toBe(
      'InvalidAppKey',
    );
    expect((await harness.client.get('/nothing/here')).code).toBe('InvalidApiPath');
  });
});
