import { mostCounted } from '@evenstock/contract/api/fields';
import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { variantsPage, type VariantFilter } from '../modules/catalog/variants/variants.queries.ts';
import type { ActivityFilter } from '../modules/journal/activity-filters.rules.ts';
import { activitiesPage } from '../modules/journal/activity-list.queries.ts';
import { everyOrder, type OrderFilter } from '../modules/orders/order/order-conditions.queries.ts';
import {
  ordersPage,
  readOrdersPage,
  withRareParts,
  type OrderSort,
} from '../modules/orders/order/orders.queries.ts';
import { movementsPage } from '../modules/stock/ledger/stock.queries.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { generateData, sellForDaysOnly, vacuumWhole, type GeneratedStore } from './generate-data.ts';
import { rowsReadBy } from './query-plan.ts';

/*
 * A search that finds more than are counted reads about as many rows as are counted, and its page, wherever in the list that is; one
 * that finds fewer reads what it finds. The page is the one that sorting everything would give.
 */

const DAY_MS = 86_400_000;
const until = new Date('2026-11-01T00:00:00Z');
const daysBack = (days: number): Date => new Date(until.getTime() - days * DAY_MS);
const first = { page: 1, perPage: 10, offset: 0 };
const third = { page: 3, perPage: 10, offset: 20 };
const deep = { page: 700, perPage: 10, offset: 6990 };
/** The last page of what is counted. */
const last = { page: 1000, perPage: 10, offset: 9990 };
/** Rows of tables and of indexes for each that is counted: of an order its lines, before and in the days that are asked for. */
const MOST_ROWS = 20 * mostCounted;

/** A common text may be looked for in the first rows of a table, as it comes. */
function expectFrugal(
  { rows, wholeTables }: { readonly rows: number; readonly wholeTables: readonly string[] },
  found: number,
): void {
  if (found > mostCounted) {
    expect(rows).toBeLessThanOrEqual(MOST_ROWS);
    return;
  }
  const small = [
    'marketplaces',
    'store_profiles',
    'users',
    'stores',
    'access_tokens',
    'webhooks',
    'listing_stock_movements',
    // Empty except after a restore.
    'recovery_counts',
  ];
  expect(wholeTables.filter((table) => !small.includes(table))).toEqual([]);
  expect(rows).toBeLessThanOrEqual(LOOKED_AT + 20 * (found + 10));
}
/** A search looks at the first orders of a list to see whether many match: orders, lines and words of names. */
const LOOKED_AT = 400 * 7;

let database: TestDatabase;
let store: GeneratedStore;
beforeAll(async () => {
  database = await createTestDatabase();
  store = await generateData(database.pool, 'big', { orders: 180_000, variants: 30_000, until, days: 90 });
  const client = await database.pool.connect();
  // Twelve thousand orders of one SKU, four weeks ago.
  await sellForDaysOnly(client, store.storeId, { from: daysBack(29), to: daysBack(21) });
  // Each line took its units; each order was worked upon.
  await client.query(
    `insert into stock_movements (store_id, variant_id, adjustment, final_quantity, source_type, source_order_id, action, cause, created_at)
     select o.store_id, i.variant_id, -1, 0, 'Order', o.id, 'Order placed', 'generated:' || i.id, o.source_created_at
     from orders o join order_items i on i.order_id = o.id`,
  );
  await client.query(
    `insert into activities (store_id, key, actor_type, actor_id, recipient_type, recipient_id, created_at)
     select o.store_id, 'order.sync', 'User', $1, 'Order', o.id, o.source_created_at from orders o`,
    [store.ownerId],
  );
  // Few SKUs were worked upon, of many with such a name.
  await client.query(
    `insert into activities (store_id, key, actor_type, recipient_type, recipient_id, created_at)
     select store_id, 'variant.update', 'System', 'Variant', id, $1 from variants where id % 97 = 0`,
    [daysBack(2)],
  );
  client.release();
  await vacuumWhole(database.pool);
}, 900_000);
afterAll(() => database.close());

interface Shown {
  readonly total_count: number;
  readonly id: number | null;
}

/** Runs a page's statement, and holds what it shows and counts against all that match in the order of the list. */
async function expectPage(
  statement: RawBuilder<Shown>,
  all: RawBuilder<unknown>,
  page: typeof first,
): Promise<number> {
  const { rows } = await statement.execute(database.db);
  const matching = await sql<{ id: number }>`${all}`.execute(database.db);
  const ids = matching.rows.map(({ id }) => id);
  expect(rows.flatMap(({ id }) => (id === null ? [] : [id]))).toEqual(
    ids.slice(page.offset, page.offset + page.perPage),
  );
  // Each way to match is counted up to one more than the most.
  const total = rows[0]?.total_count ?? 0;
  expect(Math.min(total, mostCounted + 1)).toBe(Math.min(ids.length, mostCounted + 1));
  return ids.length;
}

const like = (text: string): string => `%${text}%`;

describe('orders', () => {
  const readBy = (...asked: Parameters<typeof ordersPage>) => rowsReadBy(database.db, ordersPage(...asked));

  const expectOrders = (asked: Parameters<typeof ordersPage>, all: RawBuilder<unknown>): Promise<number> =>
    expectPage(ordersPage(...asked), all, third);

  const filterOf = (filter: Partial<OrderFilter>): OrderFilter => ({
    ...everyOrder(store.storeId),
    window: { from: daysBack(30), before: null },
    ...filter,
  });
  const newest: OrderSort = { field: 'source_created_at', direction: 'desc' };
  const sorts: readonly OrderSort[] = [
    newest,
    { field: 'source_created_at', direction: 'asc' },
    { field: 'ship_by', direction: 'asc' },
    { field: 'ship_by', direction: 'desc' },
  ];
  const orderOf = ({ field, direction }: OrderSort): RawBuilder<unknown> =>
    field === 'source_created_at'
      ? sql.raw(`o.source_created_at ${direction}, o.id ${direction}`)
      : sql.raw(
          `(o.state = 'staff_to_process' and o.ship_by is not null) desc,
           case when o.state = 'staff_to_process' then o.ship_by end ${direction} nulls last,
           case when o.state = 'staff_to_process' and o.ship_by is not null then o.id end ${direction},
           o.source_created_at desc, o.id desc`,
        );
  const matching = (where: RawBuilder<unknown>, sort: OrderSort): RawBuilder<unknown> => sql`
    select o.id from orders o where o.store_id = ${store.storeId} and o.source_created_at >= ${daysBack(30)} and ${where}
    order by ${orderOf(sort)}`;
  const sold = (text: string) => sql`exists (
    select from order_items i where i.order_id = o.id and i.name || ' ' || coalesce(i.sku, '') ilike ${like(text)})`;

  it.each([
    ['a common word', 'SKU-', true],
    ['two letters', 'an', true],
    ['what was sold long ago alone', 'FESTIVE', true],
    ['a word of a few', 'SKU-1234', false],
    ['what was never sold', 'Zither', false],
    ['two letters that are nowhere', 'zq', false],
  ])('by product: %s', async (_what, product, isMore) => {
    for (const sort of sorts) {
      const found = await expectOrders([filterOf({ product }), sort, third], matching(sold(product), sort));
      expect(found > mostCounted).toBe(isMore);
      const read = await readBy(filterOf({ product }), sort, first);
      expectFrugal(read, found);
    }
  });

  it.each([
    ['a part of every number', 'SG', true],
    ['what the numbers of some days begin with', '25104', true],
    ['what was sold long ago alone', 'FESTIVE', true],
    ['a part of a few', '25104567', false],
    ['what is nowhere', 'zzq', false],
    ['two letters that are nowhere', 'zq', false],
    ['one letter that is nowhere', 'é', false],
  ])('by the search box: %s', async (_what, text, isMore) => {
    for (const sort of sorts) {
      const search = { text, words: [] };
      const where = sql`(o.reference_number ilike ${like(text)} or ${sold(text)} or exists (
        select from order_items i where i.order_id = o.id and i.tracking_code ilike ${like(text)}))`;
      const found = await expectOrders([filterOf({ search }), sort, third], matching(where, sort));
      expect(found > mostCounted).toBe(isMore);
      const read = await readBy(filterOf({ search }), sort, first);
      expectFrugal(read, found);
    }
  });

  const family = Buffer.alloc(16, 1);
  const parts: readonly (readonly [string, Partial<OrderFilter>, RawBuilder<unknown>])[] = [
    ['all', {}, sql`true`],
    ['one state of few', { states: { only: 'failed_orders' } }, sql`o.state = 'failed_orders'`],
    ['one state of many', { states: { only: 'completed' } }, sql`o.state = 'completed'`],
    ['a state of the newest', { states: { only: 'shipped' } }, sql`o.state = 'shipped'`],
    ['what has to be shipped', { states: { only: 'staff_to_process' } }, sql`o.state = 'staff_to_process'`],
    ['all but the failed', { states: 'not_failed' }, sql`o.state <> 'failed_orders'`],
    ['what has a product', { product: 'Lamp' }, sold('Lamp')],
    ['those with notes', { noted: true }, sql`o.notes <> ''`],
  ];
  it.each(parts)('of a part of all: %s', async (_what, part, belongs) => {
    await database.pool.query(
      `insert into order_buyer_words (store_id, fingerprint, order_id)
       select o.store_id, $1, o.id from orders o where o.id % 9 = 0 on conflict do nothing`,
      [family],
    );
    const quarter = daysBack(88);
    for (const text of ['SG', '25104', 'FESTIVE', 'spxsg97', 'zq', '77']) {
      const search = { text, words: text === '77' ? [family] : [] };
      const named = text === '77' ? sql`o.id % 9 = 0` : sql`false`;
      const filter = filterOf({ search, window: { from: quarter, before: null }, ...part });
      for (const sort of sorts.slice(0, 3)) {
        const { rows } = await sql<{ id: number }>`
          select o.id from orders o join order_texts s on s.order_id = o.id
          where o.store_id = ${store.storeId} and o.source_created_at >= ${quarter} and ${belongs}
            and (s.numbers like lower(${like(text)}) or s.products like lower(${like(text)}) or ${named})
          order by ${orderOf(sort)}`.execute(database.db);
        const ids = rows.map(({ id }) => id);
        for (const page of [first, deep, last]) {
          const { orders: shown, totalCount } = await readOrdersPage(database.db, filter, sort, page);
          expect(shown.map(({ id }) => id)).toEqual(ids.slice(page.offset, page.offset + page.perPage));
          expect(totalCount).toBe(Math.min(ids.length, mostCounted + 1));
        }
        // Without a look at a sample, as if few had the text.
        await expectPage(
          ordersPage(filter, sort, third),
          sql`select * from unnest(${ids}::bigint[]) id`,
          third,
        );
      }
    }
  });

  it('numbers of some days: those days of a long list are read, and few other orders', async () => {
    const search = { text: '25104', words: [] };
    const window = { from: daysBack(88), before: null };
    const asked = await withRareParts(database.db, filterOf({ search, window, states: 'not_failed' }));
    const { rows } = await sql<{ from: Date; until: Date }>`
      select min(source_created_at) as from, max(source_created_at) as until from orders
      where store_id = ${store.storeId} and reference_number like '25104%'`.execute(database.db);
    const { from = null, before = null } = asked.rare?.denseDays ?? {};
    // More than these by no more than a fortieth of all days on each side.
    const at = (date: Date | null | undefined): number => date?.getTime() ?? NaN;
    const added = [at(rows[0]?.from) - at(from), at(before) - at(rows[0]?.until)];
    for (const ms of added) {
      expect(ms).toBeGreaterThan(0);
      expect(ms).toBeLessThan(2.5 * DAY_MS);
    }
    for (const states of [{ only: 'completed' }, 'not_failed'] as const) {
      const filter = { ...asked, states };
      const rare = { numbers: null, products: null, isRare: false, isCommon: false, ...asked.rare };
      const withoutDays = await readBy({ ...filter, rare: { ...rare, denseDays: null } }, newest, first);
      expect((await readBy(filter, newest, first)).rows).toBeLessThan(0.8 * withoutDays.rows);
    }
    // A list that is read whole sooner, one of all orders, a text that few orders have, and one that all have.
    for (const [text, states] of [
      ['25104', { only: 'staff_to_process' }],
      ['25104', 'all'],
      ['zq', 'not_failed'],
      ['SG', 'not_failed'],
    ] as const) {
      const filter = filterOf({ search: { text, words: [] }, window, states });
      expect((await withRareParts(database.db, filter)).rare?.denseDays).toBeNull();
    }
  });

  it.each([
    ['in the middle', { from: daysBack(40), before: daysBack(20) }],
    ['from the first order on', { from: null, before: daysBack(20) }],
    ['until the last order', { from: daysBack(20), before: null }],
    ['without an order', { from: daysBack(20), before: daysBack(21) }],
  ])('whatever days are read separately, a page is the same: %s', async (_what, denseDays) => {
    const rare = { numbers: null, products: null, isRare: false, isCommon: false, denseDays };
    for (const states of ['all', 'not_failed'] as const) {
      const isListed = states === 'all' ? sql`true` : sql`o.state <> 'failed_orders'`;
      for (const text of ['25104', 'FESTIVE', '79']) {
        const filter = filterOf({ states, search: { text, words: [] }, rare });
        const where = sql`${isListed} and exists (
          select from order_texts s where s.order_id = o.id and (s.numbers || s.products) like lower(${like(text)}))`;
        for (const sort of sorts.slice(0, 3))
          await expectOrders([filter, sort, third], matching(where, sort));
      }
    }
  });

  it('in a list of which the first orders alone match: not much more than these is read', async () => {
    await database.pool.query(
      `update order_texts set products = products || ' unboxed' where order_id in (
         select id from orders where store_id = $1 and state = 'completed' order by source_created_at desc, id desc limit 60)`,
      [store.storeId],
    );
    const filter = filterOf({
      search: { text: 'unboxed', words: [] },
      window: { from: daysBack(88), before: null },
      states: { only: 'completed' },
    });
    const { orders, totalCount } = await readOrdersPage(database.db, filter, newest, first);
    expect([orders.length, totalCount]).toEqual([first.perPage, 60]);
    // The first two steps of the list, in its index and in its orders' texts.
    expect((await readBy(filter, newest, first)).rows).toBeLessThan(2 * 10_100 + 2_000);
  });
});

describe('products', () => {
  it.each([
    ['a common word', 'SKU-', true],
    ['two letters', 'U-', true],
    ['a word of a few', 'SKU-1234', false],
    ['what is nowhere', 'Zither', false],
    ['two letters that are nowhere', 'zq', false],
  ])('%s', async (_what, text, isMore) => {
    const filter: VariantFilter = {
      storeId: store.storeId,
      status: 'all',
      text,
      sku: null,
      marketplaceId: null,
      marketplaceType: null,
      channelId: null,
      now: until,
      pinned: null,
      isSet: null,
      problem: null,
    };
    for (const field of ['full_product_name', 'quantity'] as const) {
      const sort = { field, direction: 'desc' } as const;
      const all = sql`select v.id from variants v where v.store_id = ${store.storeId} and v.merged_into_id is null
        and v.search_text like lower(${like(text)}) order by ${sql.raw(`v.${field}`)} desc, v.id desc`;
      const found = await expectPage(variantsPage(filter, sort, third), all, third);
      expect(found > mostCounted).toBe(isMore);
      const read = await rowsReadBy(database.db, variantsPage(filter, sort, first));
      expectFrugal(read, found);
    }
  });
});

describe('stock movements', () => {
  it.each([
    ['a common word', 'Lamp', true],
    ['two letters', 'an', true],
    ['what was sold long ago alone', 'Festive', true],
    ['a name of one', 'Red 12345', false],
    ['what is nowhere', 'Zither', false],
    ['two letters that are nowhere', 'zq', false],
  ])('by name: %s', async (_what, name, isMore) => {
    const from = daysBack(30);
    const filter = { storeId: store.storeId, variantId: null, from, before: null, state: null, name };
    for (const direction of ['asc', 'desc'] as const) {
      const way = sql.raw(direction);
      const all = sql`select s.id from stock_movements s join variants v on v.id = s.variant_id
        where s.store_id = ${store.storeId} and s.created_at >= ${from} and v.full_product_name ilike ${like(name)}
        order by s.created_at ${way}, s.id ${way}`;
      const found = await expectPage(movementsPage(filter, direction, third), all, third);
      await expectPage(movementsPage(filter, direction, deep), all, deep);
      expect(found > mostCounted).toBe(isMore);
      const read = await rowsReadBy(database.db, movementsPage(filter, direction, first));
      expectFrugal(read, found);
    }
  });
});

describe('activities', () => {
  it.each([
    ['a part of every number, since yesterday', 'SG', 1, false],
    ['a part of every number, of a quarter', 'SG', 90, true],
    ['a part of many numbers, since yesterday', '77', 1, false],
    ['a part of many numbers, of a quarter', '77', 90, true],
    ['what the numbers of some days begin with', '25113', 90, true],
    ['a part of a few', '25104567', 90, false],
    ['a product', 'Lamp', 90, false],
    ['two letters of products', 'an', 90, false],
    ['who did it', 'generated.test', 90, true],
    ['what is nowhere', 'Zither', 90, false],
    ['two letters that are nowhere', 'zq', 90, false],
  ])('by text: %s', async (_what, text, days, isMore) => {
    const from = daysBack(days);
    const filter: ActivityFilter = {
      storeId: store.storeId,
      recipient: null,
      text,
      key: null,
      actorType: null,
      from,
      before: null,
    };
    for (const direction of ['asc', 'desc'] as const) {
      const way = sql.raw(direction);
      const all = sql`select a.id from activities a left join users u on u.id = a.actor_id
        left join orders o on o.id = a.recipient_id and a.recipient_type = 'Order'
        left join variants v on v.id = a.recipient_id and a.recipient_type = 'Variant'
        where a.store_id = ${store.storeId} and a.created_at >= ${from}
          and (o.reference_number ilike ${like(text)} or u.email ilike ${like(text)} or v.search_text ilike ${like(text)})
        order by a.created_at ${way}, a.id ${way}`;
      const found = await expectPage(activitiesPage(filter, direction, third), all, third);
      await expectPage(activitiesPage(filter, direction, deep), all, deep);
      expect(found > mostCounted).toBe(isMore);
      // Where many records have such a name, entries are looked at one by one.
      const read = await rowsReadBy(database.db, activitiesPage(filter, direction, first));
      if (['SG', '77', 'Lamp', 'an'].includes(text)) expect(read.rows).toBeLessThanOrEqual(MOST_ROWS);
      else expectFrugal(read, found);
    }
  });
});
