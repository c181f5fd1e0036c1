import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';

const limits = new AsyncLocalStorage<number>();
/** The limit that each connection has now, in milliseconds; 0: none. */
const current = new WeakMap<pg.PoolClient, number>();

/**
 * Runs work of which no statement may take longer; one that does fails, and the connection is free again. Jobs and migrations have no
 * limit, though they may share the connections.
 * @param milliseconds greater than 0
 */
export function withStatementLimit<T>(milliseconds: number, work: () => T): T {
  return limits.run(milliseconds, work);
}

/** Gives a connection the limit of the present work, where it has another one. */
export async function limited(client: pg.PoolClient): Promise<pg.PoolClient> {
  const wanted = limits.getStore() ?? 0;
  if ((current.get(client) ?? 0) === wanted) return client;
  try {
    await client.query(`set statement_timeout = ${String(wanted)}`);
  } catch (error) {
    client.release(true);
    throw error;
  }
  current.set(client, wanted);
  return client;
}
