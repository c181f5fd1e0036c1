import pg from 'pg';

const UNIQUE_VIOLATION = '23505';

/** Whether an error is a violation of this unique constraint. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return (
    error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION && error.constraint === constraint
  );
}
