import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { generateData } from './generate-data.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

it('fills a store whose quantities equal its ledger and whose counts equal its listings', async () => {
  const { storeId } = await generateData(database.pool, 'small', {
    orders: 300,
    variants: 100,
    until: new Date('2026-11-01T00:00:00Z'),
    days: 90,
  });
  const { rows } = await database.pool.query<Record<string, number>>(
    `select (select count(*) from orders where store_id = $1) as orders,
       (select count(*) from order_items where store_id = $1) as items,
       (select count(*) from variants v where v.store_id = $1 and v.quantity <>
         (select sum(adjustment) from stock_movements m where m.variant_id = v.id)) as wrong_quantities,
       (select count(*) from variants v where v.store_id = $1 and v.live_listings <>
         (select count(*) from variant_listings l where l.variant_id = v.id and l.state = 'live')) as wrong_counts`,
    [storeId],
  );
  expect(rows[0]).toMatchObject({ orders: 300, items: 600, wrong_quantities: 0, wrong_counts: 0 });
});
