import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestContext, type TestContext } from '../../../testing/context.ts';
import { createTestServer, PASSWORD, type TestServer } from '../../../testing/http.ts';

let ctx: TestContext;
let server: TestServer;
let owner: string;
let slug: string;
beforeAll(async () => {
  ctx = await createTestContext();
  server = await createTestServer(ctx);
  owner = await server.signIn('owner@shop.test');
  await server.call('POST', '/api/stores.json', {
    token: owner,
    body: { store: { name: 'Kopi', country: 'sg' } },
  });
  ({ slug } = await ctx.db.selectFrom('stores').select('slug').executeTakeFirstOrThrow());
});
afterAll(async () => {
  await server.close();
  await ctx.close();
});

/** Invites an address; answers with the token of its mail. */
async function invite(email: string): Promise<string> {
  const answer = await server.call('POST', `/api/stores/${slug}/store_profiles.json`, {
    token: owner,
    body: { store_profile: { email, role: 'member' } },
  });
  expect(answer.status).toBe(200);
  await ctx.runJobs();
  const token = /invitation_token=(\S+)/.exec(ctx.mails.at(-1)?.text ?? '')?.[1];
  if (token === undefined) throw new Error('No link was mailed.');
  return token;
}

const read = (invitation_token: string) =>
  server.call('POST', '/api/account/invitation.json', { body: { user: { invitation_token } } });
const accept = (user: object, token?: string) =>
  server.call('POST', '/api/account/accept_invitation.json', {
    body: { user },
    ...(token === undefined ? {} : { token }),
  });

it('a new account chooses a password and is in, once', async () => {
  const invitation_token = await invite('guest@shop.test');
  expect(await read(invitation_token)).toMatchObject({
    status: 200,
    body: {
      invitation: { email: 'guest@shop.test', store_name: 'Kopi', role: 'member', has_account: false },
    },
  });
  expect(await accept({ invitation_token })).toMatchObject({
    status: 422,
    body: { errors: { password: ['Password is required'] } },
  });
  expect((await accept({ invitation_token, password: 'short' })).status).toBe(422);
  expect(await accept({ invitation_token, password: PASSWORD })).toMatchObject({
    status: 200,
    body: {
      user: {
        email: 'guest@shop.test',
        authentication_token: expect.any(String),
        invitation_pending: false,
        invitation_accepted_at: ctx.clock.now().toISOString(),
        stores: [{ slug, role: 'member' }],
      },
    },
  });
  expect((await accept({ invitation_token, password: PASSWORD })).status).toBe(422);
  expect((await read(invitation_token)).status).toBe(422);
});

it('an existing account must be signed in, and then needs no password', async () => {
  const token = await server.signIn('known@shop.test');
  const invitation_token = await invite('known@shop.test');
  const refused = {
    status: 422,
    body: { errors: { invitation_token: ['Sign in first, then accept.'] } },
  };
  expect(await accept({ invitation_token, password: 'a stranger’s choice' })).toMatchObject(refused);
  expect(await accept({ invitation_token }, owner)).toMatchObject(refused);
  expect(await accept({ invitation_token }, token)).toMatchObject({
    status: 200,
    body: { user: { stores: [{ slug }] } },
  });
});

it('of many acceptances at the same moment one counts', async () => {
  const invitation_token = await invite('eager@shop.test');
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => accept({ invitation_token, password: PASSWORD })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422]);
});
