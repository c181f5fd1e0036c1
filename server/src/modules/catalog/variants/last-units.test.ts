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
let other: PopulatedStore;
let name: string;
const tokens = { admin: '', member: '', stranger: '' };

beforeAll(async () => {
  ctx = await createTestContext();
  server = await createTestServer(ctx);
  store = await addPopulatedStore(ctx);
  other = await addPopulatedStore(ctx);
  for (const role of ['admin', 'member'] as const) {
    const user = await addUser(ctx);
    await addMember(ctx, store.id, user, role);
    tokens[role] = await openSession(ctx, user);
  }
  tokens.stranger = await openSession(ctx, await addUser(ctx));
  const row = await ctx.db
    .selectFrom('marketplaces')
    .select('name')
    .where('id', '=', store.marketplaceId)
    .executeTakeFirstOrThrow();
  name = row.name;
});
afterAll(async () => {
  await server.close();
  await ctx.close();
});

const path = () => `/api/stores/${store.slug}/variants/${String(store.variantId)}.json`;
const keepLast = (lastUnits: unknown, token = tokens.member) =>
  server.call('PATCH', path(), { token, body: { variant: { last_units: lastUnits } } });
const forOurs = (units: unknown) => keepLast({ marketplace_id: store.marketplaceId, units });
const kept = (units: number) => ({
  status: 200,
  body: { variant: { last_units: { units, marketplace: { id: store.marketplaceId, name } } } },
});
const none = { status: 200, body: { variant: { last_units: null } } };

it('are refused until an owner or admin switches units kept back on', async () => {
  expect(await forOurs(3)).toMatchObject({
    status: 422,
    body: {
      errors: {
        last_units: [
          'This store keeps no safety stock. Its owner or an admin can switch it on in Store Settings.',
        ],
      },
    },
  });
  const body = { store: { keeps_safety_stock: true } };
  const switched = await server.call('PATCH', `/api/stores/${store.slug}.json`, {
    token: tokens.admin,
    body,
  });
  expect(switched.status).toBe(200);
});

it('are kept for one marketplace by a member, and for none with null or 0; activities hold both sides', async () => {
  expect((await keepLast({ marketplace_id: store.marketplaceId, units: 3 }, tokens.stranger)).status).toBe(
    404,
  );
  expect(await server.call('GET', path(), { token: tokens.member })).toMatchObject(none);
  expect(await forOurs(3)).toMatchObject(kept(3));
  expect(await forOurs(3)).toMatchObject(kept(3));
  expect(await forOurs(5)).toMatchObject(kept(5));
  expect(await server.call('GET', path(), { token: tokens.member })).toMatchObject(kept(5));
  expect(await keepLast(null)).toMatchObject(none);
  expect(await forOurs(0)).toMatchObject(none);
  expect(await forOurs(2)).toMatchObject(kept(2));
  expect(await forOurs(0)).toMatchObject(none);
  expect(await recordedChanges(ctx, 'variant.update')).toEqual([
    { last_units: [0, 3], last_units_for: [null, name] },
    { last_units: [3, 5] },
    { last_units: [5, 0], last_units_for: [name, null] },
    { last_units: [0, 2], last_units_for: [null, name] },
    { last_units: [2, 0], last_units_for: [name, null] },
  ]);
});

it.each([
  [-1, 'The last units must be between 0 and 1000000'],
  [1_000_001, 'The last units must be between 0 and 1000000'],
  [1.5, 'The last units must be a whole number'],
  ['many', 'The last units must be a whole number'],
])('are not %s', async (units, reason) => {
  const { status, body } = await forOurs(units);
  expect([status, JSON.stringify(body)]).toEqual([422, expect.stringContaining(reason)]);
});

it('are kept for no marketplace of another store, and for none that is deleted', async () => {
  const refused = {
    status: 422,
    body: {
      errors: { last_units: ['Choose the marketplace of this store that the last units are kept for'] },
    },
  };
  expect(await keepLast({ marketplace_id: other.marketplaceId, units: 3 })).toMatchObject(refused);
  expect(await keepLast(7)).toMatchObject(refused);
  expect(await forOurs(4)).toMatchObject(kept(4));
  const change = (deletedAt: Date | null) =>
    ctx.db
      .updateTable('marketplaces')
      .set({ deleted_at: deletedAt })
      .where('id', '=', store.marketplaceId)
      .execute();
  await change(ctx.clock.now());
  expect(await server.call('GET', path(), { token: tokens.member })).toMatchObject(none);
  expect(await forOurs(4)).toMatchObject(refused);
  expect(await keepLast(null)).toMatchObject(none);
  await change(null);
});
