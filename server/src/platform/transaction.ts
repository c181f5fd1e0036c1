import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Database, Tx } from './database.ts';
import { isUniqueViolation } from './database-errors.ts';

/** Deadlock and serialisation failure: PostgreSQL undid this transaction so that another one can go on. */
const UNDONE_FOR_ANOTHER = new Set(['40P01', '40001']);
const TRIES = 5;
/** The longest pause before the second try, in milliseconds; it doubles with each further one. */
const FIRST_PAUSE_MS = 10;

/** Thrown by the work of a transaction that finds what it looked up to be overtaken: it begins again from what is true now. */
export class RetryTransaction extends Error {}

export interface TransactionOptions {
  /**
   * Unique constraints, by name, that another transaction may fill at the same moment: the work begins again and finds that row.
   * A violation of any other is thrown at once.
   */
  readonly retryOn?: readonly string[];
  /** The work is a handful of statements that find their rows by keys, and runs often: one plan serves all parameters. */
  readonly hotPath?: boolean;
}

/**
 * Runs `work` in a transaction: the only way to open one. It begins again, five times at most and after a short random pause,
 * where PostgreSQL undid it for another one (deadlock, serialisation failure), where a constraint named in `retryOn` was violated, and
 * where the work throws `RetryTransaction`. So the work must be safe to repeat from its start, and must have no effect outside
 * of the transaction: no call, no mail, nothing kept in a variable that its next try would stumble over.
 * @returns what the work answered
 * @throws any other error of the work at once, and the last one when all tries failed
 */
export async function inTransaction<T>(
  db: Database,
  work: (tx: Tx) => Promise<T>,
  { retryOn = [], hotPath = false }: TransactionOptions = {},
): Promise<T> {
  const handle = hotPath ? db.hotPath : db;
  for (let tries = 1; ; tries += 1) {
    try {
      return await handle.transaction().execute(work);
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
