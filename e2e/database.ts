import pg from 'pg';
import { inject } from 'vitest';

/** The demo's database. */
const demo = 'postgres';

/**
 * Runs a statement in the demo's database, or in another one, for what only time or another program brings about.
 * @returns how many rows it changed or found
 */
export async function statement(
  text: string,
  values: readonly unknown[] = [],
  database = demo,
): Promise<number> {
  return connected(database, async (client) => (await client.query(text, [...values])).rowCount ?? 0);
}

/** Does something while the marketplaces of orders are locked, so that nothing is requested of these meanwhile. */
export async function whileLocked(numbers: readonly string[], work: () => Promise<void>): Promise<void> {
  await connected(demo, async (client) => {
    await client.query('begin');
    await client.query(
      'select from marketplaces where id in (select marketplace_id from orders where number = any($1)) for update',
      [[...numbers]],
    );
    await work();
  });
}

async function connected<T>(database: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    host: inject('addresses').postgres,
    user: 'evenstock',
    database,
  });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
