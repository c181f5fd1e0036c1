import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestContext, type TestContext } from '../../../testing/context.ts';
import { createTestServer, type TestServer } from '../../../testing/http.ts';
import { addMember } from '../../../testing/world.ts';

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

it('a session has the rights of a new role at once, and loses those of the old one', async () => {
  const owner = await server.signIn('owner@shop.test');
  const member = await server.signIn('member@shop.test');
  await server.call('POST', '/api/stores.json', {
    token: owner,
    body: { store: { name: 'Kopi', country: 'sg' } },
  });
  const store = await ctx.db.selectFrom('stores').select('id').executeTakeFirstOrThrow();
  const user = await ctx.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'member@shop.test')
    .executeTakeFirstOrThrow();
  await addMember(ctx, store.id, user.id, 'member');
  const profile = await ctx.db
    .selectFrom('store_profiles')
    .select('id')
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow();
  const members = `/api/stores/${String(store.id)}/store_profiles`;
  const invite = async () => {
    const body = { store_profile: { email: 'packer@shop.test', role: 'member' } };
    return (await server.call('POST', `${members}.json`, { token: member, body })).status;
  };
  expect(await invite()).toBe(403);
  for (const [role, status] of [
    ['admin', 200],
    ['member', 403],
  ] as const) {
    const body = { store_profile: { role } };
    await server.call('PATCH', `${members}/${String(profile.id)}.json`, { token: owner, body });
    expect([role, await invite()]).toEqual([role, status]);
  }
});
