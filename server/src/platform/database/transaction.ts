import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Database, Tx } from './database.ts';
import { isUniqueViolation } from './database-errors.ts';

/** Deadlock and serialisation failure, by which PostgreSQL rolls back one transaction in favour of another. */
const UNDONE_FOR_ANOTHER = new Set(['40P01', '40001']);
const TRIES = 5;
/** The longest pause before the second try, in milliseconds; it doubles with each further one. */
const FIRST_PAUSE_MS = 10;

/** Thrown by the work of a transaction that finds a concurrent change of what it has read; the transaction is retried. */
export class RetryTransaction extends Error {}

export interface TransactionOptions {
  /**
   * Names of unique constraints that a concurrent transaction may fill: the transaction is retried and finds that row. A
   * violation of any other constraint is thrown at once.
   */
  readonly retryOn?: readonly string[];
  /** The work is a few frequent statements that find rows by keys, so they use generic plans. */
  readonly hotPath?: boolean;
}

type AfterCommit = () => Promise<void>;

const afterwards = new WeakMap<Tx, AfterCommit[]>();

/**
 * Runs something once the transaction is committed and before `inTransaction` returns; not where it is rolled back. A process that
 * is killed between the two does not run it.
 */
export function afterCommit(tx: Tx, work: AfterCommit): void {
  const known = afterwards.get(tx);
  if (known === undefined) afterwards.set(tx, [work]);
  else known.push(work);
}

/**
 * Runs `work` in a transaction; this is the only way to open one. The transaction is retried up to five times, with a random
 * backoff, after a deadlock, a serialisation failure, a violation of a constraint in `retryOn`, or a `RetryTransaction`. So the
 * work must be idempotent and must have no effect outside of the transaction: no call, no mail, no variable that outlives it.
 * @returns what the work returns
 * @throws any other error of the work at once, and the last error after five attempts
 */
export async function inTransaction<T>(
  db: Database,
  work: (tx: Tx) => Promise<T>,
  { retryOn = [], hotPath = false }: TransactionOptions = {},
): Promise<T> {
  const handle = hotPath ? db.hotPath : db;
  const { result, then } = await committed(handle, work, retryOn);
  for (const following of then) await following();
  return result;
}

interface Committed<T> {
  readonly result: T;
  readonly then: readonly AfterCommit[];
}

async function committed<T>(
  handle: Pick<Database, 'transaction'>,
  work: (tx: Tx) => Promise<T>,
  retryOn: readonly string[],
): Promise<Committed<T>> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await handle.transaction().execute(async (tx) => ({
        result: await work(tx),
        then: afterwards.get(tx) ?? [],
      }));
    } catch (error) {
      if (tries === TRIES || !isPassing(error, retryOn)) throw error;
      await pause(Math.random() * FIRST_PAUSE_MS * 2 ** (tries - 1));
    }
  }
}

function isPassing(error: unknown, retryOn: readonly string[]): boolean {
  if (error instanceof RetryTransaction) return true;
  if (error instanceof pg.DatabaseError && UNDONE_FOR_ANOTHER.has(error.code ?? '')) return true;
  return retryOn.some((constraint) => isUniqueViolation(error, constraint));
}
