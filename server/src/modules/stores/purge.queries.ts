import { sql } from 'kysely';
import type { Handle, Tx } from '../../platform/database/database.ts';

export async function storesDeletedBefore(db: Handle, before: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('stores')
    .select('id')
    .where('deleted_at', '<=', before)
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * The keys of all files outside of the database that records of a store name: a column `file_key`, or the key of a table of files.
 */
export async function fileKeysOf(db: Handle, storeId: number): Promise<string[]> {
  const { rows: places } = await sql<{ table: string; column: string }>`
    select c.table_name as "table", c.column_name as "column" from information_schema.columns c
    join information_schema.columns s using (table_schema, table_name)
    where c.table_schema = 'public' and s.column_name = 'store_id'
      and (c.column_name = 'file_key' or (c.column_name = 'key' and c.table_name like '%\_files'))
    order by 1, 2`.execute(db);
  const keys = new Set<string>();
  for (const { table, column } of places) {
    const { rows } = await sql<{ key: string }>`
      select ${sql.ref(column)}::text as key from ${sql.table(table)} where store_id = ${storeId}`.execute(
      db,
    );
    for (const { key } of rows) keys.add(key);
  }
  return [...keys];
}

interface Reference {
  readonly table: string;
  readonly column: string;
  readonly target: string;
  readonly targetColumn: string;
}

/**
 * Deletes every record of a deleted store in all modules. Tables are found by their `store_id`, referring tables first. Records
 * without a `store_id` are deleted with what they refer to, and activities and their seals with the store's own row, as the database
 * allows no other way.
 */
export async function purgeStore(tx: Tx, storeId: number): Promise<void> {
  // What is deleted on purpose is not taken for lost.
  await sql`
    update installation set purged_movement = greatest(purged_movement,
      (select coalesce(max(id), 0) from stock_movements where store_id = ${storeId}))`.execute(tx);
  const { rows: references } = await sql<Reference>`
    select r.relname as "table", a.attname as "column", t.relname as target,
      k.attname as "targetColumn"
    from pg_constraint c
    join pg_class r on r.oid = c.conrelid join pg_class t on t.oid = c.confrelid
    join pg_namespace n on n.oid = r.relnamespace and n.nspname = 'public'
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    join pg_attribute k on k.attrelid = c.confrelid and k.attnum = c.confkey[1]
    where c.contype = 'f' and c.conrelid <> c.confrelid`.execute(tx);
  const { rows: owned } = await sql<{ table: string }>`
    select c.table_name as "table" from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'public' and c.column_name = 'store_id' and t.table_type = 'BASE TABLE'
      and c.table_name not in ('activities', 'activity_seals')
    order by 1`.execute(tx);
  const ofStore = new Set(owned.map(({ table }) => table));
  for (const table of referrersFirst([...ofStore], references)) {
    const followers = references.filter(({ target }) => target === table);
    for (const { table: follower, column, targetColumn } of followers) {
      if (ofStore.has(follower) || follower === 'stores') continue;
      await sql`
        delete from ${sql.table(follower)}
        where ${sql.ref(column)} in (
          select ${sql.ref(targetColumn)} from ${sql.table(table)} where store_id = ${storeId})`.execute(tx);
    }
    await sql`delete from ${sql.table(table)} where store_id = ${storeId}`.execute(tx);
  }
  await sql`update referrals set referred_store_id = null where referred_store_id = ${storeId}`.execute(tx);
  await sql`delete from stores where id = ${storeId}`.execute(tx);
}

/** Sorts tables so that each comes before those that it refers to. */
function referrersFirst(tables: readonly string[], references: readonly Reference[]): string[] {
  const ordered: string[] = [];
  const visit = (table: string): void => {
    if (ordered.includes(table)) return;
    for (const { table: referrer, target } of references) {
      if (target === table && tables.includes(referrer)) visit(referrer);
    }
    ordered.push(table);
  };
  for (const table of tables) visit(table);
  return ordered;
}
