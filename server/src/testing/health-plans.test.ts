import { channelKinds } from '@evenstock/contract/channels/channels';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lastError, pullTimes, syncFigures } from '../modules/insights/sync-health.queries.ts';
import { channelFigures, queueFigures } from '../modules/insights/watching.queries.ts';
import { deadLettersPage, endedCount } from '../modules/operations/dead-letters.queries.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { generateData, vacuumWhole, type GeneratedStore } from './generate-data.ts';
import { rowsReadBy } from './query-plan.ts';

/* What the health of sync reads, beside months of what is not asked for. */

const until = new Date('2026-11-01T00:00:00Z');
const dayBack = new Date('2026-10-31T00:00:00Z');
/** Pushes a day of each marketplace, over sixty days. */
const PUSHES_A_DAY = 500;
const DAYS = 60;
const WAITING = 40;

let database: TestDatabase;
let store: GeneratedStore;
let shop = 0;
beforeAll(async () => {
  database = await createTestDatabase();
  store = await generateData(database.pool, 'busy', { orders: 30_000, variants: 3000, until, days: 90 });
  [shop = 0] = store.marketplaceIds;
  await database.pool.query(`update marketplaces set first_synced_at = $1::timestamptz - interval '1 year'`, [
    until,
  ]);
  await database.pool.query(
    `insert into listing_stock_movements (store_id, variant_listing_id, marketplace_id, revision, quantity, state, outcome,
       reason, created_at, sent_at, answered_at)
     select $1, l.id, l.marketplace_id, n, 3, case when n % 50 = 0 then 'failed' else 'success' end,
       case when n % 50 = 0 then 'rejected' else 'ok' end, case when n % 50 = 0 then 'Refused.' end,
       t.at - interval '9 seconds', t.at - interval '6 seconds', t.at
     from (select marketplace_id, min(id) as id from variant_listings where store_id = $1 group by marketplace_id) l
     cross join generate_series(1, $3::integer) n
     cross join lateral (select $2::timestamptz - n * interval '1 day' / $4::integer as at) t`,
    [store.storeId, until, PUSHES_A_DAY * DAYS, PUSHES_A_DAY],
  );
  await database.pool.query(
    `insert into marketplace_pulls (store_id, marketplace_id, kind, scope, state, began_at, created_at, finished_at, error)
     select $1, m, 'orders', case when n % 20 = 0 then 'reconcile' else 'poll' end, 'done', t.at, t.at, t.at,
       case when n % 1000 = 0 then '[{"code": "pulls.internal", "values": {}}]'::jsonb end
     from unnest($3::bigint[]) m cross join generate_series(1, 10000) n
     cross join lateral (select $2::timestamptz - (10000 - n) * interval '1 minute' as at) t
     order by n`,
    [store.storeId, until, store.marketplaceIds],
  );
  await database.pool.query(
    `update listing_stocks set target_rev = acked_rev + 1, due_since = $2
     where variant_listing_id in (select variant_listing_id from listing_stocks where marketplace_id = $1 limit $3)`,
    [shop, until, WAITING],
  );
  await vacuumWhole(database.pool);
}, 900_000);
afterAll(() => database.close());

const big = ['orders', 'listing_stock_movements', 'marketplace_pulls', 'listing_stocks', 'variant_listings'];
const wholeOf = ({ wholeTables }: { readonly wholeTables: readonly string[] }) =>
  wholeTables.filter((table) => big.includes(table));

describe('the health of a marketplace’s sync', () => {
  it('has figures of a day’s orders and pushes, and of what waits: it reads these alone', async () => {
    const statement = syncFigures([shop], dayBack);
    const { rows } = await statement.execute(database.db);
    expect(rows).toMatchObject([{ waiting: WAITING }]);
    const [{ seenCount, sentCount } = { seenCount: 0, sentCount: 0 }] = rows;
    expect(seenCount).toBeGreaterThan(50);
    expect(sentCount).toBeGreaterThan(400);
    const read = await rowsReadBy(database.db, statement);
    expect(wholeOf(read)).toEqual([]);
    expect(read.rows + read.counted).toBeLessThanOrEqual(1.1 * (seenCount + sentCount) + WAITING + 20);
  });

  it('for all marketplaces at once costs the sum of each', async () => {
    const read = await rowsReadBy(database.db, syncFigures(null, dayBack));
    expect(wholeOf(read)).toEqual([]);
    expect(read.rows + read.counted).toBeLessThanOrEqual(3 * (PUSHES_A_DAY + 200) + WAITING);
  });

  it('reads one failure of each kind, the newest poll, and what runs', async () => {
    for (const statement of [lastError(shop), pullTimes(shop)]) {
      expect((await statement.execute(database.db)).rows).toHaveLength(1);
      const read = await rowsReadBy(database.db, statement);
      expect(wholeOf(read)).toEqual([]);
      expect(read.rows).toBeLessThanOrEqual(5);
    }
  });
});

describe('what operators watch', () => {
  it('reads one poll of each shop, and the jobs that are due', async () => {
    const lateBefore = Object.fromEntries(channelKinds.map((channel) => [channel, until]));
    const { rows } = await channelFigures(lateBefore).execute(database.db);
    const shops = rows.reduce((sum, { connected }) => sum + connected, 0);
    expect(shops).toBe(store.marketplaceIds.length);
    expect(rows.every(({ polledAt }) => polledAt !== null)).toBe(true);
    const read = await rowsReadBy(database.db, channelFigures(lateBefore));
    expect(wholeOf(read)).toEqual([]);
    expect(read.rows).toBeLessThanOrEqual(4 * shops + 20);
    const queue = await rowsReadBy(database.db, queueFigures(until));
    expect(queue.rows).toBeLessThanOrEqual(20);
  });
});

describe('dead letters beside a long queue', () => {
  const WAIT = 20_000;
  const DEAD = 30;
  const page = { page: 1, perPage: 10, offset: 0 };
  beforeAll(async () => {
    await sql`select graphile_worker.add_job('test.work', json_build_object('marketplaceId', ${shop}::bigint))`.execute(
      database.db,
    );
    await sql`
      insert into graphile_worker._private_jobs (task_id, payload, attempts, max_attempts, run_at)
      select task_id, payload, case when n <= ${DEAD} then 25 else 0 end, 25, now()
      from graphile_worker._private_jobs, generate_series(1, ${DEAD + WAIT}::integer) n`.execute(database.db);
    await sql`analyze graphile_worker._private_jobs`.execute(database.db);
  });

  it('are found in one reading of the queue; only of those that failed is the store looked up', async () => {
    for (const storeId of [null, store.storeId]) {
      const statements = [deadLettersPage(storeId, page), endedCount(storeId)];
      expect((await endedCount(storeId).execute(database.db)).rows).toEqual([{ total: DEAD }]);
      for (const statement of statements) {
        const read = await rowsReadBy(database.db, statement);
        expect(wholeOf(read)).toEqual([]);
        expect(read.rows).toBeLessThanOrEqual(WAIT + 4 * DEAD + 50);
      }
    }
  });
});
