import { Kysely, type Transaction } from 'kysely';
import pg from 'pg';
import type { Tables } from '../../tables.ts';
import { clientClass, type DatabaseConnection, type HostChoice } from './choose-host.ts';
import { READ_ONLY } from './database-errors.ts';
import { PreparingDialect } from './prepared-statements.ts';

/** Transactions are opened by `inTransaction` (transaction.ts). */
export class Database extends Kysely<Tables> {
  /** The same pool for hot paths: its transactions use generic plans and index scans. `inTransaction` chooses it. */
  readonly hotPath: Kysely<Tables>;

  constructor(pool: pg.Pool) {
    super({ dialect: new PreparingDialect(pool, { hotPath: false }) });
    this.hotPath = new Kysely<Tables>({ dialect: new PreparingDialect(pool, { hotPath: true }) });
  }
}
/** Queries take the database or the transaction as their first argument; inside a transaction only the transaction is in scope. */
export type Handle = Kysely<Tables> | Transaction<Tables>;
export type Tx = Transaction<Tables>;

const INT8 = 20;

/** Parses 64-bit integers as numbers. A value above 2^53 is an error, so that nothing is rounded. */
function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} does not fit a JavaScript integer`);
  return value;
}

const types = new pg.TypeOverrides();
types.setTypeParser(INT8, parseInt8);

/**
 * The planner's settings: random reads cost little more than sequential ones on solid state, and short statements never profit
 * from being compiled. The matches of a search are sorted in memory.
 */
const PLANNER_SETTINGS = '-c random_page_cost=1.1 -c jit=off -c work_mem=16MB';

export interface Pool {
  readonly db: Database;
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

/** Opens a pool of connections to PostgreSQL. `connection` is a `postgres://` address or a socket's parts. */
export function openPool(
  { hosts, ...connection }: DatabaseConnection,
  onIdleError: (error: Error) => void,
): Pool {
  const pool = new pg.Pool({
    options: PLANNER_SETTINGS,
    ...connection,
    types,
    ...(hosts === undefined ? {} : { Client: clientClass(hosts) }),
  });
  dropReadOnly(pool, hosts);
  pool.on('error', onIdleError);
  // A connection in use reports its error to its query as well.
  pool.on('connect', (client) => client.on('error', onIdleError));
  const db = new Database(pool);
  return {
    db,
    pool,
    async close() {
      await db.destroy();
      // Kysely does not end a pool that it never took a connection from.
      if (!pool.ended) await pool.end();
    },
  };
}

/** Ends each connection whose server took no change, once it is given back: the next one may lead to the server that does. */
function dropReadOnly(pool: pg.Pool, hosts: HostChoice | undefined): void {
  const useless = new WeakSet<pg.PoolClient>();
  pool.on('connect', (client) => {
    client.connection.on('errorMessage', (error: unknown) => {
      if (error instanceof pg.DatabaseError && error.code === READ_ONLY) {
        useless.add(client);
        hosts?.doubt();
      }
    });
  });
  pool.on('release', (_error, client) => {
    // The pool keeps no connection that has begun to end.
    if (useless.has(client)) void client.end().catch(() => undefined);
  });
}
