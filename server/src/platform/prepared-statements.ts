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

/** So many different texts are kept prepared; what comes after them is sent as it is. */
const MOST_STATEMENTS = 500;

/**
 * A hot path finds its rows by keys: one plan serves all parameters, and it must not be one that read a table from end to end
 * because that was empty when the plan was made. Everything else is planned for what is asked.
 */
const BY_KEYS = 'set local plan_cache_mode = force_generic_plan; set local enable_seqscan = off';

/** PostgreSQL as queries are sent to it here: statements that come again are prepared; the hot path plans its own once. */
export class PreparingDialect extends PostgresDialect {
  readonly #pool: PostgresPool;
  readonly #begin: string;

  constructor(pool: pg.Pool, { hotPath }: { readonly hotPath: boolean }) {
    // Names of its own: a plan that was made without its settings would go on being used with them.
    const prepared = preparing(pool, hotPath ? 'evenstock_hot' : 'evenstock');
    super({ pool: prepared });
    this.#pool = prepared;
    // One message to the server, as `begin` alone would be.
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
 * A pool whose connections prepare the statements that come again: planning one anew costs more than running it, where it is
 * a change of stock or an order.
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

/** Names for texts that were met before: one that never comes again is not worth preparing. */
class Statements {
  readonly #names = new Map<string, string | null>();
  readonly #prefix: string;
  #last = 0;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  nameOf(text: string): string | null {
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
    // Several statements in one text answer a list.
    const last = [answered].flat().at(-1);
    return { command: commandOf(last?.command), rowCount: last?.rowCount ?? 0, rows: last?.rows ?? [] };
  }

  release(): void {
    this.#client.release();
  }
}

/** Whether rows were changed is all that is asked of it. */
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
