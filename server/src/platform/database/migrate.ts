import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runMigrations } from 'graphile-worker';
import type pg from 'pg';
import { StartProblem } from '../process/start-problem.ts';

export const MIGRATIONS_FOLDER = join(import.meta.dirname, '..', '..', '..', 'migrations');
/** The advisory lock that serialises migrations of programs that start at once. */
const MIGRATION_LOCK = 7_308_328;
const OLDEST_POSTGRES = 15;

export interface Migration {
  /** File name without `.sql`; they run in its order. */
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
}

/** A database that another build of Evenstock made. */
export class OtherBuild extends StartProblem {
  constructor(name: string) {
    super(
      `The database was made by another build of Evenstock, whose migration ${name} this one does not have: start that build, or name an empty database in DATABASE_URL.`,
    );
  }
}

/** The SQL files of a folder, in order. */
export function readMigrations(folder: string = MIGRATIONS_FOLDER): Migration[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => {
      const sql = readFileSync(join(folder, file), 'utf8');
      return {
        name: file.slice(0, -'.sql'.length),
        sql,
        checksum: createHash('sha256').update(sql).digest('hex'),
      };
    });
}

/**
 * Migrates a database: our migrations, one transaction each, then the job queue's own. Repeating it changes nothing.
 * @param beforeChange is asked where migrations are missing, and may refuse by an error
 * @returns the names of the migrations that ran now
 * @throws OtherBuild where the database holds a migration that this build does not have, or has with another text
 */
export async function migrate(
  pool: pg.Pool,
  migrations: readonly Migration[] = readMigrations(),
  beforeChange: (client: pg.PoolClient) => Promise<void> = () => Promise.resolve(),
): Promise<string[]> {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await refuseOldServer(client);
    await refuseReadOnly(client);
    const { unknown, missing } = compareMigrations(await appliedMigrations(client), migrations);
    if (unknown[0] !== undefined) throw new OtherBuild(unknown[0]);
    if (missing.length > 0) await beforeChange(client);
    for (const migration of missing) await apply(client, migration);
    await runMigrations({ pgPool: pool, noHandleSignals: true });
    return missing.map(({ name }) => name);
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
    client.release();
  }
}

async function refuseOldServer(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ version: string }>(
    "select current_setting('server_version_num') as version",
  );
  const major = Math.floor(Number(rows[0]?.version) / 10_000);
  if (major < OLDEST_POSTGRES) {
    throw new StartProblem(
      `The database runs PostgreSQL ${String(major)}; Evenstock needs ${String(OLDEST_POSTGRES)} or later.`,
    );
  }
}

async function refuseReadOnly(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ isRecovering: boolean; isReadOnly: boolean }>(
    `select pg_is_in_recovery() as "isRecovering", current_setting('transaction_read_only') = 'on' as "isReadOnly"`,
  );
  if (rows[0]?.isRecovering === true) {
    throw new StartProblem(
      'The database takes no changes: it is a standby, or still recovering. Name the primary server in DATABASE_URL, or wait until it has recovered.',
    );
  }
  if (rows[0]?.isReadOnly === true) {
    throw new StartProblem(
      'The database takes no changes: it is read-only (default_transaction_read_only). Name the primary server in DATABASE_URL, or find out why it was made read-only.',
    );
  }
}

async function appliedMigrations(
  client: pg.PoolClient,
): Promise<readonly Pick<Migration, 'name' | 'checksum'>[]> {
  await client.query(
    'create table if not exists schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
  );
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from schema_migrations',
  );
  return rows;
}

/** The migrations of a database that this build does not have, or has with another text, and those that it has and the database lacks. */
export function compareMigrations(
  applied: readonly Pick<Migration, 'name' | 'checksum'>[],
  known: readonly Migration[],
): { readonly unknown: readonly string[]; readonly missing: readonly Migration[] } {
  const checksums = new Map(known.map(({ name, checksum }) => [name, checksum]));
  const done = new Set(applied.map(({ name }) => name));
  return {
    unknown: applied.filter(({ name, checksum }) => checksums.get(name) !== checksum).map(({ name }) => name),
    missing: known.filter(({ name }) => !done.has(name)),
  };
}

async function apply(client: pg.PoolClient, migration: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(migration.sql);
    await client.query('insert into schema_migrations (name, checksum) values ($1, $2)', [
      migration.name,
      migration.checksum,
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`Migration ${migration.name} failed and changed nothing.`, { cause: error });
  }
}
