import { sql } from 'kysely';
import type { Handle } from './database.ts';
import { compareMigrations, type Migration } from './migrate.ts';

/** Whether a database serves this build, or else why not. */
export type DatabaseState = 'ready' | 'recovering' | 'read_only' | 'not_migrated' | 'other_build';

/** Asks a database whether it takes changes, and whether its migrations are those of this build. */
export async function stateOfDatabase(db: Handle, known: readonly Migration[]): Promise<DatabaseState> {
  const { rows } = await sql<{ isRecovering: boolean; isReadOnly: boolean; isMigrated: boolean }>`
    select pg_is_in_recovery() as "isRecovering", current_setting('transaction_read_only') = 'on' as "isReadOnly",
      to_regclass('public.schema_migrations') is not null as "isMigrated"`.execute(db);
  const [state] = rows;
  if (state?.isRecovering === true) return 'recovering';
  if (state?.isReadOnly === true) return 'read_only';
  if (state?.isMigrated !== true) return 'not_migrated';
  const { unknown, missing } = compareMigrations(await appliedMigrations(db), known);
  if (unknown.length > 0) return 'other_build';
  return missing.length > 0 ? 'not_migrated' : 'ready';
}

/** A migration of a database that this build does not have, or has with another text; null: there is none. */
export async function migrationOfOtherBuild(db: Handle, known: readonly Migration[]): Promise<string | null> {
  return compareMigrations(await appliedMigrations(db), known).unknown[0] ?? null;
}

async function appliedMigrations(db: Handle): Promise<readonly Pick<Migration, 'name' | 'checksum'>[]> {
  const { rows } = await sql<Pick<Migration, 'name' | 'checksum'>>`
    select name, checksum from schema_migrations`.execute(db);
  return rows;
}
