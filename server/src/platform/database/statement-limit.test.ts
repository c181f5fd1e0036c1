import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { isOverTime } from './database-errors.ts';
import { withStatementLimit } from './statement-limit.ts';
import { inTransaction } from './transaction.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const wait = (seconds: number): Promise<unknown> => sql`select pg_sleep(${seconds})`.execute(database.db);
const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  );

it('ends a statement that takes too long, in a transaction too, and leaves the connection to others', async () => {
  expect(isOverTime(await failureOf(withStatementLimit(100, () => wait(5))))).toBe(true);
  const inside = withStatementLimit(100, () =>
    inTransaction(database.db, async (tx) => sql`select pg_sleep(5)`.execute(tx)),
  );
  expect(isOverTime(await failureOf(inside))).toBe(true);
  // What has no limit uses the same connections.
  expect(await Promise.all([1, 2, 3].map(() => failureOf(wait(0.3))))).toEqual([null, null, null]);
});

it('limits each statement, not all of them together', async () => {
  const all = withStatementLimit(400, async () => {
    for (let times = 0; times < 4; times += 1) await wait(0.2);
  });
  expect(await failureOf(all)).toBeNull();
});
