import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openNotifications } from '../../testing/open-notifications.ts';
import { createSandboxedContext, type SandboxedContext } from '../../testing/sandbox.ts';
import { addMember, addPopulatedStore, addUser, type PopulatedStore } from '../../testing/world.ts';
import { endSubscription } from './end-subscription.ts';
import { answerTransfer, startTransfer } from '../stores/members/transfer-ownership.ts';
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

describe('the ownership of a store that is paid for', () => {
  it('moves without the card: both owners are notified, and the new one is asked for a card until the subscription ends', async () => {
    const owner = { userId, sessionId: 0, email: 'owner@shop.test', role: 'member' } as const;
    const email = `heir-${String(store.id)}@shop.test`;
    const heir = { ...owner, userId: await addUser(ctx, 'member', email), email };
    await addMember(ctx, store.id, heir.userId, 'admin');
    await ctx.db.deleteFrom('store_transfers').where('store_id', '=', store.id).execute();
    await ctx.db
      .updateTable('stores')
      .set({ send_email_notifications: true })
      .where('id', '=', store.id)
      .execute();
    ctx.mails.length = 0;
    const { id } = await startTransfer(ctx, owner, store.id, heir.userId);
    await ctx.settle();
    await answerTransfer(ctx, heir, store.id, id, 'accepted');
    await ctx.settle();
    const [offer, answer] = ctx.mails;
    expect(offer?.to).toBe(email);
    expect(offer?.text).toMatch(/subscription stays on the card of .*\. To pay yourself, end it/);
    expect(answer?.text).toContain(`still charged to your card. ${email} is asked for a card of their own.`);
    const asked = (await openNotifications(ctx, store.id)).filter(
      ({ kind }) => kind === 'card_of_former_owner',
    );
    expect(asked).toMatchObject([
      {
        userId: heir.userId,
        title: 'This store is paid by the card of its former owner',
        place: '/settings/subscription_history',
      },
    ]);
    await endSubscription(ctx, heir, store.id);
    expect(await open()).toEqual([`${email} owns this store now`]);
  });
});
