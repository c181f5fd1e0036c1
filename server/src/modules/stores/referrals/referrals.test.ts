import type { UserRole } from '@evenstock/contract/accounts/accounts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { createTestContext, type TestContext } from '../../../testing/context.ts';
import { createTestServer, type TestServer } from '../../../testing/http.ts';
import { addUser, openSession } from '../../../testing/world.ts';
import { createStore } from '../create-store.ts';

const DAY = 86_400_000;

let ctx: TestContext;
let server: TestServer;
let token: string;
let storeId: number;
let code: string;
beforeAll(async () => {
  ctx = await createTestContext();
  server = await createTestServer(ctx);
  token = await enter('owner@shop.test');
  storeId = await createStore(
    ctx,
    { userId: await idOf('owner@shop.test') },
    { name: 'Kopi', country: 'sg' },
  );
  const store = await ctx.db
    .selectFrom('stores')
    .select('referral_code')
    .where('id', '=', storeId)
    .executeTakeFirstOrThrow();
  code = store.referral_code;
});
afterAll(async () => {
  await server.close();
  await ctx.close();
});

/** A session of the account of this address, which is made where there is none. */
async function enter(email: string, role: UserRole = 'member'): Promise<string> {
  const user = await ctx.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
  return openSession(ctx, user?.id ?? (await addUser(ctx, role, email)));
}

async function idOf(email: string): Promise<number> {
  const user = await ctx.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return user.id;
}

const refer = (emails: string) =>
  server.call('POST', `/api/stores/${String(storeId)}/send_referral_emails.json`, {
    token,
    body: { store: { emails } },
  });

it('a store has a link of its own, which names it', async () => {
  const shown = await server.call('GET', `/api/stores/${String(storeId)}.json`, { token });
  expect(shown.body).toMatchObject({
    store: { referral_url: `http://localhost:3000/accept_referral?code=${code}` },
  });
  const path = '/api/stores/get_store_name_from_code.json';
  expect(await server.call('GET', `${path}?code=${code}`)).toMatchObject({
    status: 200,
    body: { store: { name: 'Kopi' } },
  });
  expect((await server.call('GET', `${path}?code=nobody`)).status).toBe(404);
});

it('mails each address once, and returns how many', async () => {
  expect(await refer(' Ann@shop.test, bob@shop.test,,ann@shop.test ')).toMatchObject({
    status: 200,
    body: { count: 2 },
  });
  await ctx.runJobs();
  expect(ctx.mails.map(({ to }) => to).sort()).toEqual(['ann@shop.test', 'bob@shop.test']);
  expect(ctx.mails[0]?.text).toContain(`accept_referral?code=${code}`);
  expect((await refer('bob@shop.test, cas@shop.test')).body).toEqual({ count: 1 });
  ctx.clock.advance(15 * DAY);
  expect((await refer('bob@shop.test')).body).toEqual({ count: 1 });
});

it('names what is no address, and keeps to its limits', async () => {
  expect((await refer(' , ')).body).toMatchObject({ errors: { emails: ['Email is required'] } });
  expect((await refer('ann@shop.test, bob')).body).toMatchObject({
    errors: { emails: ['bob is not an email address'] },
  });
  const many = (from: number, count: number): string =>
    Array.from({ length: count }, (_, index) => `person-${String(from + index)}@shop.test`).join(',');
  expect((await refer(many(0, 21))).body).toMatchObject({
    errors: { emails: ['At most 20 addresses at a time'] },
  });
  ctx.clock.advance(2 * DAY);
  for (let round = 0; round < 5; round += 1) {
    expect((await refer(many(round * 20, 20))).body).toEqual({ count: 20 });
  }
  expect((await refer('one-more@shop.test')).status).toBe(422);
});

it('purges the addresses that it mailed', async () => {
  ctx.clock.advance(31 * DAY);
  await ctx.tick();
  await ctx.runJobs({ allowFailures: true });
  expect(await ctx.db.selectFrom('referral_mails').select('email').execute()).toEqual([]);
});

it('an account that came by the link is kept with the store that sent it, and its first store', async () => {
  await enter('newcomer@shop.test');
  const userId = await idOf('newcomer@shop.test');
  for (const referralCode of [code, 'nobody', null]) {
    await inTransaction(ctx.db, (tx) => ctx.emit(tx, { type: 'account.registered', userId, referralCode }));
  }
  await ctx.runJobs();
  const first = await createStore(ctx, { userId }, { name: 'Newcomer', country: 'my' });
  await createStore(ctx, { userId }, { name: 'Newcomer Two', country: 'my' });
  expect(await ctx.db.selectFrom('referrals').selectAll().execute()).toMatchObject([
    { referred_user_id: userId, store_id: storeId, referred_store_id: first },
  ]);
});

it('is not there where it is switched off', async () => {
  const off = await createTestServer({ ...ctx, settings: { ...ctx.settings, referralOn: false } });
  const path = `/api/stores/${String(storeId)}`;
  expect((await off.call('GET', `${path}.json`, { token })).body).toMatchObject({
    store: { referral_url: null },
  });
  const body = { store: { emails: 'zoe@shop.test' } };
  expect((await off.call('POST', `${path}/send_referral_emails.json`, { token, body })).status).toBe(404);
  expect((await off.call('GET', `/api/stores/get_store_name_from_code.json?code=${code}`)).status).toBe(404);
  await off.close();
});
