import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { stateOfDatabase, type DatabaseState } from '../platform/database/database-state.ts';
import { readMigrations } from '../platform/database/migrate.ts';
import { withinTime } from '../platform/time/time-limit.ts';

/** A probe is answered within 2 s: the database has most of it. */
const PATIENCE_MS = 1_500;
/** A question that got no answer for this long is given up, as its connection may be dead; the next probe asks anew. */
const GIVE_UP_MS = 10_000;

/** What `/readyz` says in a word. */
type Readiness = DatabaseState | 'stopping' | 'no_answer' | 'unreachable';

/** What operators and proxies ask: whether the process lives, and whether it can serve. */
export function addOperatorChecks(app: FastifyInstance, ctx: Context, isStopping: () => boolean): void {
  const ask = askedOnce(ctx);
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const status: Readiness = isStopping() ? 'stopping' : await ask();
    return reply
      .code(status === 'ready' ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status });
  });
}

/** Probes at the same time share one question, so that they never use up the connections of a database that hangs. */
function askedOnce(ctx: Context): () => Promise<Readiness> {
  // Read now: the files on disk may be another build's later.
  const known = readMigrations();
  let current: { readonly state: Promise<DatabaseState>; readonly since: number } | null = null;

  const begin = (): Promise<DatabaseState> => {
    const mine = { state: stateOfDatabase(ctx.db, known), since: performance.now() };
    current = mine;
    const ended = (): void => {
      if (current === mine) current = null;
    };
    mine.state.then(ended, ended);
    return mine.state;
  };
  return async () => {
    const isFresh = current !== null && performance.now() - current.since < GIVE_UP_MS;
    try {
      const answer = await withinTime(
        current !== null && isFresh ? current.state : begin(),
        PATIENCE_MS,
        (error) => {
          ctx.log.warn({ err: error }, 'The database did not answer whether it is ready.');
        },
      );
      return answer === null ? 'no_answer' : answer.value;
    } catch (error) {
      ctx.log.warn({ err: error }, 'The database could not be asked whether it is ready.');
      return 'unreachable';
    }
  };
}
