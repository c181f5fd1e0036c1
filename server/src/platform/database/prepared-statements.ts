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
import { limited } from './statement-limit.ts';

/** The most texts that are known at once. */
const MOST_STATEMENTS = 500;
/** A text that was not used for this long makes room for another one. Until then further texts are sent unprepared. */
const UNUSED_MS = 600_000;

/**
 * Hot paths use a generic plan, which serves all parameters. Sequential scans are off, so that a plan made while a table was
 * empty is not kept. Other transactions are planned for their parameters.
 */
const BY_KEYS = 'set local plan_cache_mode = force_generic_plan; set local enable_seqscan = off';

/** Kysely's dialect for PostgreSQL with prepared statements for repeated texts, and generic plans on hot paths. */
export class PreparingDialect extends PostgresDialect {
  readonly #pool: PostgresPool;
  readonly #begin: string;

  constructor(
    pool: pg.Pool,
    { hotPath, now }: { readonly hotPath: boolean; readonly now?: (() => number) | undefined },
  ) {
    // Hot paths have statement names of their own: a generic plan must not be used without its settings.
    const prepared = preparing(pool, new Statements(hotPath ? 'evenstock_hot' : 'evenstock', now));
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
function preparing(pool: pg.Pool, texts: Statements): PostgresPool {
  return {
    async connect() {
      return new PreparingClient(await limited(await pool.connect()), texts);
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

interface KnownText {
  readonly name: string | null;
  readonly usedAt: number;
}

/** Names statements from their second use on, as a text that is used once is not worth preparing. */
export class Statements {
  /** In the order of their last use. */
  readonly #known = new Map<string, KnownText>();
  readonly #names = new Set<string>();
  readonly #prefix: string;
  readonly #now: () => number;
  #last = 0;
  #retired = 0;

  constructor(prefix: string, now: () => number = () => performance.now()) {
    this.#prefix = prefix;
    this.#now = now;
  }

  /** How many names have been given up. */
  get retired(): number {
    return this.#retired;
  }

  /** Whether a name is still in use. */
  has(name: string): boolean {
    return this.#names.has(name);
  }

  nameOf(text: string): string | null {
    if (searches(text)) return null;
    const known = this.#known.get(text);
    if (known === undefined && !this.#hasRoom()) return null;
    const name = known === undefined ? null : (known.name ?? this.#newName());
    this.#known.delete(text);
    this.#known.set(text, { name, usedAt: this.#now() });
    return name;
  }

  #hasRoom(): boolean {
    if (this.#known.size < MOST_STATEMENTS) return true;
    const [oldest] = this.#known;
    if (oldest === undefined) return true;
    const [text, { name, usedAt }] = oldest;
    if (this.#now() - usedAt < UNUSED_MS) return false;
    this.#known.delete(text);
    if (name !== null && this.#names.delete(name)) this.#retired += 1;
    return true;
  }

  #newName(): string {
    this.#last += 1;
    const name = `${this.#prefix}_${String(this.#last)}`;
    this.#names.add(name);
    return name;
  }
}

/** What a connection has prepared, and how many names had been given up when it last let go of those. */
interface Prepared {
  readonly names: Set<string>;
  retired: number;
}

const preparedBy = new WeakMap<pg.PoolClient, Prepared>();

function preparedOf(client: pg.PoolClient): Prepared {
  const known = preparedBy.get(client) ?? { names: new Set<string>(), retired: 0 };
  preparedBy.set(client, known);
  return known;
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
    // What has no parameters may be the rollback of a transaction in which nothing else runs any more.
    const name = parameters.length === 0 ? null : await this.#prepare(text);
    const answered = await this.#client.query<R & pg.QueryResultRow>({
      text,
      values: [...parameters],
      ...(name === null ? {} : { name }),
    });
    // One that failed may not have been prepared.
    if (name !== null) preparedOf(this.#client).names.add(name);
    // A text of several statements returns a list of results.
    const last = [answered].flat().at(-1);
    return { command: commandOf(last?.command), rowCount: last?.rowCount ?? 0, rows: last?.rows ?? [] };
  }

  /** Names a text where it is to be prepared, and lets go of statements whose names were given up. */
  async #prepare(text: string): Promise<string | null> {
    const name = this.#texts.nameOf(text);
    const prepared = preparedOf(this.#client);
    if (prepared.retired === this.#texts.retired) return name;
    prepared.retired = this.#texts.retired;
    for (const old of prepared.names) {
      if (this.#texts.has(old)) continue;
      prepared.names.delete(old);
      await this.#client.query(`deallocate ${old}`);
    }
    return name;
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
