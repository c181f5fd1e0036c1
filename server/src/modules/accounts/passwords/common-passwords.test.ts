import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createTestContext, type TestContext } from '../../../testing/context.ts';
import { createTestServer, PASSWORD, type TestServer } from '../../../testing/http.ts';
import { createAccount } from '../create-account.ts';

let ctx: TestContext;
let server: TestServer;
beforeAll(async () => {
  ctx = await createTestContext();
  server = await createTestServer(ctx);
});
afterAll(async () => {
  await server.close();
  await ctx.close();
});

const COMMON = 'qwertyuiop';
const signedIn = z.object({ user: z.object({ authentication_token: z.string() }) });
const refused = {
  status: 422,
  body: { errors: { password: ['Too many people use this password. Choose another one.'] } },
}; /** The token of the last mail to an address. */
const tokenTo = (to: string, name: string): string =>
  new RegExp(`${name}=(\\S+)`).exec(ctx.mails.findLast((mail) => mail.to === to)?.text ?? '')?.[1] ?? '';

describe('a common password', () => {
  it('is refused wherever one is set, whatever its case', async () => {
    const token = await server.signIn('owner@shop.test');
    const change = (password: string) =>
      server.call('PATCH', '/api/account.json', { token, body: { user: { password } } });
    expect(await change(COMMON)).toMatchObject(refused);
    expect(await change('QwertyUIOP')).toMatchObject(refused);

    const user = { email: 'new@shop.test', password: COMMON };
    expect(await server.call('POST', '/api/users.json', { body: { user } })).toMatchObject(refused);

    const forgot = { user: { email: 'owner@shop.test' } };
    await server.call('POST', '/api/account/forget_password.json', { body: forgot });
    await ctx.runJobs();
    const reset_password_token = tokenTo('owner@shop.test', 'reset_password_token');
    const reset = { user: { reset_password_token, password: COMMON } };
    expect(await server.call('POST', '/api/account/reset_password.json', { body: reset })).toMatchObject(
      refused,
    );

    await server.call('POST', '/api/stores.json', {
      token,
      body: { store: { name: 'Kopi', country: 'sg' } },
    });
    const invited = { store_profile: { email: 'packer@shop.test', role: 'member' } };
    await server.call('POST', '/api/stores/kopi/store_profiles.json', { token, body: invited });
    await ctx.runJobs();
    const invitation_token = tokenTo('packer@shop.test', 'invitation_token');
    const accept = { user: { invitation_token, password: COMMON } };
    expect(await server.call('POST', '/api/account/accept_invitation.json', { body: accept })).toMatchObject(
      refused,
    );

    const byHand = createAccount(ctx, { email: 'by@hand.test', password: COMMON, role: 'member' });
    await expect(byHand).rejects.toMatchObject({ status: 422 });
  });

  it('set before the check still signs in, and the account says that it should be changed until it is', async () => {
    const id = await createAccount(ctx, { email: 'old@shop.test', password: PASSWORD, role: 'member' });
    await ctx.db
      .updateTable('users')
      .set({ password_hash: await hash(COMMON) })
      .where('id', '=', id)
      .execute();
    const signIn = await server.call('POST', '/api/sessions.json', {
      body: { user: { email: 'old@shop.test', password: COMMON } },
    });
    expect(signIn).toMatchObject({ status: 200, body: { user: { password_common: true } } });
    const { user } = signedIn.parse(signIn.body);
    const token = user.authentication_token;
    const account = () => server.call('GET', '/api/account.json', { token });
    expect(await account()).toMatchObject({ body: { user: { password_common: true } } });
    await server.call('PATCH', '/api/account.json', { token, body: { user: { password: PASSWORD } } });
    expect(await account()).toMatchObject({ status: 200, body: { user: { password_common: false } } });
  });
});
