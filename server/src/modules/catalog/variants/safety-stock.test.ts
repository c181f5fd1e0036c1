import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestContext, type TestContext } from '../../../testing/context.ts';
import { createTestServer, type TestServer } from '../../../testing/http.ts';
import { recordedChanges } from '../../../testing/recorded-changes.ts';
import {
  addMember,
  addPopulatedStore,
  addUser,
  openSession,
  type PopulatedStore,
} from '../../../testing/world.ts';

let ctx: TestContext;
let server: TestServer;
let store: PopulatedStore;
const tokens = { admin: '', member: '' };

beforeAll(async () => {
  ctx = await createTestContext();
  server = await createTestServer(ctx);
  store = await addPopulatedStore(ctx);
  for (const role of ['admin', 'member'] as const) {
    const user = await addUser(ctx);
    await addMember(ctx, store.id, user, role);
    tokens[role] = await openSession(ctx, user);
  }
});
afterAll(async () => {
  await server.close();
  await ctx.close();
});

const change = (path: string, body: unknown, token: string) =>
  server.call('PATCH', `/api/stores/${store.slug}${path}.json`, { token, body });
const keep = (keeps: unknown, token = tokens.admin) =>
  change('', { store: { keeps_safety_stock: keeps } }, token);
const ofSku = (units: unknown, token = tokens.member) =>
  change(`/variants/${String(store.variantId)}`, { variant: { safety_stock: units } }, token);
const ofMarketplace = (units: unknown, token = tokens.admin) =>
  change(`/marketplaces/${String(store.marketplaceId)}`, { marketplace: { safety_stock: units } }, token);

it('is refused until an owner or admin switches it on', async () => {
  const off = {
    status: 422,
    body: {
      errors: {
        safety_stock: [
          'This store keeps no safety stock. Its owner or an admin can switch it on in Store Settings.',
        ],
      },
    },
  };
  expect(await ofSku(3)).toMatchObject(off);
  expect(await ofMarketplace(3)).toMatchObject(off);
  expect((await keep(true, tokens.member)).status).toBe(403);
  expect(await keep(true)).toMatchObject({ status: 200, body: { store: { keeps_safety_stock: true } } });
  expect(await ofSku(3)).toMatchObject({ status: 200, body: { variant: { safety_stock: 3 } } });
});

it('is set by members for a SKU, by admins for a marketplace; activities hold both numbers', async () => {
  expect((await ofMarketplace(2, tokens.member)).status).toBe(403);
  expect(await ofMarketplace(2)).toMatchObject({ status: 200, body: { marketplace: { safety_stock: 2 } } });
  expect((await ofMarketplace(2)).status).toBe(200);
  expect((await ofSku(5)).status).toBe(200);
  expect(await recordedChanges(ctx, 'store.update')).toEqual([{ keeps_safety_stock: [false, true] }]);
  expect(await recordedChanges(ctx, 'variant.update')).toEqual([
    { safety_stock: [0, 3] },
    { safety_stock: [3, 5] },
  ]);
  expect(await recordedChanges(ctx, 'marketplace.update')).toEqual([{ safety_stock: [0, 2] }]);
});

it.each([
  [-1, 'Safety stock must be between 0 and 1000000'],
  [1_000_001, 'Safety stock must be between 0 and 1000000'],
  [1.5, 'Safety stock must be a whole number of units'],
  ['many', 'Safety stock must be a whole number of units'],
])('%s is no safety stock', async (units, reason) => {
  for (const answer of [await ofSku(units), await ofMarketplace(units)]) {
    expect(answer).toMatchObject({ status: 422, body: { errors: { safety_stock: [reason] } } });
  }
});

it('a marketplace is given a name or a safety stock, and keeps the other', async () => {
  const path = `/marketplaces/${String(store.marketplaceId)}`;
  const nothing = await change(path, { marketplace: {} }, tokens.admin);
  expect(nothing).toMatchObject({ status: 422, body: { errors: { name: ['Name is required'] } } });
  const renamed = await change(path, { marketplace: { name: 'Corner' } }, tokens.admin);
  expect(renamed.body).toMatchObject({ marketplace: { name: 'Corner', safety_stock: 2 } });
  expect((await ofMarketplace(4)).body).toMatchObject({ marketplace: { name: 'Corner', safety_stock: 4 } });
});
