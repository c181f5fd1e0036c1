import { variantStatuses } from '@evenstock/contract/catalog/variants';
import { orderSorts } from '@evenstock/contract/orders/order-list-query';
import { orderScopes } from '@evenstock/contract/orders/order-states';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { suggestionsPage } from '../modules/catalog/merges/suggestions.queries.ts';
import {
  readVariantsPage,
  variantsPage,
  type VariantFilter,
} from '../modules/catalog/variants/variants.queries.ts';
import { everyOrder, type OrderFilter } from '../modules/orders/order/order-conditions.queries.ts';
import { tabStates } from '../modules/orders/order/order-filters.rules.ts';
import { refusedListings } from '../modules/marketplaces/refusals.queries.ts';
import { newestFirst, ordersPage, readOrdersPage } from '../modules/orders/order/orders.queries.ts';
import { activitiesPage } from '../modules/journal/activity-list.queries.ts';
import type { ActivityFilter } from '../modules/journal/activity-filters.rules.ts';
import { countOrderQuarters } from '../modules/insights/count-order-quarters.ts';
import { storeReport } from '../modules/insights/reports.queries.ts';
import { ordersOfCode } from '../modules/orders/pages/packing.queries.ts';
import { neighboursOf } from '../modules/orders/pages/neighbours.queries.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { generateData, vacuumWhole, type GeneratedStore } from './generate-data.ts';
import { rowsReadBy } from './query-plan.ts';

/** Maximum number of rows read for each row that a list shows. */
const MOST_ROWS_READ = 20;
const PAGE = 10;
const until = new Date('2026-11-01T00:00:00Z');
const monthBack = { from: new Date('2026-10-01T00:00:00Z'), before: null };
const first = { page: 1, perPage: PAGE, offset: 0 };
const deep = { page: 201, perPage: PAGE, offset: 2000 };

let database: TestDatabase;
let store: GeneratedStore;
beforeAll(async () => {
  database = await createTestDatabase();
  store = await generateData(database.pool, 'big', { orders: 60_000, variants: 10_000, until, days: 90 });
  await generateData(database.pool, 'neighbour', { orders: 20_000, variants: 3000, until, days: 90 });
}, 900_000);
afterAll(() => database.close());

function orders(filter: Partial<OrderFilter>): OrderFilter {
  return {
    ...everyOrder(store.storeId),
    window: monthBack,
    ...filter,
  };
}

function variants(filter: Partial<VariantFilter>): VariantFilter {
  return {
    storeId: store.storeId,
    status: 'live',
    text: null,
    sku: null,
    marketplaceId: null,
    marketplaceType: null,
    channelId: null,
    now: until,
    pinned: null,
    isSet: null,
    problem: null,
    ...filter,
  };
}

/** Only what is small may be read from end to end. */
const bigTables = [
  'orders',
  'order_items',
  'order_texts',
  'variants',
  'variant_listings',
  'product_listings',
  'products',
  'listing_stocks',
];

function expectFrugal(read: { rows: number; wholeTables: readonly string[] }, shown: number): void {
  expect(read.wholeTables.filter((table) => bigTables.includes(table))).toEqual([]);
  // A search that finds less than a page may read as many similar rows as a full page, and reads a sample of 400 orders.
  expect(read.rows).toBeLessThanOrEqual(MOST_ROWS_READ * Math.max(shown, PAGE) + 800);
}

describe('the orders list reads what it shows', () => {
  it.each(orderScopes)(
    'in the tab %s, of all marketplaces and of one, near the top and deep down',
    async (scope) => {
      const states = tabStates(scope);
      const [marketplaceId = 0] = store.marketplaceIds;
      for (const filter of [orders({ states }), orders({ states, marketplaceId })]) {
        for (const direction of ['asc', 'desc'] as const) {
          for (const field of orderSorts) {
            expectFrugal(await rowsReadBy(database.db, ordersPage(filter, { field, direction }, first)), 10);
          }
        }
      }
    },
  );

  it.each(orderScopes)('for the orders beside one, in the tab %s', async (scope) => {
    const states = tabStates(scope);
    const { orders: shown } = await readOrdersPage(database.db, orders({ states }), newestFirst, first);
    const at = shown.at(-1);
    if (at === undefined) throw new Error('The tab is empty.');
    for (const field of orderSorts) {
      for (const direction of ['asc', 'desc'] as const) {
        const statement = neighboursOf(orders({ states }), { field, direction }, at);
        expectFrugal(await rowsReadBy(database.db, statement), 2);
      }
    }
  });

  it('far down, where the index alone is walked', async () => {
    const read = await rowsReadBy(database.db, ordersPage(orders({}), newestFirst, deep));
    expect(read.wholeTables.filter((table) => bigTables.includes(table))).toEqual([]);
    expect(read.rows).toBeLessThanOrEqual(deep.offset + 10 * MOST_ROWS_READ);
  });

  it('with notes, by number, and by product', async () => {
    expectFrugal(await rowsReadBy(database.db, ordersPage(orders({ noted: true }), newestFirst, first)), 10);
    const { rows } = await database.pool.query<{ reference_number: string }>(
      'select reference_number from orders where store_id = $1 order by id desc limit 1',
      [store.storeId],
    );
    const reference = rows[0]?.reference_number ?? '';
    const search = { text: reference, words: [] };
    expectFrugal(await rowsReadBy(database.db, ordersPage(orders({ search }), newestFirst, first)), 1);
    const bought = orders({ product: 'SKU-7777' });
    const { orders: shown } = await readOrdersPage(database.db, bought, newestFirst, first);
    expect(shown.length).toBeGreaterThan(0);
    expectFrugal(await rowsReadBy(database.db, ordersPage(bought, newestFirst, first)), shown.length);
  });
});

describe('a search of orders reads what it finds', () => {
  const words = [Buffer.alloc(16, 1), Buffer.alloc(16, 2)];
  beforeAll(async () => {
    // Each order has a frequent word and a rare one, as a family name and a given name.
    await database.pool.query(
      `insert into order_buyer_words (store_id, fingerprint, order_id)
       select o.store_id, w.fingerprint, o.id from orders o
       cross join lateral (values
         (case when o.id % 20 = 0 then $1::bytea else decode(md5('f' || o.id % 50), 'hex') end),
         (case when o.id % 4000 = 0 then $2::bytea else decode(md5('g' || o.id % 9000), 'hex') end)) w(fingerprint)
       on conflict do nothing`,
      words,
    );
    await vacuumWhole(database.pool, ['order_buyer_words']);
  });

  const read = (search: OrderFilter['search']) =>
    rowsReadBy(database.db, ordersPage(orders({ search }), newestFirst, first));

  it('by a part of a tracking number', async () => {
    const { rows } = await database.pool.query<{ part: string }>(
      `select substr(i.tracking_code, 6) as part from order_items i join orders o on o.id = i.order_id
       where o.store_id = $1 and i.tracking_code is not null order by o.source_created_at desc limit 1`,
      [store.storeId],
    );
    const search = { text: rows[0]?.part ?? '', words: [] };
    const { totalCount } = await readOrdersPage(database.db, orders({ search }), newestFirst, first);
    expect(totalCount).toBeGreaterThan(0);
    const reading = await read(search);
    expectFrugal(reading, totalCount);
    expect(reading.wholeTables).not.toContain('order_buyer_words');
  });

  it('by the whole number or tracking number that a scanner reads', async () => {
    const { rows: lines } = await database.pool.query<{ number: string; tracking: string }>(
      `select o.number, i.tracking_code as tracking from order_items i join orders o on o.id = i.order_id
       where i.store_id = $1 and i.tracking_code is not null limit 1`,
      [store.storeId],
    );
    for (const code of [lines[0]?.number ?? '', lines[0]?.tracking ?? '', 'no-such-code']) {
      expect(code).not.toBe('');
      const read = await rowsReadBy(database.db, ordersOfCode(store.storeId, code));
      expect(read.wholeTables).toEqual([]);
      expect(read.rows).toBeLessThanOrEqual(PAGE * MOST_ROWS_READ);
    }
  });

  it('by the words of a buyer', async () => {
    for (const searched of [words.slice(1), words]) {
      const search = { text: 'no such text', words: searched };
      const { totalCount } = await readOrdersPage(database.db, orders({ search }), newestFirst, first);
      expect(totalCount).toBeGreaterThan(0);
      const reading = await read(search);
      expect(reading.wholeTables).not.toContain('order_buyer_words');
      expectFrugal(reading, 3 * totalCount);
    }
  });
});

describe('the products list reads what it shows', () => {
  it.each(variantStatuses)('with the status %s', async (status) => {
    const { totalCount } = await readVariantsPage(
      database.db,
      variants({ status }),
      { field: 'pinned_first', direction: 'asc' },
      first,
    );
    expect(totalCount).toBeGreaterThan(0);
    const sorted = variantsPage(variants({ status }), { field: 'pinned_first', direction: 'asc' }, first);
    expectFrugal(await rowsReadBy(database.db, sorted), 10);
  });

  it('that are running out, and no others', async () => {
    const days = 'update stores set running_out_days = $2 where id = $1';
    await database.pool.query(days, [store.storeId, 3]);
    const status = variants({ status: 'running_out' });
    for (const direction of ['asc', 'desc'] as const) {
      const sort = { field: 'days_of_cover', direction } as const;
      const { totalCount } = await readVariantsPage(database.db, status, sort, first);
      expect(totalCount).toBeGreaterThan(100);
      const read = await rowsReadBy(database.db, variantsPage(status, sort, first));
      expect(read.wholeTables.filter((table) => bigTables.includes(table))).toEqual([]);
      // The index has steps of days: of the last step, SKUs are read that last a little longer.
      expect(read.rows).toBeLessThanOrEqual(2 * totalCount + MOST_ROWS_READ * PAGE);
    }
    await database.pool.query(days, [store.storeId, null]);
  });

  it.each(['full_product_name', 'sku', 'quantity'] as const)('sorted by %s', async (field) => {
    for (const direction of ['asc', 'desc'] as const) {
      expectFrugal(
        await rowsReadBy(database.db, variantsPage(variants({}), { field, direction }, first)),
        10,
      );
    }
  });

  it('by marketplace, by code and by text', async () => {
    const sort = { field: 'pinned_first', direction: 'asc' } as const;
    const [marketplaceId = 0] = store.marketplaceIds;
    expectFrugal(await rowsReadBy(database.db, variantsPage(variants({ marketplaceId }), sort, first)), 10);
    expectFrugal(await rowsReadBy(database.db, variantsPage(variants({ sku: 'SKU-777' }), sort, first)), 1);
    for (const channelId of ['item-777', 'model-777']) {
      expectFrugal(await rowsReadBy(database.db, variantsPage(variants({ channelId }), sort, first)), 1);
    }
    expectFrugal(await rowsReadBy(database.db, variantsPage(variants({ text: 'SKU-7777' }), sort, first)), 1);
  });
});

it('a marketplace’s page reads what it refuses, and no other listings', async () => {
  const [marketplaceId = 0] = store.marketplaceIds;
  await database.pool.query(
    `update listing_stocks set flag = 'rejected', flagged_at = $2
     where variant_listing_id in (select variant_listing_id from listing_stocks where marketplace_id = $1 limit 40)`,
    [marketplaceId, until],
  );
  const statement = refusedListings(marketplaceId, 5);
  expect((await statement.execute(database.db)).rows).toHaveLength(5);
  expectFrugal(await rowsReadBy(database.db, statement), 40);
});

describe('suggestions of merges read what they show', () => {
  const groups = 1500;
  const removed = 200;
  beforeAll(async () => {
    await database.pool.query(
      `update variants set sku = 'SAME-' || lpad((place / 2)::text, 6, '0')
       from (select id, row_number() over (order by id) - 1 as place from variants
             where store_id = $1 and live_listings > 0 limit $2) picked
       where variants.id = picked.id`,
      [store.storeId, 2 * groups],
    );
    await database.pool.query(
      `insert into removed_suggested_merges (store_id, sku, created_at)
       select $1, 'SAME-' || lpad(place::text, 6, '0'), $2 from generate_series(0, $3 - 1) place`,
      [store.storeId, until, removed],
    );
    await vacuumWhole(database.pool, ['variants', 'removed_suggested_merges']);
  });

  it('on the first page and deep down: codes are grouped and counted in an index alone', async () => {
    const page = suggestionsPage(store.storeId, 'active', first);
    expect((await page.execute(database.db)).rows.map(({ total_count: total }) => total)).toEqual(
      Array.from({ length: PAGE }, () => groups - removed),
    );
    for (const place of [first, { page: 101, perPage: PAGE, offset: 1000 }]) {
      const read = await rowsReadBy(database.db, suggestionsPage(store.storeId, 'active', place));
      expect(read.wholeTables.filter((table) => bigTables.includes(table))).toEqual([]);
      // What was removed is few, and read for the page and for the count.
      expect(read.rows).toBeLessThanOrEqual(2 * removed + MOST_ROWS_READ * PAGE);
    }
  });

  it('of the removed ones, as many SKUs as they have', async () => {
    const read = await rowsReadBy(database.db, suggestionsPage(store.storeId, 'removed', first));
    expect(read.wholeTables.filter((table) => bigTables.includes(table))).toEqual([]);
    expect(read.rows).toBeLessThanOrEqual(removed * MOST_ROWS_READ);
  });
});

describe('reports of a store', () => {
  const days = { from: new Date('2026-10-29T16:00:00Z'), before: until };
  const quarter = { from: new Date('2026-08-03T16:00:00Z'), before: until };
  const ask = (name: keyof typeof storeReport, range: typeof quarter) =>
    storeReport[name]({ storeId: store.storeId, series: 'days', zone: 'Asia/Singapore', ...range });

  beforeAll(async () => {
    await countOrderQuarters(database);
    await vacuumWhole(database.pool, ['order_quarters', 'uncounted_quarters']);
  });

  it('counts new products in an index alone, of three months too', async () => {
    const read = await rowsReadBy(database.db, ask('new_products', quarter));
    expect(read.wholeTables).toEqual([]);
    expect(read.rows).toBe(0);
  });

  it.each(['new_orders', 'orders_total', 'products_purchased'] as const)(
    'reads of %s what its orders come to by quarters of an hour, and no order',
    async (name) => {
      for (const range of [days, quarter]) {
        const read = await rowsReadBy(database.db, ask(name, range));
        // Nothing waits to be counted.
        expect(read.wholeTables.filter((table) => table !== 'uncounted_quarters')).toEqual([]);
        const hours = (range.before.getTime() - range.from.getTime()) / 3_600_000;
        expect(read.rows).toBeLessThanOrEqual(4 * (hours + 1));
      }
      expect((await ask(name, days).execute(database.db)).rows).toHaveLength(3);
    },
  );
});

describe('the list of activities reads what it shows', () => {
  let target = 0;
  beforeAll(async () => {
    // A hundred thousand of each store, and as many of none each, over ninety days; a member did nine in ten of them, to orders and SKUs.
    await database.pool.query(
      `insert into activities (store_id, key, actor_type, actor_id, recipient_type, recipient_id, created_at)
       select case when w.has_store then o.store_id end, case when o.n % 5000 = 0 then 'store.update' when o.n % 3 = 0 then 'order.sync' else 'order.ship' end,
         case when o.n % 10 = 0 then 'System' else 'User' end, case when o.n % 10 <> 0 then $2::bigint end,
         case when o.n % 4 = 0 then 'Variant' else 'Order' end,
         case when o.n % 4 = 0 then v.first + o.n % 3000 else o.id end,
         $1::timestamptz - o.n * interval '78 seconds'
       from (select o.store_id, o.id, o.place + k * 20000 as n
             from (select store_id, id, row_number() over (partition by store_id order by id) as place from orders) o
             cross join generate_series(0, 4) k where o.place <= 20000) o
       join (select store_id, min(id) as first from variants group by store_id) v on v.store_id = o.store_id
       cross join (values (true), (false)) w (has_store)`,
      [until, store.ownerId],
    );
    await vacuumWhole(database.pool, ['activities']);
    const { rows } = await database.pool.query<{ id: number }>(
      `select min(id) as id from orders where store_id = $1`,
      [store.storeId],
    );
    target = Number(rows[0]?.id);
  });

  const activities = (filter: Partial<ActivityFilter>): ActivityFilter => ({
    storeId: store.storeId,
    recipient: null,
    text: null,
    key: null,
    actorType: null,
    from: new Date('2026-08-03T00:00:00Z'),
    before: null,
    ...filter,
  });

  const read = (filter: Partial<ActivityFilter>, page = first) =>
    rowsReadBy(database.db, activitiesPage(activities(filter), 'desc', page));

  it.each<[string, Partial<ActivityFilter>]>([
    ['of a day', { from: new Date('2026-10-31T00:00:00Z') }],
    ['of three months', {}],
    ['by a key that is frequent', { key: 'order.ship' }],
    ['by a key that is rare', { key: 'store.update' }],
    ['by who did it', { actorType: 'System' }],
    ['outside of any store', { storeId: null }],
    ['by a kind of record', { recipient: { type: 'Variant', id: null } }],
  ])('%s', async (_words, filter) => {
    for (const page of [first, deep]) {
      const reading = await read(filter, page);
      expect(reading.wholeTables).not.toContain('activities');
      expect(reading.rows).toBeLessThanOrEqual(page.offset * MOST_ROWS_READ + PAGE * MOST_ROWS_READ);
    }
  });

  it('of one record, and by a name', async () => {
    const ofOne = await read({ recipient: { type: 'Order', id: target }, from: null });
    expectFrugal(ofOne, 5);
    expect(ofOne.wholeTables).not.toContain('activities');
    const { rows } = await database.pool.query<{ reference_number: string }>(
      'select reference_number from orders where id = $1',
      [target],
    );
    const text = rows[0]?.reference_number ?? '';
    const statement = activitiesPage(activities({ text, from: null }), 'desc', first);
    expect((await statement.execute(database.db)).rows).toHaveLength(5);
    const byName = await rowsReadBy(database.db, statement);
    expectFrugal({ ...byName, rows: byName.rows - 2_000 }, 5); // The first 1,000 are looked at, and their names.
    expect(byName.wholeTables).not.toContain('activities');
  });
});
