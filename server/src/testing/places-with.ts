import { sql } from 'kysely';
import { sealedPlaces } from '../reseal.ts';
import type { TestContext } from './context.ts';

/** The columns, as `table.column`, that hold one of these texts, sealed or not, in every table of the program and of its queue. */
export async function placesWith(
  { db, encryption }: TestContext,
  texts: readonly string[],
): Promise<string[]> {
  const { rows: columns } = await sql<{ schema: string; table: string; column: string; type: string }>`
    select c.table_schema as schema, c.table_name as "table", c.column_name as "column", c.udt_name as type
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where c.table_schema in ('public', 'graphile_worker') and t.table_type = 'BASE TABLE'
      and c.udt_name in ('text', 'varchar', 'json', 'jsonb', 'bytea', '_text')
    order by 1, 2, 3`.execute(db);
  if (columns.length < 150) throw new Error('Some columns of the database were not found.');
  const found: string[] = [];
  for (const { schema, table, column, type } of columns) {
    const sealed = sealedPlaces.find((each) => each.table === table && each.column === column);
    const { rows } = await sql<{ id: number; storeId: number; value: Buffer | string }>`
      select ${type === 'bytea' ? sql.ref(column) : sql`${sql.ref(column)}::text`} as value,
        ${sql.raw(sealed?.id ?? '0')} as id, ${sealed?.store ?? sql`0`} as "storeId"
      from ${sql.table(`${schema}.${table}`)} where ${sql.ref(column)} is not null`.execute(db);
    const opened = rows.map(({ id, storeId, value }) => {
      if (typeof value === 'string') return value;
      return sealed === undefined
        ? value.toString('utf8')
        : encryption.open(value, sealed.purpose(id, storeId));
    });
    if (texts.some((text) => opened.some((value) => value.includes(text)))) found.push(`${table}.${column}`);
  }
  return found;
}

/** Keeps account of every file that is written from now on. @returns their keys, which grows */
export function watchFiles({ files }: TestContext): readonly string[] {
  const written: string[] = [];
  const write = files.write.bind(files);
  Object.assign(files, {
    write(key: string, bytes: Uint8Array) {
      written.push(key);
      return write(key, bytes);
    },
  });
  return written;
}
