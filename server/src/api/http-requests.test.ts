import { showAccount } from '@evenstock/contract/accounts/accounts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { createLog } from '../platform/process/log.ts';
import { createTestContext, type TestContext } from '../testing/context.ts';
import { createTestServer, type TestServer } from '../testing/http.ts';
import { route } from './routing.ts';

let ctx: TestContext;
let server: TestServer;
let token: string;
let text = '';
beforeAll(async () => {
  const log = createLog('info', { write: (line: string) => void (text += line) });
  ctx = await createTestContext({ log });
  const slow = route(showAccount, async () => {
    await sql`select pg_sleep(20)`.execute(ctx.db);
    throw new Error('The statement was not ended.');
  });
  server = await createTestServer(ctx);
  token = await server.signIn('reader@requests.test');
  await server.close();
  server = await createTestServer(ctx, { routes: [slow], statementLimit: 200 });
});
afterAll(async () => {
  await server.close();
  await ctx.close();
});
beforeEach(() => {
  text = '';
});

const line = z.looseObject({ msg: z.string() });
const lines = () =>
  text
    .split('\n')
    .filter((each) => each !== '')
    .map((each) => line.parse(JSON.parse(each)));

it('a statement that takes too long ends the call with 503, and the log names both by one reference', async () => {
  const answer = await server.call('GET', '/api/account.json', { token });
  expect(answer).toMatchObject({
    status: 503,
    headers: { 'retry-after': '30' },
    body: { error: expect.stringMatching(/^That took the database too long\./) },
  });
  const [failed, answered] = lines();
  expect(failed).toMatchObject({ msg: 'A call failed.', fault: { sqlstate: '57014' } });
  expect(answered).toMatchObject({
    msg: 'answered',
    method: 'GET',
    route: '/api/account',
    status: 503,
    milliseconds: expect.any(Number),
    reference: failed?.['reference'],
  });
});

it('has no line for pages, and nothing that somebody made up in its lines', async () => {
  await server.call('GET', '/healthz');
  await server.call('GET', '/canary-page');
  expect(lines()).toEqual([]);
  await server.call('GET', '/api/canary-4711');
  expect(text).not.toContain('canary');
});
