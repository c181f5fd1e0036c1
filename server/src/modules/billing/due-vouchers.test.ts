import { listDueVouchers } from '@evenstock/contract/billing/billing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestContext, type TestContext } from '../../testing/context.ts';
import { createTestServer, type TestServer } from '../../testing/http.ts';
import { addUser, openSession } from '../../testing/world.ts';
import { createStore } from '../stores/create-store.ts';
import { noteReferral } from '../stores/referrals/note-referral.ts';

const DAY = 86_400_000;

let ctx: TestContext;
let server: TestServer;
let code: string;
beforeAll(async () => {
  ctx = await createTestContext({ settings: { referralOn: true } });
  server = await createTestServer(ctx);
  const referrerId = await createStore(
    ctx,
    { userId: await addUser(ctx, 'member', 'referrer@shop.test') },
    { name: 'Kopi', country: 'sg' },
  );
  const { referral_code } = await ctx.db
    .selectFrom('stores')
    .select('referral_code')
    .where('id', '=', referrerId)
    .executeTakeFirstOrThrow();
  code = referral_code;
});
afterAll(async () => {
  await server.close();
  await ctx.close();
});

/** A store of a referred person, with a subscription of this many days. */
async function subscribed(
  name: string,
  { began, ended = null, isReferred = true }: { began: number; ended?: number | null; isReferred?: boolean },
): Promise<void> {
  const userId = await addUser(ctx, 'member', `${name}@shop.test`);
  if (isReferred) await noteReferral(ctx, userId, code);
  const storeId = await createStore(ctx, { userId }, { name, country: 'sg' });
  const ago = (days: number) => new Date(ctx.clock.now().getTime() - days * DAY);
  await ctx.db
    .insertInto('store_subscriptions')
    .values({
      id: `sub_${name}`,
      store_id: storeId,
      began_at: ago(began),
      ended_at: ended === null ? null : ago(ended),
    })
    .execute();
}

it('a platform admin sees who is due a voucher: the invited, once a subscription is in its second month', async () => {
  await subscribed('first-month', { began: 20 });
  await subscribed('second-month', { began: 40 });
  await subscribed('third-month', { began: 70, ended: 5 });
  await subscribed('ended-early', { began: 70, ended: 60 });
  await subscribed('came-alone', { began: 70, isReferred: false });
  const token = await server.signIn('platform@shop.test', 'admin');
  const answer = await server.call('GET', '/api/admin/due_vouchers.json', { token });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  const { due_vouchers: due, total_count } = listDueVouchers.reply.parse(answer.body);
  expect(total_count).toBe(2);
  expect(due).toMatchObject([
    { email: 'second-month@shop.test', store: { name: 'second-month' }, referred_by: { name: 'Kopi' } },
    { email: 'third-month@shop.test', store: { name: 'third-month' }, referred_by: { name: 'Kopi' } },
  ]);
  const member = await openSession(ctx, due[0]?.id ?? 0);
  expect((await server.call('GET', '/api/admin/due_vouchers.json', { token: member })).status).toBe(403);
});
