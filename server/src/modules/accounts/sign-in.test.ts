import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestContext, type TestContext } from '../../testing/context.ts';
import { createTestServer, PASSWORD, type TestServer } from '../../testing/http.ts';
import { throttleKeysOf } from './passwords/throttle-sign-ins.ts';

let ctx: TestContext;
let server: TestServer;
beforeAll(async () => {
  ctx = await createTestContext({ settings: { sessionIdleDays: 14 } });
  server = await createTestServer(ctx);
});
afterAll(async () => {
  await server.close();
  await ctx.close();
});

const signIn = (email: string, password: string, from = '203.0.113.1') =>
  server.call('POST', '/api/sessions.json', { body: { user: { email, password } }, from });

it('signs in, shows the account, and signs out for good', async () => {
  const token = await server.signIn('owner@shop.test');
  const account = await server.call('GET', '/api/account.json', { token });
  expect(account).toMatchObject({
    status: 200,
    body: { user: { email: 'owner@shop.test', role: 'member', stores: [] } },
  });
  expect(JSON.stringify(account.body)).not.toContain('password_hash');

  expect(await server.call('DELETE', '/api/sessions.json', { token })).toMatchObject({
    status: 200,
    body: {},
  });
  expect(await server.call('POST', '/api/sessions/authenticate', { token })).toMatchObject({ status: 401 });
});

it('ends a session that was not used for two weeks, and not one that was', async () => {
  const days = (count: number) => ctx.clock.advance(count * 24 * 60 * 60_000);
  const used = await server.signIn('daily@shop.test');
  const left = await server.signIn('gone@shop.test');
  const ask = (token: string) => server.call('GET', '/api/account/sessions.json', { token });
  days(10);
  expect((await ask(used)).status).toBe(200);
  days(5);
  expect((await ask(used)).status).toBe(200);
  expect((await ask(left)).status).toBe(401);
});

it('keeps no token, only its hash', async () => {
  const token = await server.signIn('hashed@shop.test');
  const rows = await ctx.db.selectFrom('sessions').selectAll().execute();
  expect(rows.some((row) => row.token_hash.toString('utf8').includes(token))).toBe(false);
  expect(JSON.stringify(rows)).not.toContain(token);
});

it('says the same for a wrong password and an unknown email', async () => {
  await server.signIn('known@shop.test');
  const wrong = await signIn('known@shop.test', 'not the password');
  const unknown = await signIn('nobody@shop.test', 'not the password');
  expect(wrong).toMatchObject({ status: 401, body: { error: 'Email or password is wrong.' } });
  expect(unknown.body).toEqual(wrong.body);
});

it('keeps the tracking cookie of the browser that signs in, and an earlier one where there is none', async () => {
  await server.signIn('tracked@shop.test');
  const kept = async (sent: { readonly ati?: string }) => {
    const user = { email: 'tracked@shop.test', password: PASSWORD, ...sent };
    expect((await server.call('POST', '/api/sessions.json', { body: { user } })).status).toBe(200);
    return ctx.db.selectFrom('users').select('ati').where('email', '=', user.email).executeTakeFirstOrThrow();
  };
  expect(await kept({})).toEqual({ ati: null });
  expect(await kept({ ati: 'campaign-7' })).toEqual({ ati: 'campaign-7' });
  expect(await kept({})).toEqual({ ati: 'campaign-7' });
});

it('names what is missing beside its field', async () => {
  const empty = await server.call('POST', '/api/sessions.json', { body: { user: {} } });
  expect(empty).toMatchObject({
    status: 422,
    body: { errors: { email: ['Email is required'], password: ['Password is required'] } },
  });
  const odd = await signIn('not an address', 'x');
  expect(odd).toMatchObject({ status: 422, body: { errors: { email: ['Email is invalid'] } } });
});

it('a cookie never authenticates', async () => {
  const token = await server.signIn('cookie@shop.test');
  const answer = await server.app.inject({
    url: '/api/account.json',
    headers: { cookie: `evenstock-token=${token}` },
  });
  expect(answer.statusCode).toBe(401);
});

it('a session ends after thirty days', async () => {
  const token = await server.signIn('month@shop.test');
  for (const days of [10, 10]) {
    ctx.clock.advance(days * 86_400_000);
    expect((await server.call('GET', '/api/account.json', { token })).status).toBe(200);
  }
  ctx.clock.advance(10 * 86_400_000 - 1);
  expect((await server.call('GET', '/api/account.json', { token })).status).toBe(200);
  ctx.clock.advance(2);
  expect((await server.call('GET', '/api/account.json', { token })).status).toBe(401);
});

it('guesses are slowed down, all at once too, and the owner is not locked out by them', async () => {
  await server.signIn('target@shop.test');
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => signIn('target@shop.test', 'guess', '198.51.100.7')),
  );
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
  expect(await signIn('target@shop.test', PASSWORD, '198.51.100.7')).toMatchObject({
    status: 429,
    body: { error: 'Too many tries to sign in. Try again in 15 minutes.' },
    headers: { 'retry-after': '900' },
  });
  expect((await signIn('target@shop.test', PASSWORD, '198.51.100.8')).status).toBe(200);

  ctx.clock.advance(15 * 60_000);
  expect((await signIn('target@shop.test', PASSWORD, '198.51.100.7')).status).toBe(200);
});

it('a flood of guesses from everywhere keeps nobody with the right password out, not even at a new address', async () => {
  await server.signIn('flooded@shop.test');
  await server.signIn('bystander@shop.test');
  let tries = 0;
  const guess = async (): Promise<void> => {
    while (tries < 1000) {
      tries += 1;
      const from = `10.0.${String(tries >> 8)}.${String(tries & 255)}`;
      expect((await signIn('flooded@shop.test', `guess ${String(tries)}`, from)).status).toBe(401);
    }
  };
  const flood = Promise.all(Array.from({ length: 50 }, guess));
  while (tries < 200) await new Promise((resolve) => setTimeout(resolve, 20));
  for (const email of ['flooded@shop.test', 'bystander@shop.test']) {
    expect((await signIn(email, PASSWORD, '192.0.2.200')).status).toBe(200);
  }
  // The flood continued; the remaining attempts are left out.
  expect(tries).toBeLessThan(1000);
  tries = 1000;
  await flood;
});

it('the right password is checked before the guesses that came before it', async () => {
  await server.signIn('rushed@shop.test');
  await server.signIn('beside@shop.test');
  let answered = 0;
  // How many guesses are answered first does not depend on how busy the machine is, as seconds do.
  const guessesAnsweredBefore = async (email: string): Promise<number> => {
    expect((await signIn(email, PASSWORD, '192.0.2.200')).status).toBe(200);
    return answered;
  };
  const guesses = (from: number) =>
    Array.from({ length: 200 }, async (_, index) => {
      const address = `10.${String(from + (index >> 7))}.0.${String(index & 127)}`;
      const { status } = await signIn('rushed@shop.test', 'guess', address);
      answered += 1;
      return status;
    });
  const first = guesses(0);
  const owners = ['rushed@shop.test', 'beside@shop.test'].map(guessesAnsweredBefore);
  const second = guesses(4);
  for (const before of await Promise.all(owners)) expect(before).toBeLessThan(150);
  expect(new Set(await Promise.all([...first, ...second]))).toEqual(new Set([401]));
});

it('too many guesses from everywhere never lock out an address that the owner uses', async () => {
  await server.signIn('spread@shop.test');
  expect((await signIn('spread@shop.test', PASSWORD, '192.0.2.200')).status).toBe(200);
  await ctx.db
    .updateTable('sign_in_throttles')
    .set({ failures: 100_000 })
    .where('key', 'like', 'strangers:%')
    .execute();
  await signIn('spread@shop.test', 'guess', '192.0.2.1');
  await ctx.db
    .updateTable('sign_in_throttles')
    .set({ failures: 100_000 })
    .where('key', 'like', 'strangers:%')
    .execute();
  expect((await signIn('spread@shop.test', PASSWORD, '192.0.2.1')).status).toBe(429);
  expect((await signIn('spread@shop.test', PASSWORD, '192.0.2.200')).status).toBe(200);
});

it('who may choose among the addresses of a line of IPv6 has one limit', async () => {
  await server.signIn('line@shop.test');
  const from = (index: number) => `2001:db8:1:2::${index.toString(16)}`;
  const statuses = await Promise.all(
    Array.from({ length: 11 }, (_, index) => signIn('line@shop.test', 'guess', from(index + 1))),
  );
  expect(statuses.filter(({ status }) => status === 429)).toHaveLength(1);

  const sprayed = await Promise.all(
    Array.from({ length: 101 }, (_, index) =>
      signIn(`nobody-${String(index)}@shop.test`, 'guess', from(index)),
    ),
  );
  expect(sprayed.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
  expect((await signIn('line@shop.test', PASSWORD, '2001:db8:1:3::1')).status).toBe(200);
});

it('a caller who may choose among the lines of a network has one limit, accounts that signed in from it before have none', async () => {
  await server.signIn('housed@shop.test');
  const lines = ['2001:db8:77:1::1', '2001:db8:77:2::1', '2001:db8:78:1::1'] as const;
  expect((await signIn('housed@shop.test', PASSWORD, lines[0])).status).toBe(200);
  await signIn('housed@shop.test', 'guess', lines[1]);
  const { network } = throttleKeysOf(ctx, 'housed@shop.test', lines[1]);
  const counted = await ctx.db
    .updateTable('sign_in_throttles')
    .set({ failures: 1_000 })
    .where('key', '=', network)
    .executeTakeFirst();
  expect(counted.numUpdatedRows).toBe(1n);
  expect((await signIn('housed@shop.test', PASSWORD, '2001:db8:77:3::1')).status).toBe(429);
  expect((await signIn('housed@shop.test', PASSWORD, lines[0])).status).toBe(200);
  expect((await signIn('housed@shop.test', PASSWORD, lines[2])).status).toBe(200);
});

it('what strangers try at an address keeps nobody out who signed in there before', async () => {
  await server.signIn('regular@shop.test');
  expect((await signIn('regular@shop.test', PASSWORD, '192.0.2.77')).status).toBe(200);
  await Promise.all(
    Array.from({ length: 101 }, (_, index) =>
      signIn(`nobody-${String(index)}@shop.test`, 'guess', '192.0.2.77'),
    ),
  );
  expect((await signIn('newcomer@shop.test', PASSWORD, '192.0.2.77')).status).toBe(429);
  expect((await signIn('regular@shop.test', PASSWORD, '192.0.2.77')).status).toBe(200);
});
