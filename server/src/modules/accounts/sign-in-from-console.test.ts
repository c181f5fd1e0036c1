import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestContext } from '../../testing/context.ts';
import { createTestServer, type TestServer } from '../../testing/http.ts';
import { createSandboxedContext, type SandboxedContext } from '../../testing/sandbox.ts';

let ctx: SandboxedContext;
let server: TestServer;
beforeAll(async () => {
  ctx = await createSandboxedContext({ billing: true });
  server = await createTestServer(ctx);
});
afterAll(async () => {
  await server.close();
  await ctx.close();
});

const enter = (user: object, loginSession: string) =>
  server.call('POST', '/api/v2/sessions.json', { body: { user, loginSession } });
const sessionFor = (email: string) => ctx.sandbox.control.externalServices.loginSession({ email });

it('signs in a person of the console, once, and creates an account that does not exist yet', async () => {
  const { user_id: id, email, login_session: session } = sessionFor('console@shop.test');
  expect(await enter({ id, email, ati: 'campaign' }, session)).toMatchObject({
    status: 200,
    body: { user: { email, has_password: false, authentication_token: expect.any(String) } },
  });
  expect(await enter({ id, email }, session)).toMatchObject({ status: 401, body: { error: 'Login Failed' } });
  const again = sessionFor(email);
  expect((await enter({ id, email }, again.login_session)).status).toBe(200);
  const users = await ctx.db.selectFrom('users').selectAll().where('email', '=', email).execute();
  expect(users).toMatchObject([{ console_user_id: id, ati: 'campaign' }]);
});

it('signs in to the account that has the address', async () => {
  await server.signIn('both@shop.test');
  const { user_id: id, email, login_session: session } = sessionFor('both@shop.test');
  expect(await enter({ id, email: 'Both@Shop.test' }, session)).toMatchObject({
    status: 200,
    body: { user: { email, has_password: true } },
  });
});

it('refuses a login session that is another person’s, forged, expired or not the console’s', async () => {
  const { user_id: id, email, login_session: session } = sessionFor('honest@shop.test');
  const other = sessionFor('mallory@shop.test');
  const failed = { status: 401, body: { error: 'Login Failed' } };
  expect(await enter({ id, email }, other.login_session)).toMatchObject(failed);
  expect(await enter({ id: other.user_id, email }, other.login_session)).toMatchObject(failed);
  expect(await enter({ id, email }, `${session}x`)).toMatchObject(failed);
  expect(await enter({ id, email }, 'nonsense')).toMatchObject(failed);
  // Signed with our secret but never given out by the console.
  const payload = Buffer.from(
    JSON.stringify({
      user_id: id,
      email,
      expires_at: ctx.clock.now().getTime() / 1000 + 60,
      nonce: '0'.repeat(32),
    }),
  ).toString('base64url');
  const signature = createHmac('sha256', ctx.console?.secret ?? '')
    .update(payload)
    .digest('base64url');
  expect(await enter({ id, email }, `${payload}.${signature}`)).toMatchObject(failed);
  ctx.clock.advance(5 * 60_000 + 1000);
  expect(await enter({ id, email }, session)).toMatchObject(failed);
});

it('answers 409 while the console is away, and 404 where none is configured', async () => {
  const away = { ...ctx, fetch: () => Promise.reject(new Error('away')) };
  const other = await createTestServer(away);
  const { user_id: id, email, login_session: loginSession } = sessionFor('later@shop.test');
  const body = { user: { id, email }, loginSession };
  expect((await other.call('POST', '/api/v2/sessions.json', { body })).status).toBe(409);
  await other.close();

  const without = await createTestContext();
  const plain = await createTestServer(without);
  expect((await plain.call('POST', '/api/v2/sessions.json', { body })).status).toBe(404);
  await plain.close();
  await without.close();
  // It was not used up.
  expect((await enter({ id, email }, loginSession)).status).toBe(200);
});
