import { sql } from 'kysely';
import type { TestContext } from './context.ts';

/**
 * Makes every write of the rows that meet a condition fail, as bad data, a bug or a constraint makes it.
 * @param when of `new`, and of `old` where it is an update
 */
export async function poison(
  { db }: Pick<TestContext, 'db'>,
  table: string,
  when: string,
  on: 'insert' | 'update' = 'update',
): Promise<void> {
  await sql
    .raw(
      `create function fail_of_row() returns trigger language plpgsql as $$ begin raise exception 'poison'; end $$;
       create trigger fails before ${on} on ${table} for each row when (${when}) execute function fail_of_row()`,
    )
    .execute(db);
}
