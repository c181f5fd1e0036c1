import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { enqueue, job } from './jobs.ts';
import { createLog } from '../process/log.ts';
import { startCluster } from '../postgres/postgres-launcher.ts';
import { openPool } from '../database/database.ts';
import { migrate } from '../database/migrate.ts';
import { inTransaction } from '../database/transaction.ts';
import { startWorker, type RunnableJob } from './worker.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const greet = job({ name: 'test.greet', payload: z.object({ to: z.string() }), maxAttempts: 3 });
const log = createLog('silent');

const ATTEMPT_MS = 5_000;

/** Checks a condition; an error or no answer within five seconds counts as not met. */
async function attempt(condition: () => boolean | Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const given = new Promise<false>((resolve) => {
    timer = setTimeout(() => {
      resolve(false);
    }, ATTEMPT_MS);
  });
  try {
    return await Promise.race([condition(), given]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

async function waitFor(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (const until = performance.now() + 60_000; performance.now() < until;) {
    if (await attempt(condition)) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('It did not happen within 60 seconds.');
}

function recorder(seen: unknown[]): RunnableJob {
  return { definition: greet, run: (payload) => Promise.resolve(void seen.push(payload)) };
}

async function waiting(): Promise<number> {
  const { rows } = await database.pool.query<{ n: number }>(
    'select count(*)::int as n from graphile_worker._private_jobs',
  );
  return rows[0]?.n ?? 0;
}

describe('the worker', () => {
  it('runs the job of a committed transaction, and none of one that was rolled back', async () => {
    const seen: unknown[] = [];
    const worker = await startWorker([recorder(seen)], { ...database, log, concurrency: 2 });
    await inTransaction(database.db, (tx) => enqueue(tx, greet, { to: 'committed' }));
    const rolledBack = inTransaction(database.db, async (tx) => {
      await enqueue(tx, greet, { to: 'rolled back' });
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    await waitFor(() => seen.length > 0);
    await worker.stop(1000);
    expect(seen).toEqual([{ to: 'committed' }]);
    expect(await waiting()).toBe(0);
  });

  it('unlocks a killed worker’s job within seconds, and no job of a living one', async () => {
    await enqueue(database.db, greet, { to: 'orphan' });
    await enqueue(database.db, greet, { to: 'kept' });
    const lock = `update graphile_worker._private_jobs set locked_by = $1, locked_at = now() - interval '1 minute', attempts = 1
                  where payload->>'to' = $2`;
    await database.pool.query(lock, ['pool-of-the-dead', 'orphan']);
    await database.pool.query(lock, ['pool-alive', 'kept']);
    const alive = await database.pool.connect();
    await alive.query("select pg_advisory_lock(7308329, hashtext('pool-alive'))");
    const seen: unknown[] = [];
    const worker = await startWorker([recorder(seen)], { ...database, log, concurrency: 2 });
    await waitFor(() => seen.length > 0);
    await worker.stop(1000);
    expect(seen).toEqual([{ to: 'orphan' }]);
    expect(await waiting()).toBe(1);
    alive.release(true);
  });

  it('unlocks a killed worker’s job after a beat that failed, and stops', async () => {
    await database.pool.query('delete from graphile_worker._private_jobs');
    const warned: string[] = [];
    const noting = pino({}, { write: (line: string) => warned.push(line) });
    const rename = (from: string, to: string) =>
      database.pool.query(`alter function graphile_worker.${from}(text[]) rename to ${to}`);
    await rename('force_unlock_workers', 'away');
    const seen: unknown[] = [];
    const worker = await startWorker([recorder(seen)], { ...database, log: noting, concurrency: 2 });
    await waitFor(() => warned.some((line) => line.includes('liveness lock')));
    await rename('away', 'force_unlock_workers');
    await enqueue(database.db, greet, { to: 'orphan' });
    await database.pool.query(
      "update graphile_worker._private_jobs set locked_by = 'pool-of-the-dead', locked_at = now() - interval '1 minute'",
    );
    await waitFor(() => seen.length > 0);
    await worker.stop(1000);
    const { rows } = await database.pool.query(
      "select from pg_locks where locktype = 'advisory' and classid = 7308329 and database = (select oid from pg_database where datname = current_database())",
    );
    expect(rows).toEqual([]);
  });

  it('does not unlock the job that a living worker runs', async () => {
    await database.pool.query('delete from graphile_worker._private_jobs');
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let runs = 0;
    const slow: RunnableJob = {
      definition: greet,
      run() {
        runs += 1;
        return held;
      },
    };
    const first = await startWorker([slow], { ...database, log, concurrency: 1 });
    await enqueue(database.db, greet, { to: 'slow' });
    await waitFor(() => runs === 1);
    await database.pool.query(
      "update graphile_worker._private_jobs set locked_at = now() - interval '1 hour'",
    );
    const second = await startWorker([slow], { ...database, log, concurrency: 1 });
    await second.stop(1000);
    const { rows } = await database.pool.query(
      'select locked_by is not null as held from graphile_worker._private_jobs',
    );
    expect(rows).toEqual([{ held: true }]);
    release();
    await first.stop(5000);
    expect(runs).toBe(1);
  });

  it('runs again after the database was killed and restarted', async () => {
    const dataFolder = mkdtempSync(join(tmpdir(), 'evenstock-worker-'));
    chmodSync(dataFolder, 0o711);
    const first = await startCluster({ dataFolder });
    const connection = first.connection('postgres');
    const opened = openPool(connection, () => undefined);
    await migrate(opened.pool);
    const seen: unknown[] = [];
    const greets: RunnableJob = {
      definition: greet,
      async run(payload) {
        const { to } = greet.payload.parse(payload);
        seen.push(to);
        if (to !== 'before' && to !== 'after') await new Promise((resolve) => setTimeout(resolve, 2000));
        if (to === 'sour') throw new Error('It was sour.');
      },
    };
    const worker = await startWorker([greets], { pool: opened.pool, connection, log, concurrency: 8 });
    await enqueue(opened.db, greet, { to: 'before' });
    await waitFor(() => seen.length === 1);
    // Some jobs run while the database is killed, and some of these fail.
    for (const to of ['slow', 'slow', 'sour', 'sour', 'sour']) await enqueue(opened.db, greet, { to });
    await waitFor(() => seen.length === 6);
    process.kill(first.pid, 'SIGKILL');
    // Longer than the queue's own retries last.
    await new Promise((resolve) => setTimeout(resolve, 13_000));
    const second = await startCluster({ dataFolder });
    await waitFor(async () => {
      await enqueue(opened.db, greet, { to: 'after' }, { key: 'after' });
      return seen.includes('after');
    });
    await worker.stop(5000);
    // The worker that was given up may hold a connection; it ends with the server.
    await second.stop();
    await opened.close();
    rmSync(dataFolder, { recursive: true, force: true });
  });
});
