import { Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { PreparingDialect } from './prepared-statements.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

it('a text that is not used any more makes room for one that is, and is let go of', async () => {
  let now = 0;
  const dialect = new PreparingDialect(database.pool, { hotPath: false, now: () => now });
  const db = new Kysely<unknown>({ dialect });
  await db.connection().execute(async (connection) => {
    const use = async (text: string): Promise<void> => {
      for (let times = 0; times < 2; times += 1)
        await sql`select ${1}::integer as ${sql.ref(text)}`.execute(connection);
    };
    const prepared = async (): Promise<string> => {
      const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(
        connection,
      );
      return rows.map(({ statement }) => statement).join(' ');
    };
    for (let text = 0; text < 500; text += 1) await use(`early_${String(text)}`);
    await use('too_soon');
    expect(await prepared()).not.toContain('too_soon');
    now = 700_000;
    await use('early_499');
    await use('late');
    const statements = await prepared();
    expect(statements).toContain('"late"');
    expect(statements).toContain('"early_499"');
    expect(statements).not.toContain('"early_0"');
  });
});
