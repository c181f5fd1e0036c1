import { describe, expect, it } from 'vitest';
import { ChannelError } from '../kit/errors.ts';
import { pathOf, recordedHttp } from '../kit/recorded-http.fixture.ts';
import { authorisation } from './authorisation.ts';

const app = {
  id: '2000001',
  secret: 'k',
  hosts: { api: 'https://api.test', auth: 'https://open.shopee.com' },
  extra: {},
};
const now = new Date(1_760_000_000_000);
const tokens = { error: '', message: '', access_token: 'a1', refresh_token: 'r1', expire_in: 14_400 };

describe('authorisation at Shopee (shopee.md 1.2, 1.3)', () => {
  it('begins with the unsigned link', () => {
    const url = new URL(
      authorisation.begin(app, { returnTo: 'https://e.test/back', state: 's1', shopName: null, now }),
    );
    expect(url.origin + url.pathname).toBe('https://open.shopee.com/auth');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      partner_id: '2000001',
      auth_type: 'seller',
      redirect_uri: 'https://e.test/back',
      response_type: 'code',
      state: 's1',
    });
  });

  it('exchanges the code for the shop that returned', async () => {
    const http = recordedHttp(now, () => ({ body: tokens }));
    const got = await authorisation.complete(app, http, { code: 'c', shop_id: '600001' }, null);
    expect(JSON.parse(String(http.requests[0]?.body))).toEqual({
      code: 'c',
      shop_id: 600001,
      partner_id: 2000001,
    });
    expect(got).toMatchObject({
      accessToken: 'a1',
      refreshToken: 'r1',
      shopId: '600001',
      accessExpiresAt: new Date(now.getTime() + 14_400_000),
    });
  });

  it('takes an absolute expire_in for what it is', async () => {
    const http = recordedHttp(now, () => ({ body: { ...tokens, expire_in: 1_760_014_400 } }));
    const got = await authorisation.complete(app, http, { code: 'c', shop_id: '600001' }, null);
    expect(got.accessExpiresAt).toEqual(new Date(1_760_014_400_000));
  });

  it('gets the one shop of a main account a pair of its own', async () => {
    const http = recordedHttp(now, (request) => ({
      body: pathOf(request).endsWith('/token/get')
        ? { ...tokens, shop_id_list: [600001] }
        : { ...tokens, access_token: 'a2' },
    }));
    const got = await authorisation.complete(app, http, { code: 'c', main_account_id: '70001' }, null);
    expect(got).toMatchObject({ accessToken: 'a2', shopId: '600001' });
    expect(JSON.parse(String(http.requests[1]?.body))).toEqual({
      refresh_token: 'r1',
      shop_id: 600001,
      partner_id: 2000001,
    });
  });

  it.each([
    [{}, 'missing_code'],
    [{ code: 'c' }, 'missing_shop'],
    [{ code: 'c', shop_id: 'abc' }, 'bad_id'],
    [{ code: 'c', main_account_id: '70001' }, 'several_shops'],
  ])('refuses the return %j', async (query, code) => {
    const http = recordedHttp(now, () => ({ body: { ...tokens, shop_id_list: [600001, 600002] } }));
    const failed: unknown = await authorisation
      .complete(app, http, query, null)
      .catch((error: unknown) => error);
    expect(failed instanceof ChannelError ? failed.fault : failed).toMatchObject({ kind: 'rejected', code });
  });
});
