import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findRunning, lastCompletedBegan } from '../modules/pulls/pulls.queries.ts';
import { openPool, type Handle, type Pool } from '../platform/database/database.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

/*
 * A frequent statement is prepared, and after a few executions has a generic plan: that plan can use a partial index only if the
 * statement's text contains the index's condition.
 */

let database: TestDatabase;
let generic: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  const options = '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off';
  generic = openPool({ ...database.connection, max: 1, options }, () => undefined);
});
afterAll(async () => {
  await generic.close();
  await database.close();
});

async function scansOf(index: string): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(generic.db);
  const { rows } = await sql<{ scans: number }>`
    select idx_scan as scans from pg_stat_user_indexes where indexrelname = ${index}`.execute(generic.db);
  if (rows[0] === undefined) throw new Error(`There is no index ${index}.`);
  return rows[0].scans;
}

it.each<[string, (db: Handle) => Promise<unknown>]>([
  ['marketplace_pulls_began', (db) => lastCompletedBegan(db, 1, 'orders')],
  [
    'marketplace_pulls_running',
    (db) => findRunning(db, { marketplace_id: 1, kind: 'orders', scope: 'poll' }),
  ],
])('the partial index %s serves a plan for all parameters', async (index, ask) => {
  const before = await scansOf(index);
  // Prepared from the second time on.
  for (let times = 0; times < 3; times += 1) await ask(generic.db);
  expect(await scansOf(index)).toBe(before + 3);
});

it('a transaction of a hot path has one plan for all parameters, by keys; everything else is planned for what is asked', async () => {
  const settings = async (db: Handle): Promise<unknown> =>
    (
      await sql`
        select current_setting('plan_cache_mode') as mode, current_setting('enable_seqscan') as seqscan`.execute(
        db,
      )
    ).rows[0];
  const asked = { mode: 'auto', seqscan: 'on' };
  expect(await inTransaction(database.db, settings, { hotPath: true })).toEqual({
    mode: 'force_generic_plan',
    seqscan: 'off',
  });
  expect(await inTransaction(database.db, settings)).toEqual(asked);
  expect(await settings(database.db)).toEqual(asked);
});

it('the hot path takes no plan that was made elsewhere, and leaves its own to nobody', async () => {
  const one = openPool({ ...database.connection, max: 1 }, () => undefined);
  const find = (db: Handle): Promise<unknown> => sql`select name from stores where id = ${1}`.execute(db);
  for (let times = 0; times < 3; times += 1) {
    await find(one.db);
    await inTransaction(one.db, find);
    await inTransaction(one.db, find, { hotPath: true });
  }
  const { rows } = await sql`
    select generic_plans::integer as generic, custom_plans::integer as custom from pg_prepared_statements
    where statement like '%from stores where id%' order by name`.execute(one.db);
  expect(rows).toEqual([
    { generic: 0, custom: 5 },
    { generic: 2, custom: 0 },
  ]);
  await one.close();
});
