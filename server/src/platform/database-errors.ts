import pg from 'pg';

const UNIQUE_VIOLATION = '23505';

/** Was this refused because another row has the same value? `constraint` names the index that says so. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return (
    error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION && error.constraint === constraint
  );
}
