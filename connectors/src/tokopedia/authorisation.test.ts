import { describe, expect, it } from 'vitest';
import { ChannelError } from '../kit/errors.ts';
import { pathOf, queryOf, recordedHttp } from '../kit/recorded-http.fixture.ts';
import { app, now, okStatus } from './app.fixture.ts';
import { authorisation } from './authorisation.ts';
import { tokopedia } from './index.ts';

/** tokopedia.md 8. */
const shop = {
  shop_id: 479573,
  user_id: 5510391,
  shop_name: 'Demo',
  logo: 'https://logo.test',
  shop_url: 'https://shop.test',
  is_open: 1,
  status: 1,
  date_shop_created: '2017-03-22',
  domain: 'demo',
  admin_id: [5510391],
  reason: '',
};
const linking = (...shops: readonly object[]) =>
  recordedHttp(now, (request) => {
    if (pathOf(request) === '/token') return { body: { access_token: 'c:t', expires_in: 100 } };
    const id = queryOf(request, 'shop_id');
    const start = (Number(queryOf(request, 'page') ?? 1) - 1) * 50;
    return okStatus(
      id === null
        ? shops.slice(start, start + 50)
        : shops.filter((each) => String(Reflect.get(each, 'shop_id')) === id),
    );
  });

const faultIn = async (result: Promise<unknown>): Promise<unknown> => {
  const error: unknown = await result.catch((thrown: unknown) => thrown);
  return error instanceof ChannelError ? error.fault : error;
};

describe('connecting a shop of Tokopedia (tokopedia.md 1, 8)', () => {
  it('finds the linked shop of exactly that name, on a later page too', async () => {
    const others = Array.from({ length: 60 }, (_, index) => ({
      ...shop,
      shop_id: index + 1,
      shop_name: `demo ${String(index)}`,
    }));
    const credentials = await authorisation.complete(app, linking(...others, shop), {}, 'Demo');
    expect(credentials).toEqual({
      accessToken: 'c:t',
      accessExpiresAt: new Date(now.getTime() + 100_000),
      refreshToken: 'demo-client-id',
      refreshExpiresAt: null,
      shopId: '479573',
      extra: {},
    });
  });

  it.each([
    [null, [shop], 'shop_name'],
    ['demo', [shop], 'no_such_shop'],
    ['Demo', [shop, { ...shop, shop_id: 2 }], 'several_shops'],
    ['Demo', [], 'no_such_shop'],
  ])('is refused for the name %j', async (name, shops, code) => {
    expect(await faultIn(authorisation.complete(app, linking(...shops), {}, name))).toMatchObject({
      kind: 'rejected',
      code,
    });
  });

  it('is refused in words where the app’s keys are wrong', async () => {
    const http = recordedHttp(now, () => ({ status: 401, body: '' }));
    expect(await faultIn(authorisation.complete(app, http, {}, 'Demo'))).toMatchObject({ kind: 'rejected' });
  });

  it('asks for a new token with the app’s keys, but not for the shop of another app', async () => {
    const credentials = await authorisation.complete(app, linking(shop), {}, 'Demo');
    expect(await authorisation.refresh(app, linking(shop), credentials)).toEqual(credentials);
    const other = { ...credentials, refreshToken: 'another-app' };
    expect(await faultIn(authorisation.refresh(app, linking(shop), other))).toMatchObject({
      kind: 'unauthorised',
    });
  });

  it('describes the shop; a list without it says nothing', async () => {
    const credentials = await authorisation.complete(app, linking(shop), {}, 'Demo');
    expect(await tokopedia.account.describe({ app, http: linking(shop), credentials })).toMatchObject({
      shopId: '479573',
      shopName: 'Demo',
      country: 'ID',
      currency: 'IDR',
    });
    const gone = tokopedia.account.describe({ app, http: linking(), credentials });
    expect(await faultIn(gone)).toMatchObject({ kind: 'unexpected' });
  });
});
