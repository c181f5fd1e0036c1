import { variantStatuses } from '@evenstock/contract/variants';
import { orderScopes } from '@evenstock/contract/order-states';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readVariantsPage, variantsPage, type VariantFilter } from '../modules/catalog/variants.queries.ts';
import { tabStates } from '../modules/orders/order-filters.rules.ts';
import { refusedListings } from '../modules/marketplaces/refusals.queries.ts';
import { ordersPage, readOrdersPage, type OrderFilter } from '../modules/orders/orders.queries.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { generateData, type GeneratedStore } from './generate-data.ts';
import { rowsReadBy } from './query-plan.ts';

/** For each row that a list shows, it may read so many. */
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
}, 180_000);
afterAll(() => database.close());

function orders(filter: Partial<OrderFilter>): OrderFilter {
  return {
    storeId: store.storeId,
    states: 'all',
    window: monthBack,
    marketplaceId: null,
    reference: null,
    product: null,
    noted: false,
    ids: null,
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
    ...filter,
  };
}

/** Only what is small may be read from end to end. */
const bigTables = [
  'orders',
  'order_items',
  'variants',
  'variant_listings',
  'product_listings',
  'products',
  'listing_stocks',
];

function expectFrugal(read: { rows: number; wholeTables: readonly string[] }, shown: number): void {
  expect(read.wholeTables.filter((table) => bigTables.includes(table))).toEqual([]);
  // A search that finds less than a page may look at as many that look alike as a full page reads.
  expect(read.rows).toBeLessThanOrEqual(MOST_ROWS_READ * Math.max(shown, PAGE));
}

describe('the orders list reads what it shows', () => {
  it.each(orderScopes)(
    'in the tab %s, of all marketplaces and of one, near the top and deep down',
    async (scope) => {
      const states = tabStates(scope);
      const [marketplaceId = 0] = store.marketplaceIds;
      for (const filter of [orders({ states }), orders({ states, marketplaceId })]) {
        for (const direction of ['asc', 'desc'] as const) {
          expectFrugal(await rowsReadBy(database.db, ordersPage(filter, direction, first)), 10);
        }
      }
    },
  );

  it('far down, where the index alone is walked', async () => {
    const read = await rowsReadBy(database.db, ordersPage(orders({}), 'desc', deep));
    expect(read.wholeTables.filter((table) => bigTables.includes(table))).toEqual([]);
    expect(read.rows).toBeLessThanOrEqual(deep.offset + 10 * MOST_ROWS_READ);
  });

  it('with notes, by number, and by product', async () => {
    expectFrugal(await rowsReadBy(database.db, ordersPage(orders({ noted: true }), 'desc', first)), 10);
    const { rows } = await database.pool.query<{ reference_number: string }>(
      'select reference_number from orders where store_id = $1 order by id desc limit 1',
      [store.storeId],
    );
    const reference = rows[0]?.reference_number ?? '';
    expectFrugal(await rowsReadBy(database.db, ordersPage(orders({ reference }), 'desc', first)), 1);
    const bought = orders({ product: 'SKU-7777' });
    const { orders: shown } = await readOrdersPage(database.db, bought, 'desc', first);
    expect(shown.length).toBeGreaterThan(0);
    expectFrugal(await rowsReadBy(database.db, ordersPage(bought, 'desc', first)), shown.length);
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
