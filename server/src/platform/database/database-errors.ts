import pg from 'pg';
import { NoServingHost } from './choose-host.ts';

const UNIQUE_VIOLATION = '23505';
/** A change in a transaction, or at a server, that takes none. */
export const READ_ONLY = '25006';
const DISK_FULL = '53100';
/** Its time limit was over. */
const CANCELLED = '57014';

/** Whether an error is a violation of this unique constraint. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return (
    error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION && error.constraint === constraint
  );
}

/**
 * Whether the same work may succeed later: the database is away, busy, or undid it for another transaction. Everything else is a fault
 * of the data or of the program.
 */
export function isPassingFault(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return !/^(22|23|P0001)/.test(error.code ?? '');
  return isDatabaseAway(error);
}

/** Why a database does no work now that it may do later: it does not answer, takes no changes, or its disk is full. */
export type DatabaseTrouble = 'away' | 'read_only' | 'full';

/** Connection lost, refused, or the server shutting down or starting up; a server that takes no changes; a full disk. Null: none of them. */
export function databaseTrouble(error: unknown): DatabaseTrouble | null {
  if (error instanceof pg.DatabaseError) {
    if (error.code === READ_ONLY) return 'read_only';
    if (error.code === DISK_FULL) return 'full';
    return /^(08|57P|53)/.test(error.code ?? '') ? 'away' : null;
  }
  if (error instanceof NoServingHost) return 'read_only';
  if (!(error instanceof Error)) return null;
  const code = 'code' in error ? error.code : undefined;
  const isAway =
    code === 'ECONNREFUSED' ||
    code === 'ECONNRESET' ||
    code === 'ENOENT' ||
    /Connection terminated|timeout exceeded when trying to connect/.test(error.message);
  return isAway ? 'away' : null;
}

/** Whether a statement took longer than it may. */
export const isOverTime = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === CANCELLED;

/** Whether every work of the database fails now, whatever its data. */
export const isDatabaseAway = (error: unknown): boolean => databaseTrouble(error) !== null;
