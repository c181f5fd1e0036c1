import pg from 'pg';

const UNIQUE_VIOLATION = '23505';

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

/** Connection lost, refused, or the server shutting down or starting up. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return /^(08|57P|53)/.test(error.code ?? '');
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? error.code : undefined;
  return (
    code === 'ECONNREFUSED' ||
    code === 'ECONNRESET' ||
    code === 'ENOENT' ||
    /Connection terminated|timeout exceeded when trying to connect/.test(error.message)
  );
}
