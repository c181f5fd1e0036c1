import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { rowsReadBy } from '../../testing/query-plan.ts';
import { infosPage } from './subscription-infos.queries.ts';

const first = { page: 1, perPage: 10, offset: 0 };

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  // 400 stores over five years.
  await database.pool.query(`
    insert into stores (slug, name, country, created_at, updated_at)
      select 'store-' || n, 'Store', 'sg', now(), now() from generate_series(1, 400) n;
    insert into monthly_subscription_infos (store_id, year, month, average_merged_hundredths, created_at)
      select s.id, 2021 + m / 12, 1 + m % 12, 4200, '2021-01-01'::timestamptz + m * interval '1 month'
      from stores s cross join generate_series(0, 59) m;
    analyze;`);
});
afterAll(() => database.close());

it('a page of months reads what it shows, of one store and of all', async () => {
  const { rows } = await database.pool.query<{ id: number }>('select min(id) as id from stores');
  for (const storeId of [null, rows[0]?.id ?? 0]) {
    for (const direction of ['asc', 'desc'] as const) {
      const read = await rowsReadBy(database.db, infosPage(storeId, direction, first));
      expect(read.wholeTables).not.toContain('monthly_subscription_infos');
      expect(read.rows).toBeLessThanOrEqual(500);
    }
  }
});
