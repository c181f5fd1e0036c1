import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import type { Tx } from './database.ts';
import { afterCommit, inTransaction, RetryTransaction } from './transaction.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await sql`
    create table seats (
      id integer primary key, taken integer not null default 0, code text, label text,
      constraint seats_code unique (code), constraint seats_label unique (label)
    )`.execute(database.db);
});
beforeEach(async () => {
  await sql`delete from seats`.execute(database.db);
  await sql`insert into seats (id, code, label) values (1, 'one', 'one'), (2, 'two', 'two')`.execute(
    database.db,
  );
});
afterAll(() => database.close());

const take = (tx: Tx, id: number) => sql`update seats set taken = taken + 1 where id = ${id}`.execute(tx);

async function taken(): Promise<number[]> {
  const { rows } = await sql<{ taken: number }>`select taken from seats order by id`.execute(database.db);
  return rows.map((row) => row.taken);
}

/** Both wait in it until the other one is there. */
function meeting(): () => Promise<void> {
  let coming = 0;
  let open: () => void = () => undefined;
  const both = new Promise<void>((resolve) => {
    open = resolve;
  });
  return () => {
    coming += 1;
    if (coming === 2) open();
    return both;
  };
}

it('retries one of two transactions that deadlock', async () => {
  const meet = meeting();
  const order: number[] = [];
  const crossing = (first: number, second: number) =>
    inTransaction(database.db, async (tx) => {
      order.push(first);
      await take(tx, first);
      await meet();
      await take(tx, second);
    });
  await Promise.all([crossing(1, 2), crossing(2, 1)]);
  expect(await taken()).toEqual([2, 2]);
  // One of them began a second time.
  expect(order).toHaveLength(3);
});

it('retries after a serialisation failure', async () => {
  let tries = 0;
  await inTransaction(database.db, async (tx) => {
    tries += 1;
    await sql`set transaction isolation level repeatable read`.execute(tx);
    await sql`select from seats where id = 1`.execute(tx);
    if (tries === 1) await sql`update seats set taken = 5 where id = 1`.execute(database.db);
    await take(tx, 1);
  });
  expect(tries).toBe(2);
  expect(await taken()).toEqual([6, 0]);
});

it('retries from a clean state where the work throws RetryTransaction', async () => {
  let tries = 0;
  const answer = await inTransaction(database.db, async (tx) => {
    tries += 1;
    await take(tx, 1);
    if (tries < 5) throw new RetryTransaction();
    return 'the fifth';
  });
  expect(answer).toBe('the fifth');
  expect(await taken()).toEqual([1, 0]);
});

it('fails after five attempts', async () => {
  let tries = 0;
  const asked = inTransaction(database.db, () => {
    tries += 1;
    return Promise.reject(new RetryTransaction());
  });
  await expect(asked).rejects.toThrow(RetryTransaction);
  expect(tries).toBe(5);
});

it('retries after a violation of a unique constraint that is named', async () => {
  const meet = meeting();
  const find = async (tx: Tx): Promise<number | undefined> =>
    (await sql<{ id: number }>`select id from seats where code = 'new'`.execute(tx)).rows[0]?.id;
  const make = (id: number) =>
    inTransaction(
      database.db,
      async (tx) => {
        const known = await find(tx);
        if (known !== undefined) return known;
        await meet();
        await sql`insert into seats (id, code) values (${id}, 'new')`.execute(tx);
        return id;
      },
      { retryOn: ['seats_code'] },
    );
  const [one, other] = await Promise.all([make(3), make(4)]);
  expect(one).toBe(other);
  expect(await taken()).toHaveLength(3);
});

it.each<[string, string, string]>([
  ['a constraint that is not named', '23505', `insert into seats (id, label) values (3, 'one')`],
  ['anything else that the database refuses', '23502', 'insert into seats (id) values (null)'],
])('%s is violated once, and thrown', async (_what, code, statement) => {
  let tries = 0;
  const asked = inTransaction(
    database.db,
    async (tx) => {
      tries += 1;
      await sql.raw(statement).execute(tx);
    },
    { retryOn: ['seats_code'] },
  );
  await expect(asked).rejects.toMatchObject({ code });
  expect(tries).toBe(1);
});

it('runs what follows a commit before it returns, once, and nothing of what was rolled back', async () => {
  const seen: number[][] = [];
  let tries = 0;
  await inTransaction(database.db, async (tx) => {
    tries += 1;
    await take(tx, 1);
    afterCommit(tx, async () => void seen.push(await taken()));
    if (tries === 1) throw new RetryTransaction();
  });
  expect([tries, seen]).toEqual([2, [[1, 0]]]);
  const failing = inTransaction(database.db, (tx) => {
    afterCommit(tx, () => Promise.resolve(void seen.push([])));
    return Promise.reject(new Error('no'));
  });
  await expect(failing).rejects.toThrow('no');
  expect(seen).toHaveLength(1);
});
