import { rejected, throttled } from '@evenstock/connectors/kit/errors';
import { message } from '@evenstock/contract/messages/message';
import { continueOperation, retryOperation, showOperation } from '@evenstock/contract/operations/operations';
import { massEntry } from '@evenstock/contract/orders/orders';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openLiveHub } from '../../api/live.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { createTestContext, type TestContext } from '../../testing/context.ts';
import { createTestServer, type TestServer } from '../../testing/http.ts';
import { addMember, addPopulatedStore, addUser, openSession } from '../../testing/world.ts';
import { operations } from '../../wiring.ts';
import { recordActivity } from '../journal/record-activity.ts';
import { defineOperation } from './operation-definition.ts';
import { operationsJobs } from './operations.handlers.ts';
import { runOperation } from './run-operation.ts';
import { startOperation } from './start-operation.ts';

/** What happens at a row before it is written down, by its key. */
const trouble = new Map<string, () => Promise<void>>();
const failing = new Set<string>();
let ends: string[] = [];

// The router names rows as mass actions do.
const named = z.union([z.string(), massEntry.transform((row) => row.reference_number)]);

/** Writes a line of the journal for each row, so that what was done twice is there twice. */
const rowByRow = defineOperation({
  kind: 'order.mass_sync',
  topics: [],
  params: z.object({ orders: z.array(named) }),
  cursor: z.object({ next: z.number() }),
  async step(ctx, { storeId }, { params: { orders }, cursor }, commit) {
    const next = cursor?.next ?? 0;
    const key = orders[next];
    if (key === undefined) return 'done';
    await trouble.get(key)?.();
    await commit(async (tx) => {
      await recordActivity(tx, {
        storeId,
        key: 'order.sync',
        actor: { type: 'System', id: null },
        recipient: null,
        extras: { row: key },
        at: ctx.clock.now(),
      });
      const isFailed = failing.has(key);
      const reason = isFailed ? message('orders.sync_not_found') : null;
      const row = { key, label: key, subject: null, reason, state: isFailed ? 'failed' : 'done' } as const;
      return { rows: [row], cursor: { next: next + 1 } };
    });
    return next + 1 < orders.length ? 'more' : 'done';
  },
  finish(_tx, _ctx, { id }, end) {
    ends.push(`${String(id)} ${end}`);
    return Promise.resolve();
  },
  retry: (_params, failed) => ({ orders: [...failed] }),
});
const definitions = { ...operations, 'order.mass_sync': rowByRow };

let ctx: TestContext;
let server: TestServer;
let storeId: number;
let userId: number;
let token: string;
let path: string;
beforeAll(async () => {
  ctx = await createTestContext({ jobs: operationsJobs(definitions) });
  server = await createTestServer(ctx);
});
afterAll(async () => {
  await server.close();
  await ctx.close();
});
beforeEach(async () => {
  trouble.clear();
  failing.clear();
  ends = [];
  const store = await addPopulatedStore(ctx);
  await sql`delete from operations`.execute(ctx.db);
  await sql`delete from graphile_worker._private_jobs`.execute(ctx.db);
  storeId = store.id;
  userId = await addUser(ctx);
  await addMember(ctx, storeId, userId, 'member');
  token = await openSession(ctx, userId);
  path = `/api/stores/${store.slug}/operations`;
});

const start = (orders: readonly string[], exclusiveKey: string | null = null) =>
  inTransaction(ctx.db, (tx) =>
    startOperation(tx, ctx, rowByRow, {
      storeId,
      params: { orders: [...orders] },
      userId,
      exclusiveKey,
      total: orders.length,
    }),
  );

const run = (id: number): Promise<void> => runOperation(ctx, definitions, id);

async function show(id: number): Promise<z.infer<typeof showOperation.reply>> {
  return showOperation.reply.parse((await server.call('GET', `${path}/${String(id)}.json`, { token })).body);
}

const act = (id: number, verb: 'cancel' | 'retry' | 'continue') =>
  server.call('POST', `${path}/${String(id)}/${verb}.json`, { token, body: {} });

/** Rows that had their effect, in order. */
async function effects(): Promise<string[]> {
  const { rows } = await sql<{ row: string }>`
    select extras->>'row' as row from activities where store_id = ${storeId} and key = 'order.sync' order by id`.execute(
    ctx.db,
  );
  return rows.map(({ row }) => row);
}

/** Pauses the worker at a row, as if it had been killed there. */
function standStillAt(key: string): { reached: Promise<void>; goOn: () => void } {
  let goOn: () => void = () => undefined;
  let arrive: () => void = () => undefined;
  const reached = new Promise<void>((resolve) => (arrive = resolve));
  const pause = new Promise<void>((resolve) => (goOn = resolve));
  trouble.set(key, () => {
    trouble.delete(key);
    arrive();
    return pause;
  });
  return { reached, goOn };
}

describe('long work', () => {
  it('is done row by row, with the outcome of each', async () => {
    failing.add('B');
    const { id } = await start(['A', 'B', 'C']);
    await ctx.runJobs();
    const { operation, rows } = await show(id);
    expect(operation).toMatchObject({ state: 'done', total: 3, done: 2, failed: 1, can_cancel: false });
    expect(rows[0]?.reason?.code).toBe('orders.sync_not_found');
    expect(rows.map(({ key, state, reason }) => [key, state, reason?.text ?? null])).toEqual([
      ['B', 'failed', 'The order was not found.'],
      ['A', 'done', null],
      ['C', 'done', null],
    ]);
    expect(ends).toEqual([`${String(id)} done`]);
  });

  it('is claimed by one of two workers', async () => {
    const { id } = await start(['A', 'B', 'C', 'D', 'E']);
    await Promise.all([run(id), run(id)]);
    expect(await effects()).toEqual(['A', 'B', 'C', 'D', 'E']);
    expect(ends).toEqual([`${String(id)} done`]);
  });

  it('continues after a kill once the lease has expired, and the killed worker repeats nothing', async () => {
    const { id } = await start(['A', 'B', 'C']);
    const killed = standStillAt('B');
    const first = run(id);
    await killed.reached;
    await ctx.runJobs();
    expect(await effects()).toEqual(['A']);
    ctx.clock.advance(62_000);
    await ctx.runJobs();
    expect(await effects()).toEqual(['A', 'B', 'C']);
    killed.goOn();
    await first;
    expect(await effects()).toEqual(['A', 'B', 'C']);
    expect((await show(id)).operation).toMatchObject({ state: 'done', done: 3 });
    expect(ends).toEqual([`${String(id)} done`]);
  });

  it('gets another job where its own was lost', async () => {
    const { id } = await start(['A']);
    await sql`delete from graphile_worker._private_jobs`.execute(ctx.db);
    ctx.clock.advance(121_000);
    await ctx.tick();
    await ctx.runJobs();
    expect((await show(id)).operation.state).toBe('done');
  });

  it('does not block other operations', async () => {
    for (const key of ['A', 'B', 'C']) {
      trouble.set(key, () => {
        ctx.clock.advance(15_000);
        return Promise.resolve();
      });
    }
    const { id } = await start(['A', 'B', 'C']);
    expect(await ctx.runJobs()).toEqual(['operations.run_operation', 'operations.run_operation']);
    expect((await show(id)).operation).toMatchObject({ state: 'done', done: 3 });
  });

  it('is joined by a second start of the same, until it has ended', async () => {
    const [one, other] = await Promise.all([start(['A'], 'all'), start(['A'], 'all')]);
    expect(one.id).toBe(other.id);
    expect([one.isJoined, other.isJoined].sort()).toEqual([false, true]);
    await ctx.runJobs();
    expect((await start(['A'], 'all')).isJoined).toBe(false);
  });

  it('announces its progress on the event stream: its start, each row, its end', async () => {
    const hub = await openLiveHub(ctx.database.connection, ctx.log);
    const heard: number[] = [];
    let hear: () => void = () => undefined;
    const all = new Promise<void>((resolve) => (hear = resolve));
    hub.join({
      storeId,
      userId,
      sessionId: 1,
      changed: ({ topic, ids: [operationId = 0] }) => {
        if (topic !== 'operations') return;
        heard.push(operationId);
        if (heard.length === 4) hear();
      },
      reset: () => undefined,
      end: () => undefined,
    });
    const { id } = await start(['A', 'B']);
    await ctx.runJobs();
    await all;
    await hub.close();
    expect(heard).toEqual([id, id, id, id]);
  });

  it('is purged with its rows 90 days after its end', async () => {
    const { id } = await start(['A']);
    await ctx.runJobs();
    ctx.clock.advance(89 * 86_400_000);
    const { id: later } = await start(['B']);
    await ctx.runJobs();
    ctx.clock.advance(2 * 86_400_000);
    await ctx.tick();
    await ctx.runJobs();
    const kept = await sql<{ id: number }>`select operation_id as id from operation_rows`.execute(ctx.db);
    expect(kept.rows).toEqual([{ id: later }]);
    expect((await server.call('GET', `${path}/${String(id)}.json`, { token })).status).toBe(404);
  });
});

describe('a failure', () => {
  it('of a marketplace makes it wait, give the reason, and continue afterwards', async () => {
    trouble.set('B', () => {
      trouble.delete('B');
      return Promise.reject(throttled(30, 'Slow down.'));
    });
    const { id } = await start(['A', 'B']);
    await ctx.runJobs();
    const messages = [
      { code: 'api.channel', values: { text: 'Slow down.' } },
      { code: 'operations.goes_on' },
    ];
    expect((await show(id)).operation).toMatchObject({
      state: 'waiting',
      done: 1,
      error: { code: 'api.channel', text: 'Slow down. It goes on by itself shortly.', messages },
      resume_at: new Date(ctx.clock.now().getTime() + 30_000).toISOString(),
    });
    ctx.clock.advance(29_000);
    expect(await ctx.runJobs()).toEqual([]);
    ctx.clock.advance(2_000);
    await ctx.runJobs();
    expect((await show(id)).operation).toMatchObject({ state: 'done', done: 2, error: null });
    expect(await effects()).toEqual(['A', 'B']);
  });

  it('that is permanent ends it, and so do too many consecutive ones', async () => {
    trouble.set('B', () => Promise.reject(rejected('no', 'They refuse.')));
    const { id: refused } = await start(['A', 'B']);
    await ctx.runJobs();
    expect((await show(refused)).operation).toMatchObject({ state: 'failed', done: 1, failed: 0 });
    expect(ends).toEqual([`${String(refused)} failed`]);

    trouble.set('B', () => Promise.reject(throttled(1)));
    const { id } = await start(['B']);
    let runs = 0;
    while ((await show(id)).operation.finished_at === null) {
      runs += (await ctx.runJobs()).length;
      ctx.clock.advance(301_000);
    }
    expect(runs).toBe(14);
  });

  it('of our own is retried by the queue, from the same row', async () => {
    let tries = 0;
    trouble.set('B', () => {
      tries += 1;
      return tries < 3 ? Promise.reject(new Error('broken')) : Promise.resolve();
    });
    const { id } = await start(['A', 'B']);
    await ctx.runJobs({ allowFailures: true });
    expect((await show(id)).operation).toMatchObject({ done: 1, error: { code: 'operations.internal' } });
    for (let at = 0; at < 3; at += 1) {
      ctx.clock.advance(60_000);
      await ctx.runJobs({ allowFailures: true });
    }
    expect((await show(id)).operation).toMatchObject({ state: 'done', error: null });
    expect(await effects()).toEqual(['A', 'B']);
  });
});

describe('cancelling', () => {
  it('ends it between two rows; the rows before stay done', async () => {
    const { id } = await start(['A', 'B', 'C']);
    const { reached, goOn } = standStillAt('B');
    const first = run(id);
    await reached;
    const answer = await act(id, 'cancel');
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ operation: { is_ending: true, can_cancel: false } });
    goOn();
    await first;
    expect((await show(id)).operation).toMatchObject({ state: 'cancelled', done: 2 });
    expect(await effects()).toEqual(['A', 'B']);
    expect(ends).toEqual([`${String(id)} cancelled`]);
    expect((await act(id, 'cancel')).status).toBe(422);
  });

  it('does not wait for a backoff', async () => {
    trouble.set('A', () => Promise.reject(throttled(3_000)));
    const { id } = await start(['A']);
    await ctx.runJobs();
    await act(id, 'cancel');
    await ctx.runJobs();
    expect((await show(id)).operation.state).toBe('cancelled');
  });
});

describe('trying again', () => {
  it('retries the failed rows alone, once', async () => {
    failing.add('B');
    failing.add('D');
    const { id } = await start(['A', 'B', 'C', 'D']);
    expect((await act(id, 'retry')).status).toBe(422);
    await ctx.runJobs();
    failing.delete('B');
    const { operation: again } = retryOperation.reply.parse((await act(id, 'retry')).body);
    expect(again).toMatchObject({ state: 'waiting', total: 2, retry_of: id });
    expect((await act(id, 'retry')).body).toMatchObject({ operation: { id: again.id } });
    await ctx.runJobs();
    expect(await effects()).toEqual(['A', 'B', 'C', 'D', 'B', 'D']);
    expect((await show(again.id)).operation).toMatchObject({ done: 1, failed: 1, can_retry: true });
    expect((await show(id)).operation.can_retry).toBe(false);
  });
});

describe('continuing', () => {
  it('takes the rows that were not tried, once, however often it is requested', async () => {
    const { id } = await start(['A', 'B', 'C']);
    const { reached, goOn } = standStillAt('B');
    const first = run(id);
    await reached;
    // The paused worker has lost the lease, so its row is not written.
    ctx.clock.advance(62_000);
    await act(id, 'cancel');
    await ctx.runJobs();
    goOn();
    await first;
    expect((await show(id)).operation).toMatchObject({ state: 'cancelled', done: 1, can_continue: true });
    const other = await addUser(ctx);
    await addMember(ctx, storeId, other, 'member');
    const theirs = await openSession(ctx, other);
    const answers = await Promise.all([
      act(id, 'continue'),
      act(id, 'continue'),
      server.call('POST', `${path}/${String(id)}/continue.json`, { token: theirs, body: {} }),
    ]);
    const begun = answers.map(({ body }) => continueOperation.reply.parse(body).operation);
    const again = begun[0]?.id ?? 0;
    expect(new Set(begun.map((operation) => operation.id))).toEqual(new Set([again]));
    expect(begun[0]).toMatchObject({ total: 2, continuation_of: id });
    await ctx.runJobs();
    expect(await effects()).toEqual(['A', 'B', 'C']);
    expect((await show(again)).operation).toMatchObject({ state: 'done', done: 2, can_continue: false });
    expect((await show(id)).operation.can_continue).toBe(false);
    const { rows } =
      await sql`select from activities where store_id = ${storeId} and key = 'operation.continue'`.execute(
        ctx.db,
      );
    expect(rows).toHaveLength(1);
  });

  it('is possible after a failure that ended it, not while the same is under way, not after its last row', async () => {
    trouble.set('B', () => Promise.reject(rejected('no', 'They refuse.')));
    const { id } = await start(['A', 'B'], 'all');
    await ctx.runJobs();
    trouble.clear();
    await start(['D'], 'all');
    expect((await act(id, 'continue')).status).toBe(422);
    await ctx.runJobs();
    const again = continueOperation.reply.parse((await act(id, 'continue')).body).operation.id;
    await ctx.runJobs();
    expect(await effects()).toEqual(['A', 'D', 'B']);
    expect((await act(again, 'continue')).status).toBe(422);
  });
});
