import { monthsListed } from '@evenstock/contract/api/fields';
import { report } from '@evenstock/contract/insights/reports';
import type { UserRole } from '@evenstock/contract/accounts/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { daysAfter, monthsBefore } from '../../platform/time/days.ts';
import { createTestContext, type TestContext } from '../../testing/context.ts';
import { createTestServer, type TestServer } from '../../testing/http.ts';
import {
  addMember,
  addPopulatedStore,
  addUser,
  openSession,
  type PopulatedStore,
} from '../../testing/world.ts';

let ctx: TestContext;
let server: TestServer;
let store: PopulatedStore;
beforeAll(async () => {
  ctx = await createTestContext();
  server = await createTestServer(ctx);
  store = await addPopulatedStore(ctx);
});
afterAll(async () => {
  await server.close();
  await ctx.close();
});

async function ask(query: Readonly<Record<string, string>>, path: string, role: UserRole) {
  const userId = await addUser(ctx, role);
  if (role === 'member') await addMember(ctx, store.id, userId, 'admin');
  const search = new URLSearchParams(query).toString();
  return server.call('GET', `/api/stores/${store.slug}${path}/reports.json?${search}`, {
    token: await openSession(ctx, userId),
  });
}

describe('the days of a report', () => {
  it.each([
    [{ name: 'product_purchased', series: 'weekdays' }, '/products/mug', 7],
    [{ name: 'product_stocks' }, '/products/mug', 3653],
    [{ name: 'new_orders' }, '', 3653],
  ])('are ten years for a platform admin: %o of %s', async (query, path, ticks) => {
    const { body } = await ask({ ...query, from: '2016-01-01', to: '2025-12-31' }, path, 'admin');
    expect(report.parse(body).ticks).toHaveLength(ticks);
  });

  it.each(['', '/products/mug'])('begin three months ago for everybody else: %s', async (path) => {
    const oldest = monthsBefore(ctx.clock.now().toISOString().slice(0, 10), monthsListed);
    expect((await ask({ from: oldest }, path, 'member')).status).toBe(200);
    expect(await ask({ from: daysAfter(oldest, -1) }, path, 'member')).toMatchObject({
      status: 422,
      body: { errors: { from: [`Reports begin on ${oldest} at the earliest`] } },
    });
  });
});
