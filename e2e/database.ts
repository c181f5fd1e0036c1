import pg from 'pg';
import { inject } from 'vitest';

/**
 * Runs a statement in the demo's database, or in another one, for what only time or another program brings about.
 * @returns how many rows it changed
 */
export async function statement(
  text: string,
  values: readonly unknown[] = [],
  database = 'postgres',
): Promise<number> {
  const client = new pg.Client({
    host: inject('addresses').postgres,
    user: 'evenstock',
    database,
  });
  await client.connect();
  try {
    return (await client.query(text, [...values])).rowCount ?? 0;
  } finally {
    await client.end();
  }
}
