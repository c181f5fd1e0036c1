import { afterEach, beforeEach, expect, it } from 'vitest';
import { migrate } from '../../../platform/database/migrate.ts';
import { createTestContext, type TestContext } from '../../../testing/context.ts';
import { migrateUpTo } from '../../../testing/database.ts';
import { generateData } from '../../../testing/generate-data.ts';
import { everyOrder } from '../order/order-conditions.queries.ts';
import { newestFirst, readOrdersPage } from '../order/orders.queries.ts';
import { findReferences } from '../pages/packing.queries.ts';

let ctx: TestContext;
beforeEach(async () => {
  ctx = await createTestContext();
});
afterEach(() => ctx.close());

it('orders of an earlier version are found by their numbers, tracking numbers and items', async () => {
  await migrateUpTo(ctx.database, '0095_order_texts');
  const { rows } = await ctx.database.pool.query<{ id: number }>(`
    with s as (
      insert into stores (slug, name, country, created_at, updated_at)
      values ('kopi', 'Kopi', 'sg', now(), now()) returning id
    ), m as (
      insert into marketplaces (store_id, channel, name, slug, state, created_at, updated_at)
      select id, 'shopee', 'Kopi', 'kopi', 'verified', now(), now() from s returning id, store_id
    ), o as (
      insert into orders (store_id, marketplace_id, channel, number, channel_order_id, reference_number, state, marketplace_state,
        marketplace_raw_state, state_rank, source_created_at, source_updated_at, read_began_at, currency, total_amount, imported_at,
        updated_at)
      select store_id, id, 'shopee', n, n, n, 'completed', 'COMPLETED', 'COMPLETED', 2, now(), now(), now(), 'SGD', 100, now(), now()
      from m, unnest(array['Ab-1', 'Ab-2']) n returning id, store_id, number
    )
    insert into order_items (store_id, order_id, position, channel_line_id, name, sku, ordered, unit_price, original_price,
      total_price, tracking_code)
    select o.store_id, o.id, line, line::text, 'Café ÉCLAIR', case line when 1 then 'TEE-9' end, 1, 100, 100, 100,
      case line when 1 then 'NV77SG' end
    from o, generate_series(1, 2) line where o.number = 'Ab-1'
    returning store_id as id`);
  const storeId = rows[0]?.id ?? 0;

  await migrate(ctx.database.pool);

  const found = async (text: string, by: 'search' | 'product' = 'search') => {
    const filter = {
      ...everyOrder(storeId),
      search: by === 'search' ? { text, words: [] } : null,
      product: by === 'product' ? text : null,
    };
    const page = { page: 1, perPage: 10, offset: 0 };
    const { orders } = await readOrdersPage(ctx.db, filter, newestFirst, page);
    return orders.map(({ number }) => number).toSorted();
  };
  expect(await found('B-')).toEqual(['Ab-1', 'Ab-2']);
  expect(await found('v77s')).toEqual(['Ab-1']);
  expect(await found('café é')).toEqual(['Ab-1']);
  expect(await found('tee-9', 'product')).toEqual(['Ab-1']);
  expect(await found('v77s', 'product')).toEqual([]);
  expect(await findReferences(ctx.db, storeId, 'nv77sg')).toEqual(['Ab-1']);
  expect(await findReferences(ctx.db, storeId, 'nv77s')).toEqual([]);
});

it('a fortieth of the days between the oldest and the newest order is always among the sampled ones', async () => {
  const { pool } = ctx.database;
  const until = new Date('2026-11-01T00:00:00Z');
  const { storeId } = await generateData(pool, 'kopi', { orders: 400, variants: 10, days: 100, until });
  await pool.query(`
    update order_texts t set products = 'age ' || least(39, floor(
      40 * extract(epoch from ages.newest - t.source_created_at) / extract(epoch from ages.newest - ages.oldest)))
    from (select min(source_created_at) as oldest, max(source_created_at) as newest from order_texts) ages`);
  const { rows } = await pool.query<{ products: string }>(
    'select distinct products from sampled_order_texts($1)',
    [storeId],
  );
  expect(rows.map(({ products }) => products).toSorted()).toEqual(
    Array.from({ length: 40 }, (_, age) => `age ${String(age)}`).toSorted(),
  );
});
