import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openNotifications } from '../../testing/open-notifications.ts';
import { createSandboxedContext, type SandboxedContext } from '../../testing/sandbox.ts';
import { addMember, addPopulatedStore, addUser, type PopulatedStore } from '../../testing/world.ts';
import { endSubscription } from './end-subscription.ts';
import { followPayment } from './follow-payment.ts';

let ctx: SandboxedContext;
let store: PopulatedStore;
let userId: number;
let subscription: string;
beforeAll(async () => {
  ctx = await createSandboxedContext({ billing: true, sandbox: { content: 'none' } });
});
afterAll(() => ctx.close());
beforeEach(async () => {
  store = await addPopulatedStore(ctx);
  await ctx.db.deleteFrom('store_notifications').where('store_id', '=', store.id).execute();
  userId = await addUser(ctx);
  await addMember(ctx, store.id, userId, 'owner');
  subscription = await subscribe();
});

async function subscribe(): Promise<string> {
  const made = ctx.sandbox.control.externalServices.subscribe({
    store_id: store.id,
    email: 'owner@shop.test',
  });
  await ctx.settle();
  return made.id;
}
const open = async () => (await openNotifications(ctx, store.id)).map(({ title }) => title);

/** The provider, where a payment for the subscription did not go through. */
const late: typeof fetch = async (input, init) => {
  const answer = await ctx.fetch(input, init);
  const text = (await answer.text()).replace('"status":"active"', '"status":"past_due"');
  return new Response(text, { status: answer.status, headers: answer.headers });
};

it('a late payment is notified once, until it is made', async () => {
  expect(await open()).toEqual([]);
  const behind = { ...ctx, fetch: late };
  await Promise.all(Array.from({ length: 4 }, () => followPayment(behind, subscription)));
  expect(await open()).toEqual(['A payment for this store did not go through']);
  await followPayment(ctx, subscription);
  expect(await open()).toEqual([]);
});

it('the end of a subscription by the provider is notified, until there is another', async () => {
  await followPayment({ ...ctx, fetch: late }, subscription);
  const { console } = ctx.sandbox.control.externalServices.keys();
  await ctx.fetch(`${console.url}/subscriptions/${subscription}/end`, { method: 'POST', redirect: 'manual' });
  await ctx.settle();
  expect(await open()).toEqual(['The subscription of this store has ended']);
  await subscribe();
  expect(await open()).toEqual([]);
});

it('the end of a subscription by a person is not notified', async () => {
  const actor = { userId, sessionId: 0, email: 'owner@shop.test', role: 'member' } as const;
  await endSubscription(ctx, actor, store.id);
  await ctx.settle();
  expect(await open()).toEqual([]);
});
