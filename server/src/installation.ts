import type pg from 'pg';
import type { InstallationKind } from './configuration.ts';
import { migrate, readMigrations } from './platform/database/migrate.ts';
import { StartProblem } from './platform/process/start-problem.ts';
import { refuseCompany } from './platform/database/refuse-company.ts';

interface Found {
  /** Null: the row is not there. */
  readonly kind: string | null;
  readonly seeded: boolean;
  /** Our tables are there. */
  readonly ours: boolean;
  /** Tables of anybody, or accounts of ours. */
  readonly used: boolean;
}

async function inspect(pool: pg.Pool): Promise<Found> {
  const { rows: tables } = await pool.query<{ ours: boolean; whole: boolean; any: boolean }>(
    `select to_regclass('public.schema_migrations') is not null and to_regclass('public.installation') is not null as ours,
            to_regclass('public.users') is not null and to_regclass('public.stores') is not null as whole,
            exists (select from pg_tables where schemaname not in ('pg_catalog', 'information_schema', 'graphile_worker')
                    and tablename <> 'schema_migrations') as any`,
  );
  if (tables[0]?.ours !== true)
    return { kind: null, seeded: false, ours: false, used: tables[0]?.any === true };
  // Another process may be migrating an empty database now: then it has no accounts yet.
  const used = tables[0].whole ? 'exists (select from users) or exists (select from stores)' : 'false';
  const { rows } = await pool.query<{ kind: string | null; seeded: boolean; used: boolean }>(
    `select (select kind from installation) as kind,
            coalesce((select seeded_at is not null from installation), false) as seeded, ${used} as used`,
  );
  return {
    kind: rows[0]?.kind ?? null,
    seeded: rows[0]?.seeded === true,
    ours: true,
    used: rows[0]?.used === true,
  };
}

/**
 * Makes sure that a database is this installation's, and brings it up to date. Nothing is written to one that is not.
 * @returns whether the demo's records are still to be written
 * @throws StartProblem for a database of another, or one that an earlier build still works on
 */
export async function enterDatabase(pool: pg.Pool, kind: InstallationKind): Promise<{ needsSeed: boolean }> {
  const found = await inspect(pool);
  if (kind === 'demo' && found.kind !== 'demo' && (found.kind !== null || found.used)) {
    throw new StartProblem(
      'DATABASE_URL names a database that the demo did not make, and the demo leaves it alone. Name an empty database, or unset DATABASE_URL.',
    );
  }
  if (kind === 'production' && (found.kind === 'demo' || (!found.ours && found.used))) {
    throw new StartProblem(
      found.kind === 'demo'
        ? 'DATABASE_URL names the database of a demo. Production needs a database of its own: create an empty one and name it.'
        : 'DATABASE_URL names a database with tables of something else. Evenstock needs a database of its own: create an empty one and name it.',
    );
  }
  // A demo that was killed before its records were whole begins anew.
  if (kind === 'demo' && found.ours && !found.seeded) await clear(pool);
  await migrate(pool, readMigrations(), refuseCompany);
  await pool.query('insert into installation (kind) values ($1) on conflict do nothing', [kind]);
  return { needsSeed: kind === 'demo' && !found.seeded };
}

async function clear(pool: pg.Pool): Promise<void> {
  await pool.query(
    'drop schema if exists graphile_worker cascade; drop schema public cascade; create schema public',
  );
}

/** Says that the demo's records are whole. */
export async function markSeeded(pool: pg.Pool, at: Date): Promise<void> {
  await pool.query('update installation set seeded_at = $1', [at]);
}
