import { message } from '@evenstock/contract/messages/message';
import { describe, expect, it } from 'vitest';
import { ChannelError } from '../kit/errors.ts';
import { pathOf, queryOf, recordedHttp } from '../kit/recorded-http.fixture.ts';
import type { Recorded } from '../kit/recorded-http.fixture.ts';
import { tiktok } from './index.ts';

const app = {
  id: '6demo7key',
  secret: 's3',
  hosts: {
    api: 'https://api.test',
    auth: 'https://auth.test',
    authorize: 'https://services.test/open/authorize',
  },
  extra: { service_id: '734' },
};
const now = new Date(1_767_225_600_000);
const granted = {
  access_token: 'ROW_a1',
  access_token_expire_in: 1_767_830_400,
  refresh_token: 'ROW_r1',
  refresh_token_expire_in: 4_891_363_200,
  open_id: 'demoOpenId',
  seller_name: 'Demo Pte Ltd',
  seller_base_region: 'SG',
  user_type: 0,
};
const demo = {
  id: '7000714532876273420',
  name: 'Demo SG',
  region: 'SG',
  seller_type: 'LOCAL',
  cipher: 'ROW_DEMOcipher123',
  code: 'SGLCBA4LLU8',
};
const { authorisation } = tiktok;
if (authorisation.by !== 'redirect') throw new Error('TikTok is authorised on its own page');

function seller(shops: readonly unknown[], tokens: unknown = granted) {
  return recordedHttp(now, (request): Recorded => {
    const data = pathOf(request).startsWith('/api/v2/token/') ? tokens : { shops };
    return { body: { code: 0, message: 'success', data } };
  });
}

const failureOf = async (call: Promise<unknown>) => {
  const failed: unknown = await call.then(
    () => 'went well',
    (error: unknown) => error,
  );
  return failed instanceof ChannelError ? failed.fault : failed;
};

describe('authorisation at TikTok (tiktok.md 1.1)', () => {
  it('begins at the consent page, which knows where to return to', () => {
    const asked = { returnTo: 'https://e.test/back', state: 's1', shopName: 'Demo SG', now };
    expect(authorisation.begin(app, asked)).toBe(
      'https://services.test/open/authorize?service_id=734&state=s1',
    );
    expect(authorisation.sendsReturnAddress).toBe(false);
  });

  it('exchanges the code, and keeps the shop of exactly that name', async () => {
    const http = seller([{ ...demo, id: '1', name: 'Demo SG 2', cipher: 'other' }, demo]);
    const got = await authorisation.complete(app, http, { code: 'c1' }, 'Demo SG');
    expect(got).toEqual({
      accessToken: 'ROW_a1',
      accessExpiresAt: new Date(1_767_830_400_000),
      refreshToken: 'ROW_r1',
      refreshExpiresAt: new Date(4_891_363_200_000),
      shopId: '7000714532876273420',
      extra: { cipher: 'ROW_DEMOcipher123', region: 'SG' },
    });
    const [exchange, shops] = http.requests;
    if (exchange === undefined || shops === undefined) throw new Error('two calls');
    expect(exchange.url.startsWith('https://auth.test/api/v2/token/get?')).toBe(true);
    expect(queryOf(exchange, 'grant_type')).toBe('authorized_code');
    expect(queryOf(exchange, 'auth_code')).toBe('c1');
    expect(queryOf(exchange, 'sign')).toBeNull();
    expect(queryOf(shops, 'shop_cipher')).toBeNull();
  });

  it('takes the only shop when no name was given', async () => {
    const got = await authorisation.complete(app, seller([demo]), { code: 'c1' }, null);
    expect(got.shopId).toBe(demo.id);
  });

  it.each([
    [[demo], 'demo sg'],
    [[demo], 'Demo SG '],
    [[], 'Demo SG'],
    [[], null],
  ])('of %j none is %s', async (shops, name) => {
    const failed = await failureOf(authorisation.complete(app, seller(shops), { code: 'c1' }, name));
    expect(failed).toMatchObject({
      kind: 'rejected',
      reason: message('consent.shop_name_mismatch', { channel: 'Tiktok' }),
    });
  });

  it('asks which of several shops is meant', async () => {
    const shops = [demo, { ...demo, id: '1', name: 'Other' }];
    expect(await failureOf(authorisation.complete(app, seller(shops), { code: 'c1' }, null))).toMatchObject({
      kind: 'rejected',
      code: 'several_shops',
    });
  });

  it('refuses an account that is no seller’s, and a return without a code', async () => {
    const creator = seller([demo], { ...granted, user_type: 1 });
    expect(await failureOf(authorisation.complete(app, creator, { code: 'c1' }, null))).toMatchObject({
      code: 'not_a_seller',
    });
    expect(await failureOf(authorisation.complete(app, seller([demo]), {}, null))).toMatchObject({
      code: 'missing_code',
    });
  });

  it.each([
    [36004004, 'rejected'],
    [36004001, 'unauthorised'],
    [36004005, 'unauthorised'],
  ])('%i of the token host is %s', async (code, kind) => {
    const http = recordedHttp(now, () => ({ body: { code, message: 'expired', data: null } }));
    expect(await failureOf(authorisation.complete(app, http, { code: 'c1' }, null))).toMatchObject({ kind });
  });

  it('refreshes: the new pair, the same shop', async () => {
    const http = seller([], { ...granted, access_token: 'ROW_a2', refresh_token: 'ROW_r2' });
    const old = {
      accessToken: 'ROW_a1',
      accessExpiresAt: now,
      refreshToken: 'ROW_r1',
      refreshExpiresAt: null,
      shopId: demo.id,
      extra: { cipher: 'ROW_DEMOcipher123', region: 'SG' },
    };
    const got = await authorisation.refresh(app, http, old);
    expect(got).toMatchObject({
      accessToken: 'ROW_a2',
      refreshToken: 'ROW_r2',
      shopId: demo.id,
      extra: old.extra,
    });
    const [request] = http.requests;
    expect(request === undefined ? null : queryOf(request, 'refresh_token')).toBe('ROW_r1');
  });
});

describe('a TikTok account (tiktok.md 8)', () => {
  const credentials = {
    accessToken: 'a',
    accessExpiresAt: null,
    refreshToken: null,
    refreshExpiresAt: null,
    shopId: demo.id,
    extra: {},
  };

  it('is described by its shop', async () => {
    const described = await tiktok.account.describe({ app, http: seller([demo]), credentials });
    expect(described).toMatchObject({ shopId: demo.id, shopName: 'Demo SG', country: 'SG', currency: 'SGD' });
  });

  it.each([
    ['a year', new Date(now.getTime() + 365 * 86_400_000), new Date(now.getTime() + 365 * 86_400_000)],
    ['a lifetime, which says nothing of the consent', new Date(granted.refresh_token_expire_in * 1000), null],
  ])('whose refresh token lasts %s', async (_how, refreshExpiresAt, consentEndsAt) => {
    const access = { app, http: seller([demo]), credentials: { ...credentials, refreshExpiresAt } };
    expect((await tiktok.account.describe(access)).consentEndsAt).toEqual(consentEndsAt);
  });

  it('that no longer authorises the shop must be verified again', async () => {
    const other = { id: '8', name: 'Other', region: 'SG', cipher: 'c', code: 'X' };
    const call = tiktok.account.describe({ app, http: seller([other]), credentials });
    expect(await failureOf(call)).toMatchObject({ kind: 'unauthorised' });
    // An empty list says nothing of the shop.
    const empty = tiktok.account.describe({ app, http: seller([]), credentials });
    expect(await failureOf(empty)).toMatchObject({ kind: 'unexpected' });
  });
});
