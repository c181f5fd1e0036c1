import pg from 'pg';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database.ts';

/** Deadlock, serialisation failure, and a cause or an order that somebody else recorded at the same moment. */
const PASSING = new Set(['40P01', '40001', '23505']);
const TRIES = 5;

/** Thrown inside a transaction when what was locked turns out to belong elsewhere: the work begins again from what is true now. */
export class Overtaken extends Error {}

/** One transaction that begins again when another one came between: the work must be safe to repeat from its start. */
export async function inTransaction<T>(ctx: Context, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ctx.db.transaction().execute(work);
    } catch (error) {
      const isPassing =
        error instanceof Overtaken || (error instanceof pg.DatabaseError && PASSING.has(error.code ?? ''));
      if (!isPassing || tries === TRIES) throw error;
    }
  }
}
