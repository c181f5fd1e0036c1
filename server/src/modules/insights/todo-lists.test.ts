import { listMarketplaces } from '@evenstock/contract/marketplaces/marketplaces';
import { showTodo, type Todo } from '@evenstock/contract/insights/needs-you';
import { listOrders } from '@evenstock/contract/orders/orders';
import { listVariants } from '@evenstock/contract/catalog/variants';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dayOf, daysAfter, startOfDay } from '../../platform/time/days.ts';
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
let token: string;
let orderId: number;
beforeAll(async () => {
  ctx = await createTestContext();
  server = await createTestServer(ctx);
  store = await addPopulatedStore(ctx);
  const userId = await addUser(ctx);
  await addMember(ctx, store.id, userId, 'member');
  token = await openSession(ctx, userId);
  ({ id: orderId } = await ctx.db
    .selectFrom('orders')
    .select('id')
    .where('store_id', '=', store.id)
    .executeTakeFirstOrThrow());
});
afterAll(async () => {
  await server.close();
  await ctx.close();
});

const inDays = (days: number): Date => new Date(ctx.clock.now().getTime() + days * 86_400_000);

/**
 * Adds a copy of a row with some other columns.
 * @returns its id
 */
async function another(table: string, id: number, changes: Record<string, unknown>): Promise<number> {
  const { rows: columns } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER' and column_name <> 'id'`.execute(
    ctx.db,
  );
  const names = columns.map(({ name }) => name);
  const { rows } = await sql<{ id: number }>`
    insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
    select ${sql.join(names.map((name) => sql.ref(`r.${name}`)))}
    from ${sql.table(table)} t cross join lateral jsonb_populate_record(t, ${JSON.stringify(changes)}::jsonb) r
    where t.id = ${id} returning id`.execute(ctx.db);
  return rows[0]?.id ?? 0;
}

async function get(path: string, query: Readonly<Record<string, string>>): Promise<unknown> {
  const search = new URLSearchParams(query).toString();
  const { status, body } = await server.call('GET', `/api/stores/${store.slug}/${path}.json?${search}`, {
    token,
  });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}
const todo = async (): Promise<Todo> => showTodo.reply.parse(await get('todo', {})).todo;

it('orders to ship: those of the list that the entry leads to, whatever their age', async () => {
  const sold = async (name: string, at: Date, state = 'staff_to_process'): Promise<void> => {
    const names = { number: name, channel_order_id: name, reference_number: name };
    await another('orders', orderId, { ...names, state, source_created_at: at });
  };
  await sold('TWO-MONTHS', inDays(-60));
  await sold('FOUR-MONTHS', inDays(-120));
  await sold('SHIPPED', inDays(-1), 'shipped');
  const { orders_to_ship: count, orders_to_ship_from: from } = await todo();
  const list = listOrders.reply.parse(
    await get('orders', { 'q[source_created_at_dategteq]': from, 'q[s]': 'ship_by asc' }),
  );
  expect(count).toBe(2);
  expect(list.total_count).toBe(count);
  expect(list.orders.map(({ number }) => number)).toContain('TWO-MONTHS');
});

it('of the orders to ship, those that are late, and those that are due later on the store’s day', async () => {
  const before = await todo();
  const due = (name: string, shipBy: string, state = 'staff_to_process') => {
    const names = { number: name, channel_order_id: name, reference_number: name };
    return another('orders', orderId, { ...names, state, source_created_at: inDays(-1), ship_by: shipBy });
  };
  await due('LATE', ctx.clock.now().toISOString());
  await due('LATE-BUT-SHIPPED', inDays(-1).toISOString(), 'shipped');
  const now = ctx.clock.now().getTime();
  const tomorrow = startOfDay(daysAfter(dayOf(ctx.clock.now(), 'Asia/Singapore'), 1), 'Asia/Singapore');
  await due('SOON', new Date(now + 1).toISOString());
  await due('TODAY', new Date(tomorrow.getTime() - 1).toISOString());
  await due('TOMORROW', tomorrow.toISOString());
  const { orders_late: late, orders_due_today: today, total } = await todo();
  expect([late - before.orders_late, today - before.orders_due_today, total - before.total]).toEqual([
    1, 2, 4,
  ]);
});

it('refused quantities and oversold SKUs: those of the products list', async () => {
  const listed = async (name: string, quantity: number, changes: object): Promise<number> => {
    const variantId = await another('variants', store.variantId, {
      slug: name,
      sku: name,
      quantity,
      ...changes,
    });
    return variantId;
  };
  const refuse = async (variantId: number, name: string, flag: string, state = 'live'): Promise<void> => {
    const copy = { variant_id: variantId, channel_variant_id: name, state };
    const listingId = await another('variant_listings', store.variantListingId, copy);
    await sql`
      insert into listing_stocks (variant_listing_id, store_id, marketplace_id, flag)
      values (${listingId}, ${store.id}, ${store.marketplaceId}, ${flag})
      on conflict (variant_listing_id) do update set flag = excluded.flag`.execute(ctx.db);
  };
  // A SKU that is refused twice counts once.
  const twice = await listed('twice', 3, { is_out_of_sync: true });
  await refuse(twice, 'twice-1', 'rejected');
  await refuse(twice, 'twice-2', 'rejected');
  await refuse(await listed('delisted', 3, {}), 'delisted-1', 'rejected', 'inactive');
  await refuse(await listed('differs', 3, { is_out_of_sync: true }), 'differs-1', 'out_of_sync');
  await listed('oversold', -2, {});
  await listed('oversold-and-delisted', -1, { live_listings: 0 });
  await listed('sold-out', 0, {});

  const products = async (problem: string) => {
    const query = { 'q[filter_status]': 'all', 'q[problem_eq]': problem, 'q[s]': 'quantity asc' };
    const { variants, total_count } = listVariants.reply.parse(await get('variants/products_page', query));
    return { names: variants.map(({ sku }) => sku), total: total_count };
  };
  const counts = await todo();
  expect(await products('refused_quantity')).toEqual({ names: ['twice'], total: counts.refused_quantities });
  expect(await products('oversold')).toEqual({
    names: ['oversold', 'oversold-and-delisted'],
    total: counts.oversold_skus,
  });
});

it('SKUs that are running out: those of their view, and none before the store shows it', async () => {
  const numbers = { quantity: 3, past_30_days_sales_count: 30 };
  for (const sku of ['low', 'lower']) {
    await another('variants', store.variantId, { slug: sku, sku, ...numbers, live_listings: 1 });
  }
  const before = await todo();
  expect(before.running_out_skus).toBe(0);
  await ctx.db.updateTable('stores').set({ running_out_days: 3 }).where('id', '=', store.id).execute();
  const counts = await todo();
  const query = { 'q[filter_status]': 'running_out' };
  const list = listVariants.reply.parse(await get('variants/products_page', query));
  expect(list.variants.map(({ sku }) => sku)).toEqual(expect.arrayContaining(['low', 'lower']));
  expect(list.total_count).toBe(counts.running_out_skus);
  expect(counts.total - before.total).toBe(counts.running_out_skus);
});

it('authorisations that have ended or end within a week: those of the marketplaces list', async () => {
  const shop = async (name: string, changes: object): Promise<void> => {
    const rest = { slug: name, name, channel_shop_id: name, state: 'verified', needs_authorization: false };
    await another('marketplaces', store.marketplaceId, { ...rest, ...changes });
  };
  await shop('ends-soon', { auth_expiry: inDays(6) });
  await shop('ends-later', { auth_expiry: inDays(8) });
  await shop('never-ends', { auth_expiry: null });
  await shop('never-authorised', { state: 'unverified', auth_expiry: inDays(-1) });
  await shop('has-ended', { state: 'unverified', needs_authorization: true, auth_expiry: inDays(-1) });
  await shop('stays-verified', { needs_authorization: true, auth_expiry: null });
  await shop('deactivated', { auth_expiry: inDays(1), deactivated_at: ctx.clock.now() });
  await shop('deleted', { auth_expiry: inDays(1), deleted_at: ctx.clock.now() });
  const { ending_authorisations: count } = await todo();
  const query = { 'q[authorization_ending_eq]': 'true' };
  const list = listMarketplaces.reply.parse(await get('marketplaces', query));
  expect(list.marketplaces.map(({ name }) => name)).toEqual(['ends-soon', 'has-ended', 'stays-verified']);
  expect(list.total_count).toBe(count);
});

it('requests of buyers: those of the orders list, and of returns those that end today', async () => {
  const asked = (name: string, reason: string, state = 'outstanding_issues') => {
    const names = { number: name, channel_order_id: name, reference_number: name };
    return another('orders', orderId, {
      ...names,
      state,
      state_reason: reason,
      source_created_at: inDays(-1),
    });
  };
  await asked('CANCEL-1', 'orders.cancellation_requested');
  await asked('CANCEL-2', 'orders.cancellation_requested');
  await asked('CANCELLED', 'orders.cancelled', 'failed_orders');
  const today = new Date(ctx.clock.now().getTime() + 1);
  const back = async (name: string, changes: Record<string, unknown>): Promise<void> => {
    const order = await asked(name, 'orders.return_requested');
    await ctx.db
      .insertInto('order_returns')
      .values({
        store_id: store.id,
        marketplace_id: store.marketplaceId,
        order_id: order,
        channel_return_id: name,
        state: 'pending',
        raw_state: 'REQUESTED',
        can_accept: true,
        can_dispute: true,
        source_created_at: inDays(-1),
        source_updated_at: inDays(-1),
        read_began_at: inDays(-1),
        updated_at: inDays(-1),
        due_at: inDays(3),
        ...changes,
      })
      .execute();
  };
  await back('RETURN-1', {});
  await back('RETURN-TODAY', { due_at: today });
  await back('RETURN-WAITS', { can_accept: false, can_dispute: false });
  const counts = await todo();
  const list = async (request: string) => {
    const query = { scope: 'outstanding_issues', 'q[request_eq]': request };
    const { orders, total_count } = listOrders.reply.parse(await get('orders', query));
    return { names: orders.map(({ number }) => number).toSorted(), total: total_count };
  };
  expect(await list('cancellation')).toEqual({
    names: ['CANCEL-1', 'CANCEL-2'],
    total: counts.cancellations_to_answer,
  });
  expect(await list('return')).toEqual({
    names: ['RETURN-1', 'RETURN-TODAY'],
    total: counts.returns_to_answer,
  });
  expect(counts.returns_due_today).toBe(1);
});

it('marketplaces of which it is to be chosen where their stock lies: those of the marketplaces list', async () => {
  const before = await todo();
  const rest = {
    slug: 'placed',
    name: 'placed',
    channel_shop_id: 'placed',
    state: 'verified',
    auth_expiry: null,
  };
  await another('marketplaces', store.marketplaceId, { ...rest, place_state: 'asked' });
  const counts = await todo();
  const query = { 'q[places_asked_eq]': 'true' };
  const list = listMarketplaces.reply.parse(await get('marketplaces', query));
  expect(list.marketplaces.map(({ name }) => name)).toEqual(['placed']);
  expect([counts.places_to_choose, counts.total - before.total]).toEqual([1, 1]);
});
