import { afterEach, beforeEach, expect, it } from 'vitest';
import { openPool, type Pool } from '../platform/database/database.ts';
import { createTestContext, type TestContext } from '../testing/context.ts';
import { openDatabaseProxy } from '../testing/database-proxy.ts';
import { createTestServer, type TestServer } from '../testing/http.ts';

/* Whether a process is ready, by what its database answers. */

/** The longest that an operator's probe waits, and then some for a busy machine. */
const PROBE_MS = 3_000;

let ctx: TestContext;
const closers: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  ctx = await createTestContext();
});
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
  await ctx.close();
});

/** A server that reaches the database by new connections. */
async function serverOver(connection: Parameters<typeof openPool>[0]): Promise<TestServer> {
  const pool: Pool = openPool({ ...connection, max: 2, connectionTimeoutMillis: 10_000 }, () => undefined);
  closers.push(() => pool.close());
  const server = await createTestServer({ ...ctx, db: pool.db });
  closers.push(() => server.close());
  return server;
}

const probe = async (server: TestServer) => {
  const { status, body } = await server.call('GET', '/readyz');
  return { status, body };
};

const notReady = (status: string) => ({ status: 503, body: { status } });

it('a database that hangs is answered for in time, however many ask, and is ready when it answers again', async () => {
  const proxy = await openDatabaseProxy(ctx.database.connection);
  closers.push(() => proxy.close());
  const server = await serverOver(proxy.connection);
  expect(await probe(server)).toEqual({ status: 200, body: { status: 'ready' } });

  proxy.hang();
  const began = performance.now();
  const answers = await Promise.all(Array.from({ length: 10 }, () => probe(server)));
  expect(performance.now() - began).toBeLessThan(PROBE_MS);
  expect(answers).toEqual(Array.from({ length: 10 }, () => notReady('no_answer')));

  proxy.answerAgain();
  await expect.poll(() => probe(server), { timeout: 5_000 }).toMatchObject({ status: 200 });
});

it('a database that nobody serves is out of reach', async () => {
  const proxy = await openDatabaseProxy(ctx.database.connection);
  const server = await serverOver(proxy.connection);
  await proxy.close();
  expect(await probe(server)).toEqual(notReady('unreachable'));
});

it('a read-only database is not ready, and what needs a change is 503 with the reason', async () => {
  const { database } = ctx.database.connection;
  await ctx.database.pool.query(`alter database ${String(database)} set default_transaction_read_only = on`);
  const server = await serverOver(ctx.database.connection);
  expect(await probe(server)).toEqual(notReady('read_only'));
  const answer = await server.call('POST', '/api/sessions.json', {
    body: { user: { email: 'owner@shop.test', password: 'any-password' } },
  });
  expect(answer).toMatchObject({
    status: 503,
    body: {
      code: 'api.database_read_only',
      error: expect.stringContaining('The database takes no changes now.'),
    },
    headers: { 'retry-after': '30' },
  });
});

it('a database that recovers, as a standby always does, is not ready', async () => {
  const { database } = ctx.database.connection;
  await ctx.database.pool.query(
    `create function public.pg_is_in_recovery() returns boolean language sql as 'select true';
     alter database ${String(database)} set search_path = public, pg_catalog`,
  );
  expect(await probe(await serverOver(ctx.database.connection))).toEqual(notReady('recovering'));
});

it.each([
  ["delete from schema_migrations where name like '0014%'", 'not_migrated'],
  ['drop table schema_migrations', 'not_migrated'],
  ["insert into schema_migrations (name, checksum) values ('9999_later', 'x')", 'other_build'],
  ["update schema_migrations set checksum = 'x' where name like '0014%'", 'other_build'],
])('a database whose migrations are not those of this build is not ready: %s', async (change, status) => {
  const server = await serverOver(ctx.database.connection);
  await ctx.database.pool.query(change);
  expect(await probe(server)).toEqual(notReady(status));
});
