import {
  CompiledQuery,
  PostgresDialect,
  PostgresDriver,
  type DatabaseConnection,
  type PostgresCursor,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
  type TransactionSettings,
} from 'kysely';
import type pg from 'pg';

/** The most statements that are prepared; further ones are sent unprepared. */
const MOST_STATEMENTS = 500;

/**
 * Hot paths use a generic plan, which serves all parameters. Sequential scans are off, so that a plan made while a table was
 * empty is not kept. Other transactions are planned for their parameters.
 */
const BY_KEYS = 'set local plan_cache_mode = force_generic_plan; set local enable_seqscan = off';

/** Kysely's dialect for PostgreSQL with prepared statements for repeated texts, and generic plans on hot paths. */
export class PreparingDialect extends PostgresDialect {
  readonly #pool: PostgresPool;
  readonly #begin: string;

  constructor(pool: pg.Pool, { hotPath }: { readonly hotPath: boolean }) {
    // Hot paths have statement names of their own: a generic plan must not be used without its settings.
    const prepared = preparing(pool, hotPath ? 'evenstock_hot' : 'evenstock');
    super({ pool: prepared });
    this.#pool = prepared;
    // The settings travel with `begin` in one message.
    this.#begin = hotPath ? `begin; ${BY_KEYS}` : 'begin';
  }

  override createDriver(): PostgresDriver {
    return new BeginningDriver(this.#pool, this.#begin);
  }
}

class BeginningDriver extends PostgresDriver {
  readonly #begin: string;

  constructor(pool: PostgresPool, begin: string) {
    super({ pool });
    this.#begin = begin;
  }

  override async beginTransaction(
    connection: DatabaseConnection,
    { isolationLevel, accessMode }: TransactionSettings,
  ): Promise<void> {
    if (isolationLevel !== undefined || accessMode !== undefined) {
      throw new Error('Transactions here are all of one kind.');
    }
    await connection.executeQuery(CompiledQuery.raw(this.#begin));
  }
}

/**
 * A pool whose connections prepare repeated statements, as planning costs more than running in changes of stock and orders.
 */
function preparing(pool: pg.Pool, prefix: string): PostgresPool {
  const texts = new Statements(prefix);
  return {
    async connect() {
      return new PreparingClient(await pool.connect(), texts);
    },
    end: () => pool.end(),
  };
}

/**
 * A statement that looks for a part of a text reads few rows or all of them, by the text: it is planned for the one at hand each time.
 * Prepared, it would get one plan for all texts after a few uses.
 */
const searches = (text: string): boolean =>
  [' ilike ', ' like lower(', 'short_parts('].some((search) => text.includes(search));

/** Names statements from their second use on, as a text that is used once is not worth preparing. */
class Statements {
  readonly #names = new Map<string, string | null>();
  readonly #prefix: string;
  #last = 0;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  nameOf(text: string): string | null {
    if (searches(text)) return null;
    const known = this.#names.get(text);
    if (known === undefined) {
      if (this.#names.size < MOST_STATEMENTS) this.#names.set(text, null);
      return null;
    }
    if (known !== null) return known;
    this.#last += 1;
    const name = `${this.#prefix}_${String(this.#last)}`;
    this.#names.set(text, name);
    return name;
  }
}

class PreparingClient implements PostgresPoolClient {
  readonly #client: pg.PoolClient;
  readonly #texts: Statements;

  constructor(client: pg.PoolClient, texts: Statements) {
    this.#client = client;
    this.#texts = texts;
  }

  query<R>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>;
  query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>;
  query<R>(
    text: string | PostgresCursor<R>,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> | PostgresCursor<R> {
    if (typeof text !== 'string') throw new Error('Cursors are not used here.');
    return this.#run(text, parameters);
  }

  async #run<R>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    const name = parameters.length === 0 ? null : this.#texts.nameOf(text);
    const answered = await this.#client.query<R & pg.QueryResultRow>({
      text,
      values: [...parameters],
      ...(name === null ? {} : { name }),
    });
    // A text of several statements returns a list of results.
    const last = [answered].flat().at(-1);
    return { command: commandOf(last?.command), rowCount: last?.rowCount ?? 0, rows: last?.rows ?? [] };
  }

  release(): void {
    this.#client.release();
  }
}

/** Kysely needs only to know whether rows were changed. */
function commandOf(command: string | undefined): PostgresQueryResult<unknown>['command'] {
  switch (command) {
    case 'UPDATE':
    case 'DELETE':
    case 'INSERT':
    case 'MERGE':
      return command;
    default:
      return 'SELECT';
  }
}
