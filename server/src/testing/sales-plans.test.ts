import { afterAll, beforeAll, expect, it } from 'vitest';
import { changedListingSales, countListingSales } from '../modules/catalog/sales/sales.queries.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { generateData, vacuumWhole } from './generate-data.ts';
import { rowsReadBy } from './query-plan.ts';

/* What the frequent count of sales reads, beside months of orders that it does not need. */

const until = new Date('2026-11-01T00:00:00Z');
const DAYS = 90;
const ORDERS = 12_000;
const hours = (count: number) => new Date(until.getTime() - count * 3_600_000);
const period = { since: hours(30 * 24), leftSince: hours(30 * 24 + 1), importedSince: hours(1) };

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  const shape = { orders: ORDERS, variants: 4000, until, days: DAYS };
  await generateData(database.pool, 'big', shape);
  await generateData(database.pool, 'neighbour', { ...shape, orders: 4000 });
  await database.pool.query('update orders set imported_at = source_created_at');
  await vacuumWhole(database.pool);
}, 900_000);
afterAll(() => database.close());

it('reads the lines of the listings that may have changed, and leaves the same numbers as a count of all', async () => {
  await countListingSales(database.db, hours(30 * 24 + 1));
  const { rows, wholeTables } = await rowsReadBy(database.db, changedListingSales(period));
  expect(wholeTables).not.toContain('orders');
  expect(wholeTables).not.toContain('order_items');
  // Two hours of ninety days are a thousandth of the orders; their listings have others besides.
  expect(rows).toBeLessThan(ORDERS / 5);
  const counted = () =>
    database.db
      .selectFrom('variant_listings')
      .select(['id', 'quantity_sold', 'past_30_days_sales_count'])
      .orderBy('id')
      .execute();
  const changed = await counted();
  await countListingSales(database.db, period.since);
  expect(changed).toEqual(await counted());
});
