import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { filePlaces, resealFiles } from './reseal-files.ts';
import { createTestContext, type TestContext } from './testing/context.ts';
import { addUser } from './testing/world.ts';

let ctx: TestContext;
beforeEach(async () => {
  ctx = await createTestContext();
});
afterEach(() => ctx.close());

it('knows every column that names files', async () => {
  const { rows } = await sql<{ table: string; column: string }>`
    select c.table_name as "table", c.column_name as "column" from information_schema.columns c
    where c.table_schema = 'public' and (c.column_name = 'file_key' or (c.column_name = 'key' and c.udt_name = 'uuid'))
      and not exists (
        select from pg_constraint f where f.contype = 'f' and f.conrelid = c.table_name::regclass
          and f.confrelid in (${sql.join(filePlaces.map(({ table }) => sql`${table}::regclass`))}))
    order by 1`.execute(ctx.db);
  expect(rows).toEqual(filePlaces);
});

it('encrypts files anew, and brings back none that was removed meanwhile', async () => {
  const userId = await addUser(ctx);
  const [kept, purged] = [randomUUID(), randomUUID()];
  await sql`insert into attachments (user_id, type, name, media_type, size, file_key, created_at)
    values (${userId}, 'ImageAttachment', 'x.png', 'image/png', 1, ${kept}, ${ctx.clock.now()})`.execute(
    ctx.db,
  );
  const there = new Set<string>([kept, purged]);
  const total = await resealFiles(ctx.db, {
    ...ctx.files,
    async *keys() {
      yield* [kept, purged];
      await Promise.resolve();
    },
    // Both were written anew; the record of one had gone.
    reseal: () => Promise.resolve(true),
    remove: (key) => Promise.resolve(void there.delete(key)),
  });
  expect(total).toEqual({ total: 2, resealed: 2 });
  expect([...there]).toEqual([kept]);
});
