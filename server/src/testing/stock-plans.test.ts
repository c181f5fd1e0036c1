import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { epochsTouchedBy } from '../modules/stock/ledger/epochs.queries.ts';
import { claimDue, nextRetry, releaseLeases, shopsBehind } from '../modules/stock/ledger/pushes.queries.ts';
import {
  decidedByPoll,
  lateListings,
  variantsWithTurnedWindows,
} from '../modules/stock/reads/reads.queries.ts';
import { openPool, type Handle, type Pool } from '../platform/database/database.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { generateData, vacuumWhole, type GeneratedStore } from './generate-data.ts';

/*
 * What runs after each change of stock, each push, each poll and each sweep reads the rows that are due, however many listings the
 * installation has.
 */

const BEHIND = 30;
/** Of a row that is due some others are read: its listing, shop and store, in the statement's parts. */
const MOST_ROWS_READ = 12 * BEHIND;
const until = new Date('2026-11-01T00:00:00Z');
const later = new Date('2026-11-01T01:00:00Z');

let database: TestDatabase;
let one: Pool;
let store: GeneratedStore;
let shop = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  const size = { orders: 300, until, days: 30 };
  store = await generateData(database.pool, 'big', { ...size, variants: 8000 });
  await generateData(database.pool, 'neighbour', { ...size, variants: 2000 });
  shop = store.marketplaceIds[0] ?? 0;
  await sql`
    update listing_stocks set target_rev = target_rev + 1, due_since = ${until}, forced = false
    where variant_listing_id in (
      select variant_listing_id from listing_stocks where marketplace_id = ${shop} order by 1 limit ${BEHIND})`.execute(
    database.db,
  );
  // A difference is open at some, and was closed long ago at most.
  await sql`
    insert into listing_epochs (store_id, variant_listing_id, value, value_from, value_until, bookable, sure, unexplained, booked,
      book_after, opened_at, closed_at, read_until)
    select store_id, variant_listing_id, 5, ${until}, ${until}, true, 2, 2, case when variant_listing_id % 997 = 0 then 0 else 2 end,
      ${until}, ${until}, ${until}, ${until}
    from listing_stocks`.execute(database.db);
  await sql`insert into installation (kind, generation) values ('test', 1)`.execute(database.db);
  await vacuumWhole(database.pool);
  one = openPool({ ...database.connection, max: 1 }, () => undefined);
});
afterAll(async () => {
  await one.close();
  await database.close();
});

/** Rows of tables that this connection has read so far, by scans of the whole and by indexes. */
async function rowsRead(): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(one.db);
  const { rows } = await sql<{ read: number }>`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as read from pg_stat_user_tables`.execute(
    one.db,
  );
  return rows[0]?.read ?? 0;
}

/** @returns how many rows a call read, and what it answered */
async function measure<T>(call: (db: Handle) => Promise<T>): Promise<{ read: number; answer: T }> {
  const before = await rowsRead();
  const answer = await call(one.db);
  return { read: (await rowsRead()) - before, answer };
}

describe('of thousands of listings', () => {
  it('shops with pushes due are found by what is due', async () => {
    const { read, answer } = await measure((db) => shopsBehind(db, later, null));
    expect(answer).toEqual([{ id: shop, retryAt: null }]);
    expect(read).toBeLessThan(MOST_ROWS_READ);
  });

  it('a batch is claimed by what is due', async () => {
    const token = randomUUID();
    const gate = {
      generation: 1,
      remembered: { process: randomUUID(), count: 0, countedAt: null, last: null },
    };
    const { read, answer } = await measure((db) =>
      claimDue(
        db,
        shop,
        { lines: 50, within: 'shop' },
        { token, now: later, until: new Date(later.getTime() + 60_000) },
        gate,
      ),
    );
    expect(answer).toHaveLength(BEHIND);
    expect(read).toBeLessThan(2 * MOST_ROWS_READ);
    await releaseLeases(database.db, token, null);
  });

  it('the next push of a shop is found by what is due', async () => {
    const { read, answer } = await measure((db) => nextRetry(db, shop, later));
    expect(answer).toEqual(later);
    expect(read).toBeLessThan(MOST_ROWS_READ);
  });

  it('late pushes are found by what is due', async () => {
    const { read, answer } = await measure((db) => lateListings(db, later, { after: 0, limit: 100 }));
    expect(answer).toHaveLength(BEHIND);
    expect(read).toBeLessThan(MOST_ROWS_READ);
  });

  it('differences that a poll decides are found among the open ones of the store', async () => {
    const { read, answer } = await measure((db) => decidedByPoll(db, shop, later, 60));
    const expected = await sql<{ id: number }>`
      select variant_listing_id as id from listing_stocks where marketplace_id = ${shop} and variant_listing_id % 997 = 0`.execute(
      database.db,
    );
    expect(answer.map(({ listingId }) => listingId).sort((a, b) => a - b)).toEqual(
      expected.rows.map(({ id }) => id).sort((a, b) => a - b),
    );
    expect(answer.length).toBeGreaterThan(0);
    expect(read).toBeLessThan(MOST_ROWS_READ);
  });

  it('windows of zero that began or ended are found among those there are', async () => {
    const { read, answer } = await measure((db) =>
      variantsWithTurnedWindows(db, until, { after: 0, limit: 100 }),
    );
    expect(answer.length).toBeGreaterThan(0);
    const windows = await sql<{ windows: number }>`
      select count(*)::integer as windows from variant_listings where force_zero_qty_from is not null`.execute(
      database.db,
    );
    expect(read).toBeLessThan(4 * (windows.rows[0]?.windows ?? 0));
  });

  it('epochs whose reads an order of long before may explain are found by its listings', async () => {
    const { rows } = await sql<{ id: number }>`
      select variant_listing_id as id from listing_stocks where marketplace_id = ${shop} order by 1 limit ${BEHIND}`.execute(
      one.db,
    );
    const events = rows.map(({ id }) => ({ listingId: id, from: until, until }));
    const { read, answer } = await measure(() => inTransaction(one.db, (tx) => epochsTouchedBy(tx, events)));
    expect(answer).toHaveLength(BEHIND);
    expect(read).toBeLessThan(MOST_ROWS_READ);
  });
});
