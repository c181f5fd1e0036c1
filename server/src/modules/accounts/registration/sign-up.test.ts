import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { createTestContext, type TestContext } from '../../../testing/context.ts';
import { createTestServer, PASSWORD, type TestServer } from '../../../testing/http.ts';

let ctx: TestContext;
let server: TestServer;
beforeAll(async () => {
  ctx = await createTestContext();
  server = await createTestServer(ctx);
});
beforeEach(async () => {
  await ctx.runJobs();
  ctx.mails.length = 0;
});
afterAll(async () => {
  await server.close();
  await ctx.close();
});

const HOUR = 3_600_000;
const register = (email: string, more: object = {}) =>
  server.call('POST', '/api/users.json', { body: { user: { email, password: PASSWORD, ...more } } });
const confirm = (confirmation_token: string, more: object = { password: PASSWORD }) =>
  server.call('POST', '/api/users/confirm.json', { body: { user: { confirmation_token, ...more } } });
const signIn = (email: string, password = PASSWORD) =>
  server.call('POST', '/api/sessions.json', { body: { user: { email, password } } });

function tokens(): string[] {
  return ctx.mails.flatMap(({ text }) => /confirmation_token=(\S+)/.exec(text)?.[1] ?? []);
}

async function mailedToken(): Promise<string> {
  await ctx.runJobs();
  const token = tokens().at(-1);
  if (token === undefined) throw new Error('No link was mailed.');
  return token;
}

it('mails a link that makes the account and signs in, once', async () => {
  expect(await register(' New@Shop.test ')).toMatchObject({ status: 200, body: {} });
  expect((await signIn('new@shop.test')).status).toBe(401);
  const token = await mailedToken();
  expect(ctx.mails[0]).toMatchObject({ to: 'new@shop.test', subject: 'Confirm your Evenstock account' });
  expect(await confirm(token)).toMatchObject({
    status: 200,
    body: { user: { email: 'new@shop.test', role: 'member', authentication_token: expect.any(String) } },
  });
  expect(await confirm(token)).toMatchObject({
    status: 422,
    body: { errors: { confirmation_token: [expect.stringContaining('used already')] } },
  });
  expect((await signIn('new@shop.test')).status).toBe(200);
});

it('answers the same where there is an account, which gets another mail', async () => {
  await server.signIn('known@shop.test');
  const known = await register('known@shop.test', { password: 'a stranger’s password' });
  const unknown = await register('unknown@shop.test');
  expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
  await ctx.runJobs();
  expect(ctx.mails.map(({ to, subject }) => [to, subject])).toEqual([
    ['known@shop.test', 'You already have an Evenstock account'],
    ['unknown@shop.test', 'Confirm your Evenstock account'],
  ]);
  expect((await signIn('known@shop.test')).status).toBe(200);
  const left = await ctx.db.selectFrom('sign_ups').select('email').execute();
  expect(left.map(({ email }) => email)).not.toContain('known@shop.test');
});

it('a stranger’s sign-up with somebody’s address brings no account with the stranger’s password', async () => {
  await register('victim@shop.test', { password: 'the stranger knows', browser_key: 'the stranger has' });
  const strangers = await mailedToken();
  await register('victim@shop.test', { browser_key: 'key' });
  const own = await mailedToken();
  expect(await confirm(strangers, {})).toMatchObject({
    status: 422,
    body: { errors: { password: [expect.stringContaining('Type the password')] } },
  });
  expect((await confirm(strangers, { browser_key: 'key' })).status).toBe(422);
  expect((await confirm(strangers)).status).toBe(422);
  // In the browser that registered the link is enough.
  expect((await confirm(own, { browser_key: 'key' })).status).toBe(200);
  expect((await confirm(strangers, { password: 'the stranger knows' })).status).toBe(422);
  expect((await signIn('victim@shop.test', 'the stranger knows')).status).toBe(401);
});

it('a link lives six hours', async () => {
  await register('late@shop.test');
  const late = await mailedToken();
  ctx.clock.advance(6 * HOUR);
  expect((await confirm(late)).status).toBe(422);
  await ctx.tick();
  await ctx.runJobs();
  const left = await ctx.db.selectFrom('sign_ups').select('email').execute();
  expect(left.map(({ email }) => email)).not.toContain('late@shop.test');
});

it('two links of one address make one account', async () => {
  await register('twice@shop.test');
  await register('twice@shop.test');
  await ctx.runJobs();
  const answers = await Promise.all(tokens().map((token) => confirm(token)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
});

it('a confirmation waits for the first sign-up of the address, and locks no later one meanwhile', async () => {
  await register('waits@shop.test');
  await register('waits@shop.test');
  await ctx.runJobs();
  const [, second = ''] = tokens();
  const rows = await ctx.db.selectFrom('sign_ups').select('id').orderBy('id', 'desc').limit(2).execute();
  const [later, earlier] = rows.map(({ id }) => id);
  let following: Promise<unknown> = Promise.resolve();
  await inTransaction(ctx.db, async (tx) => {
    await sql`select from sign_ups where id = ${earlier} for update`.execute(tx);
    following = confirm(second);
    await expect.poll(waiting, { interval: 20 }).toBe(1);
    await sql`select from sign_ups where id = ${later} for update nowait`.execute(tx);
  });
  expect(await following).toMatchObject({ status: 200 });
});

async function waiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(ctx.db);
  return rows[0]?.count ?? 0;
}

it('keeps the referrer’s code and the tracking value', async () => {
  const owner = await server.signIn('referrer@shop.test');
  await server.call('POST', '/api/stores.json', {
    token: owner,
    body: { store: { name: 'Referrer', country: 'sg' } },
  });
  const { referral_code: code } = await ctx.db
    .selectFrom('stores')
    .select('referral_code')
    .where('name', '=', 'Referrer')
    .executeTakeFirstOrThrow();
  await register('referred@shop.test', { code, ati: 'campaign-7' });
  await confirm(await mailedToken());
  await ctx.runJobs();
  const referred = await ctx.db
    .selectFrom('users')
    .innerJoin('referrals', 'referrals.referred_user_id', 'users.id')
    .select(['users.email', 'users.ati'])
    .execute();
  expect(referred).toEqual([{ email: 'referred@shop.test', ati: 'campaign-7' }]);
});

it('names what is missing, and lets nobody flood an inbox', async () => {
  expect(await server.call('POST', '/api/users.json', { body: { user: {} } })).toMatchObject({
    status: 422,
    body: { errors: { email: ['Email is required'], password: ['Password is required'] } },
  });
  expect((await register('short@shop.test', { password: 'seven77' })).status).toBe(422);
  const answers = await Promise.all(Array.from({ length: 7 }, () => register('flooded@shop.test')));
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(2);
});

it('is refused where signing up is closed', async () => {
  const closed = await createTestContext({ settings: { signupOpen: false } });
  const other = await createTestServer(closed);
  const answer = await other.call('POST', '/api/users.json', {
    body: { user: { email: 'a@shop.test', password: PASSWORD } },
  });
  expect(answer).toMatchObject({ status: 403, body: { error: expect.stringContaining('closed') } });
  await other.close();
  await closed.close();
});
