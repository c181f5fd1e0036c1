import { listDeadLetters } from '@evenstock/contract/operations/dead-letters';
import { sql } from 'kysely';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { enqueue, job } from '../../platform/jobs/jobs.ts';
import { startWorker, type RunnableJob } from '../../platform/jobs/worker.ts';
import { createTestContext, type TestContext } from '../../testing/context.ts';
import { createTestServer, type TestServer } from '../../testing/http.ts';
import { addUser, openSession } from '../../testing/world.ts';
import { purgeReplacedJobs } from './purge-replaced-jobs.ts';

const send = job({
  name: 'test.send',
  payload: z.object({ storeId: z.number(), email: z.string() }),
  maxAttempts: 1,
});
const payload = { storeId: 7, email: 'buyer@shop.test' };

let ctx: TestContext;
let server: TestServer;
let platform: string;
beforeAll(async () => {
  ctx = await createTestContext();
  server = await createTestServer(ctx);
  platform = await openSession(ctx, await addUser(ctx, 'admin'));
});
afterAll(async () => {
  await server.close();
  await ctx.close();
});
beforeEach(() => sql`delete from graphile_worker._private_jobs`.execute(ctx.db));

async function jobs(): Promise<{ id: number; key: string | null; ended: boolean }[]> {
  const { rows } = await sql<{ id: number; key: string | null; ended: boolean }>`
    select id, key, attempts >= max_attempts and locked_at is null as ended
    from graphile_worker._private_jobs order by id`.execute(ctx.db);
  return rows;
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await pause(20);
}

/** Runs the worker, with this work, until a condition is met. */
async function workUntil(run: RunnableJob['run'], condition: () => Promise<boolean>): Promise<void> {
  const { pool, connection } = ctx.database;
  const worker = await startWorker([{ definition: send, run }], {
    pool,
    connection,
    log: ctx.log,
    concurrency: 1,
  });
  try {
    await until(condition);
  } finally {
    await worker.stop(5000);
  }
}

const fails = () => Promise.reject(new Error('No answer for buyer@shop.test'));

/** A dead letter, as the queue leaves it. */
async function die(key?: string): Promise<number> {
  await enqueue(ctx.db, send, payload, key === undefined ? {} : { key });
  await workUntil(fails, async () => (await jobs()).every(({ ended }) => ended));
  return (await jobs()).at(-1)?.id ?? 0;
}

const list = async () => {
  const answer = await server.call('GET', '/api/admin/dead_letters.json', { token: platform });
  return listDeadLetters.reply.parse(answer.body);
};
const resolve = (id: number, action: string) =>
  server.call('POST', `/api/admin/dead_letters/${String(id)}/resolve.json`, {
    token: platform,
    body: { dead_letter: { action } },
  });

describe('a job that is replaced while it runs', () => {
  it('and fails leaves nothing, and is no dead letter', async () => {
    await enqueue(ctx.db, send, payload, { key: 'one' });
    let hasReplaced = false;
    await workUntil(
      async () => {
        if (hasReplaced) return;
        hasReplaced = true;
        await enqueue(ctx.db, send, payload, { key: 'one' });
        throw new Error('It failed after another took its place.');
      },
      async () => hasReplaced && (await jobs()).every(({ ended }) => ended),
    );
    expect(await jobs()).toMatchObject([{ key: null, ended: true }]);
    expect((await list()).total_count).toBe(0);
    await purgeReplacedJobs(ctx);
    expect(await jobs()).toEqual([]);
  });

  it('stays while it runs', async () => {
    await enqueue(ctx.db, send, payload, { key: 'one' });
    await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'somebody', attempts = 1`.execute(
      ctx.db,
    );
    await enqueue(ctx.db, send, payload, { key: 'one' });
    await purgeReplacedJobs(ctx);
    expect(await jobs()).toHaveLength(2);
  });
});

describe('a dead letter', () => {
  it.each([undefined, 'a key'])('stays, and is seen by platform admins: key %s', async (key) => {
    const id = await die(key);
    await purgeReplacedJobs(ctx);
    const page = await list();
    expect(page).toMatchObject({
      total_count: 1,
      dead_letters: [
        {
          id,
          job: 'test.send',
          subject: { storeId: 7 },
          attempts: 1,
          error: expect.stringContaining('No answer'),
        },
      ],
    });
    expect(JSON.stringify(page)).not.toContain('buyer@shop.test');
  });

  it('runs again, once, when two ask for it at once; who did it is recorded', async () => {
    const id = await die();
    const both = await Promise.all([resolve(id, 'retry'), resolve(id, 'retry')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
    expect((await list()).total_count).toBe(0);
    const seen: unknown[] = [];
    await workUntil(
      (given) => Promise.resolve(void seen.push(given)),
      async () => (await jobs()).length === 0,
    );
    expect(seen).toEqual([payload]);
    const lines = ctx.db.selectFrom('activities').select(['recipient_id', 'extras']);
    expect(await lines.where('key', '=', 'dead_letter.resolve').execute()).toEqual([
      { recipient_id: id, extras: { action: 'retry' } },
    ]);
  });

  it('is discarded, and then is not there', async () => {
    const id = await die();
    expect((await resolve(id, 'burn')).status).toBe(422);
    expect((await resolve(id, 'discard')).status).toBe(200);
    expect(await jobs()).toEqual([]);
    expect((await resolve(id, 'retry')).status).toBe(404);
  });

  it('is none while it waits for its next attempt', async () => {
    await enqueue(ctx.db, send, payload);
    const [waiting] = await jobs();
    expect((await resolve(waiting?.id ?? 0, 'discard')).status).toBe(404);
    expect(await jobs()).toHaveLength(1);
  });
});
