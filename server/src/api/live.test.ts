import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { sql } from 'kysely';
import { createTestContext, type TestContext } from '../testing/context.ts';
import { createTestServer, type TestServer } from '../testing/http.ts';
import { announce, endStreams, openLiveHub, type LiveHub } from './live.ts';
import { inTransaction } from '../platform/database/transaction.ts';

let ctx: TestContext;
let hub: LiveHub;
let server: TestServer;
let base: string;
let token: string;
let store: { id: number; slug: string };
beforeAll(async () => {
  ctx = await createTestContext();
  hub = await openLiveHub({ ...ctx.database.connection, application_name: 'live' }, ctx.log);
  server = await createTestServer(ctx, { live: hub });
  base = await server.app.listen({ host: '127.0.0.1', port: 0 });
  token = await server.signIn('owner@shop.test');
  await server.call('POST', '/api/stores.json', { token, body: { store: { name: 'Live', country: 'sg' } } });
  store = await ctx.db.selectFrom('stores').select(['id', 'slug']).executeTakeFirstOrThrow();
});
afterAll(async () => {
  await hub.close();
  await server.close();
  await ctx.close();
});

interface Stream {
  readonly status: number;
  /** Everything read so far. */
  text(): string;
  ended: Promise<void>;
  stop(): void;
}

async function listen(withToken: string, headers: Record<string, string> = {}): Promise<Stream> {
  const abort = new AbortController();
  const answer = await fetch(`${base}/api/stores/${store.slug}/events`, {
    headers: { 'authentication-token': withToken, ...headers },
    signal: abort.signal,
  });
  let text = '';
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder();
    const parts: AsyncIterable<Uint8Array> | null = answer.body;
    for await (const part of parts ?? []) text += decoder.decode(part);
  };
  const ended = read().catch(() => undefined);
  return {
    status: answer.status,
    text: () => text,
    ended,
    stop: () => {
      abort.abort();
    },
  };
}

const say = (topic: 'orders' | 'variants' | 'merges', ids: number[]) =>
  inTransaction(ctx.db, (tx) => announce(tx, store.id, topic, ids));

it('sends what changed once it is committed, gathered, and nothing of other stores', async () => {
  const stream = await listen(token);
  expect(stream.status).toBe(200);
  await say('orders', [1, 2]);
  await say('orders', [2, 3]);
  await inTransaction(ctx.db, (tx) => announce(tx, store.id + 1000, 'orders', [99]));
  await inTransaction(ctx.db, async (tx) => {
    await announce(tx, store.id, 'variants', [7]);
    throw new Error('rolled back');
  }).catch(() => undefined);
  await expect.poll(stream.text).toContain('data: {"topic":"orders","ids":[1,2,3]}');
  expect(stream.text()).not.toContain('99');
  expect(stream.text()).not.toContain('variants');
  stream.stop();
});

it('begins with what changed shortly before it', async () => {
  const earlier = await listen(token);
  await say('variants', [11]);
  await expect.poll(earlier.text).toContain('[11]');
  earlier.stop();
  const stream = await listen(token);
  await expect.poll(stream.text).toContain('data: {"topic":"variants","ids":[]}');
  expect(stream.text()).not.toContain('"topic":"marketplaces"');
  stream.stop();
});

it('many ids mean all of them', async () => {
  const stream = await listen(token);
  await say(
    'merges',
    Array.from({ length: 5000 }, (_, id) => id),
  );
  await expect.poll(stream.text).toContain('data: {"topic":"merges","ids":[]}');
  stream.stop();
});

it('ends when the session is signed out', async () => {
  const leaving = await server.signIn('owner@shop.test');
  const stream = await listen(leaving);
  const staying = await listen(token);
  await server.call('DELETE', '/api/sessions.json', { token: leaving });
  await stream.ended;
  await say('orders', [5]);
  await expect.poll(staying.text).toContain('[5]');
  staying.stop();
});

it('ends for a member who was removed', async () => {
  const stream = await listen(token);
  const user = await ctx.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'owner@shop.test')
    .executeTakeFirstOrThrow();
  await inTransaction(ctx.db, (tx) => endStreams(tx, { storeId: store.id, userId: user.id }));
  await stream.ended;
  expect(stream.text()).toContain('event: ready');
});

it('is for those who may see the store', async () => {
  const stranger = await server.signIn('stranger@shop.test');
  expect((await listen(stranger)).status).toBe(404);
  expect((await listen('not-a-token')).status).toBe(401);
});

const everything = '"topic":"marketplaces","ids":[]';

it('after a lost connection everybody fetches again, and changes continue', async () => {
  const stream = await listen(token);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'live'`.execute(
    ctx.db,
  );
  await expect.poll(stream.text, { timeout: 5000 }).toContain(everything);
  await say('orders', [42]);
  await expect.poll(stream.text).toContain('[42]');
  stream.stop();
});

it('a browser that comes back fetches again', async () => {
  const stream = await listen(token, { 'last-event-id': '1' });
  await expect.poll(stream.text).toContain(everything);
  stream.stop();
});

it('a connection that cannot listen is ended', async () => {
  const connection = { ...ctx.database.connection, application_name: 'deaf' };
  const query = vi.spyOn(pg.Client.prototype, 'query').mockImplementationOnce(() => {
    throw new Error('It cannot listen.');
  });
  await expect(openLiveHub(connection, ctx.log)).rejects.toThrow('It cannot listen.');
  query.mockRestore();
  const open = () => sql`select from pg_stat_activity where application_name = 'deaf'`.execute(ctx.db);
  await expect.poll(async () => (await open()).rows).toEqual([]);
});
