import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTestContext, type TestContext } from '../../testing/context.ts';
import { createTestServer, PASSWORD, type TestServer } from '../../testing/http.ts';
import { expirePassword } from './expire-password.ts';
import { mailReset } from './forget-password.ts';

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

const NEW_PASSWORD = 'another-horse-entirely';

const signIn = (email: string, password: string, from = '203.0.113.1') =>
  server.call('POST', '/api/sessions.json', { body: { user: { email, password } }, from });
const forget = (email: string, from = '203.0.113.1') =>
  server.call('POST', '/api/account/forget_password.json', { body: { user: { email } }, from });
const reset = (reset_password_token: string, password = NEW_PASSWORD, token?: string) =>
  server.call('POST', '/api/account/reset_password.json', {
    body: { user: { reset_password_token, password } },
    from: '203.0.113.1',
    ...(token === undefined ? {} : { token }),
  });
const statusWith = async (token: string) => (await server.call('GET', '/api/account.json', { token })).status;

/** The token of the link in the mail that came last. */
function mailedToken(): string {
  const link = /http:\/\/localhost:3000\/reset_password\?reset_password_token=(\S+)/.exec(
    ctx.mails.at(-1)?.text ?? '',
  );
  if (link?.[1] === undefined) throw new Error('No link was mailed.');
  return link[1];
}

async function tokenFor(email: string): Promise<string> {
  expect(await forget(email)).toMatchObject({ status: 200, body: {} });
  await ctx.runJobs();
  return mailedToken();
}

it('mails a link that sets a new password, once', async () => {
  await server.signIn('owner@shop.test');
  const token = await tokenFor(' Owner@Shop.test ');
  expect(ctx.mails).toHaveLength(1);
  expect(ctx.mails[0]).toMatchObject({ to: 'owner@shop.test', subject: 'Reset your Evenstock password' });

  expect(await reset(token)).toMatchObject({ status: 200, body: {} });
  await ctx.runJobs();
  expect(ctx.mails.at(-1)).toMatchObject({
    to: 'owner@shop.test',
    subject: 'Your Evenstock password was changed',
  });
  expect((await signIn('owner@shop.test', PASSWORD)).status).toBe(401);
  expect((await signIn('owner@shop.test', NEW_PASSWORD)).status).toBe(200);

  expect(await reset(token, 'a third password')).toMatchObject({
    status: 422,
    body: {
      errors: {
        reset_password_token: [
          'This link was used already, replaced by a newer one, or is older than 6 hours. Ask for a new one.',
        ],
      },
    },
  });
  expect((await signIn('owner@shop.test', NEW_PASSWORD)).status).toBe(200);
});

it('the present password is no new one, and the link is still good for another', async () => {
  await server.signIn('again@shop.test');
  await expirePassword(ctx, 'again@shop.test');
  const token = await tokenFor('again@shop.test');
  expect(await reset(token, PASSWORD)).toMatchObject({
    status: 422,
    body: { errors: { password: ['This is your present password. Choose another one.'] } },
  });
  expect((await reset(token)).status).toBe(200);
});

it('does the same for an address without an account, but for the mail', async () => {
  await server.signIn('known@shop.test');
  const waiting = async () =>
    (
      await sql<{ task: string; max_attempts: number; priority: number; keyed: boolean }>`
        select t.identifier as task, j.max_attempts, j.priority, j.key is not null as keyed
        from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
        where t.identifier like 'accounts.%' order by j.id`.execute(ctx.db)
    ).rows;
  const known = await forget('known@shop.test');
  const unknown = await forget('nobody@shop.test');
  expect(unknown).toMatchObject({ status: known.status, body: known.body });

  // The request looks nothing up and sends nothing: it leaves the same job behind for both.
  const [first, second, ...more] = await waiting();
  expect(first).toMatchObject({ task: 'accounts.mail_reset', keyed: true });
  expect(second).toEqual(first);
  expect(more).toEqual([]);
  expect(ctx.mails).toEqual([]);

  await ctx.runJobs();
  expect(ctx.mails.map(({ to }) => to)).toEqual(['known@shop.test']);
  expect(await waiting()).toEqual([]);
});

it('stores the SHA-256 of a token, never the token', async () => {
  await server.signIn('hashed@shop.test');
  const first = await tokenFor('hashed@shop.test');
  const second = await tokenFor('hashed@shop.test');
  expect(Buffer.from(first, 'base64url')).toHaveLength(32);
  expect(second).not.toBe(first);
  const hashes = (await ctx.db.selectFrom('password_resets').select('token_hash').execute()).map((row) =>
    row.token_hash.toString('hex'),
  );
  expect(hashes).toContain(createHash('sha256').update(second).digest('hex'));
  expect(hashes).not.toContain(createHash('sha256').update(first).digest('hex'));
});

it('a new link replaces the old one', async () => {
  await server.signIn('twice@shop.test');
  const old = await tokenFor('twice@shop.test');
  const latest = await tokenFor('twice@shop.test');
  expect((await reset(old)).status).toBe(422);
  expect((await reset(latest)).status).toBe(200);
});

it('a link works for six hours, and is then cleared away', async () => {
  await server.signIn('slow@shop.test');
  const late = await tokenFor('slow@shop.test');
  ctx.clock.advance(6 * 3_600_000);
  expect((await reset(late)).status).toBe(422);
  await ctx.tick();
  await ctx.runJobs();
  expect(await ctx.db.selectFrom('password_resets').selectAll().execute()).toEqual([]);

  const inTime = await tokenFor('slow@shop.test');
  ctx.clock.advance(6 * 3_600_000 - 1);
  expect((await reset(inTime)).status).toBe(200);
});

it('ends every session of the account but the one that asks, and nobody else’s', async () => {
  const stolen = await server.signIn('lost@shop.test');
  const own = await server.signIn('lost@shop.test');
  const neighbour = await server.signIn('neighbour@shop.test');
  expect((await reset(await tokenFor('lost@shop.test'), NEW_PASSWORD, own)).status).toBe(200);
  expect(await statusWith(stolen)).toBe(401);
  expect(await statusWith(own)).toBe(200);
  expect(await statusWith(neighbour)).toBe(200);

  expect((await reset(await tokenFor('lost@shop.test'), PASSWORD, neighbour)).status).toBe(200);
  expect(await statusWith(own)).toBe(401);
  expect(await statusWith(neighbour)).toBe(200);
});

it('of many uses at the same moment one counts', async () => {
  await server.signIn('race@shop.test');
  const token = await tokenFor('race@shop.test');
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => reset(token, `password number ${String(index)}`)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(422)]);
  const winner = answers.findIndex(({ status }) => status === 200);
  expect((await signIn('race@shop.test', `password number ${String(winner)}`)).status).toBe(200);
});

it('no session opened with the old password outlives the change', async () => {
  await server.signIn('raced@shop.test');
  const token = await tokenFor('raced@shop.test');
  const [changed, ...opened] = await Promise.all([
    reset(token),
    ...Array.from({ length: 6 }, () => signIn('raced@shop.test', PASSWORD)),
  ]);
  expect(changed.status).toBe(200);
  for (const { status } of opened) expect([200, 401]).toContain(status);
  const live = await ctx.db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select('s.id')
    .where('u.email', '=', 'raced@shop.test')
    .where('s.expires_at', '>', ctx.clock.now())
    .execute();
  expect(live).toEqual([]);
});

it('keeps the link and the password when the new one is too short, with an error on the field', async () => {
  await server.signIn('short@shop.test');
  const token = await tokenFor('short@shop.test');
  expect(await reset(token, 'seven77')).toMatchObject({
    status: 422,
    body: { errors: { password: ['Password must be at least 8 characters long'] } },
  });
  expect(await reset(token, '')).toMatchObject({
    status: 422,
    body: { errors: { password: ['Password is required'] } },
  });
  expect((await signIn('short@shop.test', PASSWORD)).status).toBe(200);
  expect((await reset(token, 'eight-88')).status).toBe(200);
});

it('names what is missing', async () => {
  expect(await forget('')).toMatchObject({
    status: 422,
    body: { errors: { email: ['Email is required'] } },
  });
  expect(await server.call('POST', '/api/account/reset_password.json', { body: { user: {} } })).toMatchObject(
    {
      status: 422,
      body: {
        errors: { reset_password_token: ['Invalid link followed'], password: ['Password is required'] },
      },
    },
  );
  expect((await reset('no-such-token')).status).toBe(422);
});

it('lets nobody flood an inbox, whether it is known or not', async () => {
  await server.signIn('flooded@shop.test');
  for (const email of ['flooded@shop.test', 'unknown@shop.test']) {
    const answers = await Promise.all(
      Array.from({ length: 9 }, (_, index) => forget(email, `192.0.2.${String(index + 1)}`)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(answers.find(({ status }) => status === 429)?.body).toMatchObject({
      error: 'Too many links were asked for. Look for the latest one in your inbox. Try again in 15 minutes.',
    });
  }
  // Requests that wait together are one mail.
  await ctx.runJobs();
  expect(ctx.mails).toHaveLength(1);
  ctx.clock.advance(15 * 60_000);
  expect((await forget('flooded@shop.test')).status).toBe(200);
});

it('resets from one address are throttled', async () => {
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, index) => forget(`guess-${String(index)}@shop.test`, '198.51.100.9')),
  );
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
});

it('clears the throttle of the old password, so that the new one signs in at once', async () => {
  await server.signIn('forgetful@shop.test');
  for (let tries = 0; tries < 11; tries += 1) await signIn('forgetful@shop.test', 'was it this one?');
  expect((await signIn('forgetful@shop.test', PASSWORD)).status).toBe(429);
  expect((await reset(await tokenFor('forgetful@shop.test'))).status).toBe(200);
  expect((await signIn('forgetful@shop.test', NEW_PASSWORD)).status).toBe(200);
});

it('a mail that could not be sent is tried again, and its link works', async () => {
  await server.signIn('retried@shop.test');
  const failing = { ...ctx, mail: { send: () => Promise.reject(new Error('The mail server is away.')) } };
  await expect(mailReset(failing, 'retried@shop.test')).rejects.toThrow('away');
  await mailReset(ctx, 'retried@shop.test');
  expect((await reset(mailedToken())).status).toBe(200);
});
