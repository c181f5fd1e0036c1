import { sql } from 'kysely';
import type { Database } from './platform/database/database.ts';
import type { FileStore } from './platform/files/files.ts';

/** Every column that names files; a test looks through the tables for others. */
export const filePlaces = [
  { table: 'attachments', column: 'file_key' },
  { table: 'print_files', column: 'key' },
  { table: 'spreadsheet_files', column: 'key' },
] as const;

/**
 * Encrypts every file anew that an older secret encrypted. The program may run meanwhile, with all the secrets. After an interruption it can be run again from its beginning.
 * @returns how many files there are, and how many of them were encrypted anew
 * @throws Error for a file that none of the secrets opens
 */
export async function resealFiles(
  db: Database,
  files: FileStore,
): Promise<{ total: number; resealed: number }> {
  let total = 0;
  let resealed = 0;
  for await (const key of files.keys()) {
    total += 1;
    if (!(await files.reseal(key))) continue;
    resealed += 1;
    // It may have been removed since it was read: its record went first, so then nobody names what was just written.
    if (!(await isNamed(db, key))) await files.remove(key);
  }
  return { total, resealed };
}

async function isNamed(db: Database, key: string): Promise<boolean> {
  const places = filePlaces.map(
    ({ table, column }) =>
      sql`exists (select from ${sql.table(table)} where ${sql.ref(column)}::text = ${key})`,
  );
  const { rows } = await sql<{ named: boolean }>`select ${sql.join(places, sql` or `)} as named`.execute(db);
  return rows[0]?.named === true;
}
