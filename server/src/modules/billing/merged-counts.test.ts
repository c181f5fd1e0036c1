import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestContext, type TestContext } from '../../testing/context.ts';
import { createTestServer, type TestServer } from '../../testing/http.ts';
import {
  addMember,
  addPopulatedStore,
  addUser,
  openSession,
  type PopulatedStore,
} from '../../testing/world.ts';
import { countMergedListings } from './count-merged-listings.ts';

let ctx: TestContext;
let server: TestServer;
let store: PopulatedStore;
let admin: string;
beforeAll(async () => {
  // 23:30 on the last day of October in Singapore.
  ctx = await createTestContext({ now: new Date('2026-10-31T15:30:00Z') });
  server = await createTestServer(ctx);
  store = await addPopulatedStore(ctx);
  const userId = await addUser(ctx);
  await addMember(ctx, store.id, userId, 'admin');
  admin = await openSession(ctx, userId);
});
afterAll(async () => {
  await server.close();
  await ctx.close();
});

const merge = (listings: number): Promise<unknown> =>
  ctx.db.updateTable('variants').set({ live_listings: listings }).where('id', '=', store.variantId).execute();
const infos = async (): Promise<unknown> => {
  const answer = await server.call('GET', `/api/stores/${store.slug}/monthly_subscription_infos.json`, {
    token: admin,
  });
  expect(answer.status).toBe(200);
  return answer.body;
};

it('counts once for each day of the store, also when several count at the same moment, and keeps the month’s mean', async () => {
  await merge(12);
  const counted = await Promise.all([1, 2, 3].map(() => countMergedListings(ctx)));
  expect(counted.reduce((sum, stores) => sum + stores, 0)).toBe(1);
  expect(await countMergedListings(ctx)).toBe(0);

  // An hour later November has begun in Singapore, and it is still October by UTC.
  ctx.clock.advance(3_600_000);
  await merge(1);
  expect(await countMergedListings(ctx)).toBe(1);
  ctx.clock.advance(24 * 3_600_000);
  await merge(101);
  expect(await countMergedListings(ctx)).toBe(1);
  ctx.clock.advance(24 * 3_600_000);
  await merge(200);
  await ctx.tick();
  await sql`delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
    where t.id = j.task_id and t.identifier <> 'billing.count_merged_listings'`.execute(ctx.db);
  expect(await ctx.runJobs()).toEqual(['billing.count_merged_listings']);

  expect(await infos()).toMatchObject({
    total_count: 2,
    monthly_subscription_infos: [
      {
        store: { id: store.id, slug: store.slug },
        year: 2026,
        month: 11,
        average_merged_count: 100.33,
        estimated_monthly_cost: 10.03,
        formatted_estimated_monthly_cost: '$10.03',
        currency: 'SGD',
      },
      { year: 2026, month: 10, average_merged_count: 12, formatted_estimated_monthly_cost: '$10.00' },
    ],
  });
});

it('shows a store’s months to its admins, and all stores’ to platform admins alone', async () => {
  const other = await addPopulatedStore(ctx);
  await countMergedListings(ctx);
  const platform = await openSession(ctx, await addUser(ctx, 'admin'));
  const all = '/api/admin/monthly_subscription_infos.json';
  expect((await server.call('GET', all, { token: admin })).status).toBe(403);
  expect(await server.call('GET', all, { token: platform })).toMatchObject({
    status: 200,
    body: {
      total_count: 3,
      monthly_subscription_infos: [
        { store: { slug: other.slug }, month: 11, estimated_monthly_cost: 0 },
        { store: { slug: store.slug } },
        { store: { slug: store.slug } },
      ],
    },
  });
  const ofOther = `/api/stores/${other.slug}/monthly_subscription_infos.json`;
  expect((await server.call('GET', ofOther, { token: platform })).body).toMatchObject({ total_count: 1 });
  const member = await addUser(ctx);
  await addMember(ctx, other.id, member, 'member');
  expect((await server.call('GET', ofOther, { token: await openSession(ctx, member) })).status).toBe(403);

  await ctx.db
    .updateTable('stores')
    .set({ deleted_at: ctx.clock.now() })
    .where('id', '=', other.id)
    .execute();
  expect((await server.call('GET', all, { token: platform })).body).toMatchObject({
    monthly_subscription_infos: [{ store: { id: other.id, slug: null } }, {}, {}],
  });
  ctx.clock.advance(24 * 3_600_000);
  expect(await countMergedListings(ctx)).toBe(1);
});
