import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import type pg from 'pg';

/** So many different texts are kept prepared; what comes after them is sent as it is. */
const MOST_STATEMENTS = 500;

/**
 * A pool whose connections prepare the statements that come again: planning one anew costs more than running it, where it is
 * a change of stock or an order.
 */
export function preparing(pool: pg.Pool): PostgresPool {
  const texts = new Statements();
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
  #last = 0;

  nameOf(text: string): string | null {
    const known = this.#names.get(text);
    if (known === undefined) {
      if (this.#names.size < MOST_STATEMENTS) this.#names.set(text, null);
      return null;
    }
    if (known !== null) return known;
    this.#last += 1;
    const name = `evenstock_${String(this.#last)}`;
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
    const { command, rowCount, rows } = await this.#client.query<R & pg.QueryResultRow>({
      text,
      values: [...parameters],
      ...(name === null ? {} : { name }),
    });
    return { command: commandOf(command), rowCount: rowCount ?? 0, rows };
  }

  release(): void {
    this.#client.release();
  }
}

/** Whether rows were changed is all that is asked of it. */
function commandOf(command: string): PostgresQueryResult<unknown>['command'] {
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
