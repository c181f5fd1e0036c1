import { listActivities } from '@evenstock/contract/journal/activity-log';
import { mostCounted } from '@evenstock/contract/api/fields';
import { listMatchingOrders, listOrders } from '@evenstock/contract/orders/orders';
import { listStockMovements } from '@evenstock/contract/stock/stock';
import { listVariants } from '@evenstock/contract/catalog/variants';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stateCounts } from '../modules/orders/pages/order-counts.queries.ts';
import { createTestContext, type TestContext } from './context.ts';
import { generateData, vacuumWhole, type GeneratedStore } from './generate-data.ts';
import { createTestServer, type TestServer } from './http.ts';
import { rowsReadBy } from './query-plan.ts';

const now = new Date('2026-11-01T01:00:00Z');
const MANY = mostCounted + 500;
/** Number of SKUs: more than are counted have an e in their name, and some have none. */
const SKUS = 11_200;
let ctx: TestContext;
let server: TestServer;
let store: GeneratedStore;
let token: string;

beforeAll(async () => {
  ctx = await createTestContext({ now });
  server = await createTestServer(ctx);
  store = await generateData(ctx.database.pool, 'big', {
    orders: MANY,
    variants: SKUS,
    until: now,
    days: 20,
  });
  token = await server.signIn('platform@search.test', 'admin');
});
afterAll(async () => {
  await server.close();
  await ctx.close();
});

async function ask(list: string, query: string): Promise<unknown> {
  const path = `/api/stores/${String(store.storeId)}/${list}.json?${query}`;
  return (await server.call('GET', path, { token })).body;
}

it('the tabs of the orders list are counted in their index alone', async () => {
  await vacuumWhole(ctx.database.pool, ['orders']);
  const read = await rowsReadBy(ctx.db, stateCounts(store.storeId, new Date('2026-10-01T00:00:00Z')));
  expect(read).toMatchObject({ rows: 0, counted: MANY, wholeTables: [] });
});

const exceeded = { total_count: mostCounted, total_count_exceeded: true };

describe('counting stops at 10,000 in a search, never without one', () => {
  it('of orders, in each sort, with the pages that the list has', async () => {
    for (const sort of ['source_created_at desc', 'source_created_at asc', 'ship_by asc', 'ship_by desc']) {
      const paged = `scope=all&per_page=20&page=3&q[s]=${encodeURIComponent(sort)}`;
      const all = listOrders.reply.parse(await ask('orders', paged));
      expect(all.total_count).toBe(MANY);
      expect(all.total_count_exceeded).toBeUndefined();
      const ids = all.orders.map(({ id }) => id);
      for (const search of ['reference_number_cont', 'product_name_cont']) {
        const found = listOrders.reply.parse(await ask('orders', `${paged}&q[${search}]=SKU-`));
        expect(found).toMatchObject(exceeded);
        expect(found.orders.map(({ id }) => id)).toEqual(ids);
      }
    }
  });

  it('of orders, of which fewer match: they are counted and sorted', async () => {
    for (const sort of ['source_created_at asc', 'ship_by desc']) {
      const query = `scope=all&per_page=100&q[s]=${encodeURIComponent(sort)}&q[reference_number_cont]=77SG`;
      const { orders, total_count: total } = listOrders.reply.parse(await ask('orders', query));
      expect(orders).toHaveLength(Math.min(total, 100));
      expect(total).toBeGreaterThan(0);
      const { rows } = await sql<{ id: number }>`
        select id from orders where store_id = ${store.storeId} and reference_number like '%77SG%'
        order by ${
          sort.startsWith('ship_by')
            ? sql`(state = 'staff_to_process' and ship_by is not null) desc,
                case when state = 'staff_to_process' then ship_by end desc nulls last, source_created_at desc`
            : sql`source_created_at`
        }, id desc limit 100`.execute(ctx.db);
      expect(orders.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
    }
  });

  it('of SKUs and of stock movements', async () => {
    const skus = listVariants.reply.parse(await ask('variants/products_page', 'q[filter_status]=all&page=2'));
    const found = listVariants.reply.parse(
      await ask('variants/products_page', 'q[filter_status]=all&page=2&q[name_or_sku_cont]=SKU-'),
    );
    expect(skus.total_count).toBe(SKUS);
    expect(found).toMatchObject(exceeded);
    expect(found.variants.map(({ id }) => id)).toEqual(skus.variants.map(({ id }) => id));

    const movements = listStockMovements.reply.parse(await ask('stock_movements', 'per_page=100'));
    const named = listStockMovements.reply.parse(await ask('stock_movements', 'q[variant_product_name]=e'));
    expect(movements.total_count).toBe(SKUS);
    expect(named).toMatchObject(exceeded);
    const withE = movements.stock_movements.filter(({ product }) => product.name.includes('e'));
    expect(named.stock_movements).toEqual(withE.slice(0, 10));
  });
});

it('counting stops in a search of activities, and of what a mass action would take', async () => {
  await sql`
    insert into activities (store_id, key, actor_type, actor_id, recipient_type, recipient_id, created_at)
    select store_id, 'order.sync', 'User', ${store.ownerId}, 'Order', id, ${now}
    from orders where store_id = ${store.storeId}`.execute(ctx.db);
  const all = listActivities.reply.parse(await ask('activities', 'page=2'));
  expect(all).toMatchObject({ total_count: MANY });
  const found = listActivities.reply.parse(await ask('activities', 'page=2&q[text]=SG'));
  expect(found).toMatchObject(exceeded);
  expect(found.activities.map(({ id }) => id)).toEqual(all.activities.map(({ id }) => id));

  const matching = await ask('orders/matching', 'scope=all&q[reference_number_cont]=SG');
  expect(listMatchingOrders.reply.parse(matching)).toMatchObject(exceeded);
});

it('the movements of a SKU that was merged away are found by its name', async () => {
  await sql`
    update variants set merged_into_id = (select max(id) from variants where store_id = ${store.storeId}), full_product_name = 'Only Zither',
      search_text = 'only zither'
    where id = (select min(id) from variants where store_id = ${store.storeId})`.execute(ctx.db);
  const named = await ask('stock_movements', 'q[variant_product_name]=zither');
  expect(listStockMovements.reply.parse(named).total_count).toBe(1);
});

it('a search is planned for its text each time: none is prepared', async () => {
  for (let times = 0; times < 3; times += 1) {
    await ask('orders', 'scope=all&q[reference_number_cont]=79');
    await ask('variants/products_page', 'q[name_or_sku_cont]=79');
  }
  const { rows } = await sql<{ statements: number }>`
    select count(*)::integer as statements from pg_prepared_statements
    where statement like '%reference_number ilike%' or statement like '%short_parts(%'`.execute(ctx.db);
  expect(rows[0]?.statements).toBe(0);
});
