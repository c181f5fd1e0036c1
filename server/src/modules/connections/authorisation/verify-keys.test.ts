import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestServer, type TestServer } from '../../../testing/http.ts';
import { createSandboxedContext, type SandboxedContext } from '../../../testing/sandbox.ts';
import { callMarketplace } from '../calls/call-marketplace.ts';

let ctx: SandboxedContext;
let server: TestServer;
let token: string;
beforeAll(async () => {
  ctx = await createSandboxedContext({ sandbox: { content: 'none' } });
  server = await createTestServer(ctx);
  token = await server.signIn('owner@keys.test');
  await server.call('POST', '/api/stores.json', { token, body: { store: { name: 'Keys', country: 'sg' } } });
});
afterAll(async () => {
  await server.close();
  await ctx.close();
});

const base = '/api/stores/keys/marketplaces';

async function add(name: string, type: string, shopName: string | null = null): Promise<string> {
  const marketplace = { name, type, shop_name: shopName };
  const answer = await server.call('POST', `${base}.json`, { token, body: { marketplace } });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return `${base}/${name.toLowerCase()}`;
}
const idOf = async (slug: string) =>
  (await ctx.db.selectFrom('marketplaces').select('id').where('slug', '=', slug).executeTakeFirstOrThrow())
    .id;

describe('Qoo10', () => {
  const keysOf = (shop: string) => {
    const { key = '', user_id = '', password = '' } = ctx.sandbox.control.grant('qoo10', shop, {});
    return { qapi_key_code: key, qoo10_user_id: user_id, qoo10_password: password };
  };
  const verify = (path: string, marketplace: object) =>
    server.call('PATCH', `${path}/verify_qoo10.json`, { token, body: { marketplace } });

  it('is verified by the keys of its seller, which are kept encrypted, and by no others', async () => {
    const { shop } = ctx.sandbox.control.addShop({ channel: 'qoo10', name: 'Kopi Q' });
    const path = await add('Qone', 'Qoo10Marketplace');
    const keys = keysOf(shop);
    expect(await verify(path, { ...keys, qoo10_password: 'wrong' })).toMatchObject({
      status: 422,
      body: { errors: { marketplace: [expect.any(String)] } },
    });
    expect(await verify(path, keys)).toMatchObject({
      status: 200,
      body: { marketplace: { state: 'verified', can_authenticate: false } },
    });
    const id = await idOf('qone');
    await callMarketplace(ctx, id, 'normal', (access, connector) => connector.account.describe(access));
    const { sealed } = await ctx.db
      .selectFrom('marketplace_credentials')
      .select('sealed')
      .where('marketplace_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(sealed.toString('latin1')).not.toContain(keys.qoo10_password);

    const second = await add('Qtwo', 'Qoo10Marketplace');
    expect(await verify(second, keysOf(shop))).toMatchObject({
      status: 422,
      body: { errors: { marketplace: ['This shop is already connected.'] } },
    });
  });

  it.each([
    ['qapi_key_code', 'QAPI Key Code is required'],
    ['qoo10_user_id', 'Qoo10 user id is required'],
    ['qoo10_password', 'Qoo10 password is required'],
  ])('asks for %s', async (field, text) => {
    const path = `${base}/qone`;
    const keys = { qapi_key_code: 'k', qoo10_user_id: 'u', qoo10_password: 'p', [field]: '' };
    expect(await verify(path, keys)).toMatchObject({
      status: 422,
      body: { errors: { [field]: [text] } },
    });
  });

  it('sends nobody to a page', async () => {
    const path = await add('Qthree', 'Qoo10Marketplace');
    expect(await server.call('POST', `${path}/authenticate.json`, { token })).toMatchObject({
      status: 422,
      body: { errors: { marketplace: [expect.stringContaining('verified with keys')] } },
    });
    const shopee = await add('Notq', 'ShopeeMarketplace');
    expect(
      await verify(shopee, { qapi_key_code: 'k', qoo10_user_id: 'u', qoo10_password: 'p' }),
    ).toMatchObject({ status: 422 });
  });
});

describe('Tokopedia', () => {
  it('is verified by name among the shops that are linked to this installation', async () => {
    const { shop, name } = ctx.sandbox.control.addShop({ channel: 'tokopedia', name: 'Kopi Jakarta' });
    const path = await add('Toko', 'TokopediaMarketplace', name);
    expect(await server.call('POST', `${path}/authenticate.json`, { token })).toMatchObject({ status: 422 });
    ctx.sandbox.control.grant('tokopedia', shop, {});
    expect(await server.call('POST', `${path}/authenticate.json`, { token })).toMatchObject({
      status: 200,
      body: { authentication_url: null, state: null },
    });
    expect(await server.call('GET', `${path}.json`, { token })).toMatchObject({
      body: { marketplace: { state: 'verified' } },
    });
    const wrong = await add('Tokotwo', 'TokopediaMarketplace', 'Another Shop');
    expect(await server.call('POST', `${wrong}/authenticate.json`, { token })).toMatchObject({
      status: 422,
      body: { errors: { marketplace: [expect.any(String)] } },
    });
  });
});
