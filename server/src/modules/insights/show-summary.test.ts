import { showSummary } from '@evenstock/contract/insights/insights';
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

/** Noon in Singapore. */
const NOON = new Date('2026-11-10T12:00:00+08:00');

let ctx: TestContext;
let server: TestServer;
let store: PopulatedStore;
let token: string;
beforeAll(async () => {
  ctx = await createTestContext({ now: NOON });
  server = await createTestServer(ctx);
});
afterAll(async () => {
  await server.close();
  await ctx.close();
});

async function openStore(): Promise<void> {
  store = await addPopulatedStore(ctx);
  await ctx.db
    .updateTable('orders')
    .set({ source_created_at: new Date('2026-09-01T00:00:00Z') })
    .where('store_id', '=', store.id)
    .execute();
  const userId = await addUser(ctx);
  await addMember(ctx, store.id, userId, 'member');
  token = await openSession(ctx, userId);
}

let placed = 0;
/** An order at a time of Singapore. Amounts are in cents. */
async function place(
  at: string,
  buyer: string,
  { currency = 'SGD', amount = 1000 }: { readonly currency?: string; readonly amount?: number } = {},
): Promise<void> {
  placed += 1;
  const number = `S-${String(placed)}`;
  const instant = new Date(`${at}:00+08:00`);
  await ctx.db
    .insertInto('orders')
    .values({
      store_id: store.id,
      marketplace_id: store.marketplaceId,
      channel: 'shopee',
      number,
      channel_order_id: number,
      reference_number: number,
      state: 'completed',
      marketplace_state: 'x',
      marketplace_raw_state: 'X',
      state_rank: 1,
      source_created_at: instant,
      source_updated_at: instant,
      read_began_at: instant,
      currency,
      total_amount: amount,
      buyer_key: Buffer.from(buyer),
      imported_at: instant,
      updated_at: instant,
    })
    .execute();
}

const summary = async () =>
  showSummary.reply.parse(
    (await server.call('GET', `/api/stores/${store.slug}/summary.json`, { token })).body,
  );

it('a buyer who ordered on an earlier day is not new, and one who orders twice is new once', async () => {
  await openStore();
  await place('2026-10-02T09:00', 'returning');
  await place('2026-11-10T09:00', 'returning');
  await place('2026-11-10T10:00', 'new');
  await place('2026-11-10T11:00', 'new');
  expect(await summary()).toMatchObject({ new_orders: 3, new_buyers: 1 });
});

it('an earlier order in another store makes nobody a returning buyer', async () => {
  await openStore();
  await place('2026-11-09T09:00', 'of two stores');
  await openStore();
  await place('2026-11-10T09:00', 'of two stores');
  expect(await summary()).toMatchObject({ new_orders: 1, new_buyers: 1 });
});

it('the day begins and ends at midnight in the store’s zone', async () => {
  await openStore();
  await place('2026-11-09T23:59', 'late yesterday', { amount: 1 });
  await place('2026-11-10T00:01', 'early today', { amount: 20 });
  await place('2026-11-10T23:59', 'late today', { amount: 300 });
  await place('2026-11-11T00:01', 'early tomorrow', { amount: 4000 });
  expect(await summary()).toMatchObject({ new_orders: 2, new_buyers: 2, sales_today: 3.2 });
});

it('sales in another currency are listed beside those in the store’s own', async () => {
  await openStore();
  await place('2026-11-10T09:00', 'here', { amount: 1250 });
  await place('2026-11-10T10:00', 'there', { currency: 'MYR', amount: 9900 });
  expect(await summary()).toMatchObject({
    new_orders: 2,
    new_buyers: 2,
    currency: 'SGD',
    sales_today: 12.5,
    formatted_sales_today: '$12.50',
    sales_today_by_currency: [
      { currency: 'MYR', amount: 99 },
      { currency: 'SGD', amount: 12.5 },
    ],
  });
});
