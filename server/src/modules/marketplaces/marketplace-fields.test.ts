import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestContext, type TestContext } from '../../testing/context.ts';
import { createTestServer, type TestServer } from '../../testing/http.ts';

let ctx: TestContext;
let server: TestServer;
let owner: string;
beforeAll(async () => {
  ctx = await createTestContext();
  server = await createTestServer(ctx);
  owner = await server.signIn('owner@shop.test');
  await server.call('POST', '/api/stores.json', {
    token: owner,
    body: { store: { name: 'Mine', country: 'sg' } },
  });
});
afterAll(async () => {
  await server.close();
  await ctx.close();
});

it('refuses what a new marketplace cannot be', async () => {
  const create = (marketplace: object) =>
    server.call('POST', '/api/stores/mine/marketplaces.json', { token: owner, body: { marketplace } });
  expect(await create({ name: 'X' })).toMatchObject({
    status: 422,
    body: { errors: { type: ['Channel is required'] } },
  });
  expect(await create({ name: 'X', type: 'ShopifyMarketplace' })).toMatchObject({
    status: 422,
    body: { errors: { shop_name: ['Shopify shop name is required'] } },
  });
  expect(await create({ name: 'X', type: 'ShopifyMarketplace', shop_name: 'evil.test/?' })).toMatchObject({
    status: 422,
    body: { errors: { shop_name: [expect.any(String)] } },
  });
  expect(await create({ name: 'X', type: 'ShopeeMarketplace', is_for_test: true })).toMatchObject({
    status: 403,
  });
  expect(await create({ name: 'X', type: 'ShopeeMarketplace', is_lazmall: true })).toMatchObject({
    status: 422,
  });
  expect(
    await create({ name: 'X', type: 'TokopediaMarketplace', shop_name: 'X', is_tokopedia: true }),
  ).toMatchObject({
    status: 422,
    body: { errors: { is_tokopedia: [expect.stringContaining('Tiktok')] } },
  });
  expect(
    await create({ name: 'Jakarta', type: 'TiktokMarketplace', shop_name: 'X', is_tokopedia: true }),
  ).toMatchObject({
    status: 200,
    body: { marketplace: { channel: 'tiktok', is_tokopedia: true } },
  });
  expect(await create({ name: 'Twice', type: 'ShopeeMarketplace' })).toMatchObject({ status: 200 });
  expect(await create({ name: 'TWICE', type: 'ShopeeMarketplace' })).toMatchObject({
    status: 422,
    body: { errors: { name: [expect.stringContaining('has this name')] } },
  });
});

it('lists with filter and sort, and names a sort that it does not know', async () => {
  const list = (query: string) =>
    server.call('GET', `/api/stores/mine/marketplaces.json?${query}`, { token: owner });
  expect(await list('q[name_cont]=TWI')).toMatchObject({
    body: { total_count: 1, marketplaces: [{ name: 'Twice', vendor_name: 'Shopee', channel: 'shopee' }] },
  });
  expect(await list('q[s]=name+desc&per_page=1')).toMatchObject({
    body: { marketplaces: [{ name: 'Twice' }] },
  });
  expect(await list('s=colour')).toMatchObject({
    status: 422,
    body: { errors: { s: [expect.stringContaining('colour')] } },
  });
});
