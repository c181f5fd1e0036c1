import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { createTestServer, type TestServer } from '../../testing/http.ts';
import { recordedActivities } from '../../testing/recorded-changes.ts';
import { createSandboxedContext, type SandboxedContext } from '../../testing/sandbox.ts';
import {
  addMember,
  addPopulatedStore,
  addUser,
  openSession,
  type PopulatedStore,
} from '../../testing/world.ts';
import { purgePaymentEventsJob } from './billing.jobs.ts';
import { EVENTS_KEPT } from './purge-payment-events.ts';

let ctx: SandboxedContext;
let server: TestServer;
beforeAll(async () => {
  ctx = await createSandboxedContext({ billing: true, sandbox: { content: 'none' } });
  server = await createTestServer(ctx);
});
afterAll(async () => {
  await server.close();
  await ctx.close();
});

const checkout = z.object({ checkout_session: z.object({ url: z.string() }) });
const body = { checkout_session: { return_path: '/stores/x/settings/subscription_history' } };

const nobody = { type: 'System', id: null } as const;

async function openStore(): Promise<{
  store: PopulatedStore;
  userId: number;
  owner: string;
  base: string;
}> {
  const store = await addPopulatedStore(ctx);
  const userId = await addUser(ctx);
  await addMember(ctx, store.id, userId, 'owner');
  return { store, userId, owner: await openSession(ctx, userId), base: `/api/stores/${store.slug}` };
}

async function paymentPage(base: string, owner: string): Promise<string> {
  const answer = await server.call('POST', `${base}/checkout_sessions.json`, { token: owner, body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return checkout.parse(answer.body).checkout_session.url;
}

/** What a person does at the provider's page. @returns where the browser is sent */
async function enterCard(url: string, number = '4242 4242 4242 4242'): Promise<string | null> {
  expect(await (await ctx.fetch(url)).text()).toContain('Card number');
  const answer = await ctx.fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ number }),
    redirect: 'manual',
  });
  return answer.status === 303 ? answer.headers.get('location') : null;
}

async function storeOf(base: string, owner: string): Promise<{ id: string | null; tier: string | null }> {
  const shown = z
    .object({
      store: z.object({
        stripe_subscription_id: z.string().nullable(),
        console_subscription_tier: z.string().nullable(),
      }),
    })
    .parse((await server.call('GET', `${base}.json`, { token: owner })).body);
  return { id: shown.store.stripe_subscription_id, tier: shown.store.console_subscription_tier };
}

it('a card entered with the provider gives the store a subscription; ending it clears it', async () => {
  const { store, userId, owner, base } = await openStore();
  const url = await paymentPage(base, owner);
  expect(await enterCard(url, '4000 0000 0000 0002')).toBeNull();
  expect(await storeOf(base, owner)).toEqual({ id: null, tier: null });
  expect(await enterCard(url)).toBe(
    'http://localhost:3000/stores/x/settings/subscription_history?payment=entered',
  );
  await ctx.settle();
  const { id, tier } = await storeOf(base, owner);
  expect(id).toMatch(/^sub_/);
  expect(tier).toBe('standard');
  // Two notices of one subscription make one notification each, and one activity.
  const lines = await ctx.db
    .selectFrom('activities')
    .select('key')
    .where('store_id', '=', store.id)
    .where('key', 'like', 'store.%subscription')
    .execute();
  expect(lines).toEqual([{ key: 'store.start_subscription' }]);
  expect(await recordedActivities(ctx, 'store.start_subscription')).toEqual([
    { actor: nobody, changes: { console_subscription_tier: [null, 'standard'] } },
  ]);
  const again = await server.call('POST', `${base}/checkout_sessions.json`, { token: owner, body });
  expect(again).toMatchObject({
    status: 422,
    body: { errors: { store: ['This store has a payment method already.'] } },
  });

  const ended = await server.call('DELETE', `${base}/end_subscription.json`, { token: owner });
  expect(ended).toMatchObject({ status: 200, body: {} });
  expect(await storeOf(base, owner)).toEqual({ id: null, tier: null });
  expect(await recordedActivities(ctx, 'store.end_subscription')).toEqual([
    { actor: { type: 'User', id: userId }, changes: { console_subscription_tier: ['standard', null] } },
  ]);
  await ctx.settle();
  expect(await storeOf(base, owner)).toEqual({ id: null, tier: null });
  expect((await server.call('DELETE', `${base}/end_subscription.json`, { token: owner })).status).toBe(422);
});

it('of two cards entered for one store, one is billed; the other subscription is ended with the provider', async () => {
  const { owner, base } = await openStore();
  const [one, other] = [await paymentPage(base, owner), await paymentPage(base, owner)];
  await enterCard(one);
  await enterCard(other);
  await ctx.settle();
  const { id } = await storeOf(base, owner);
  expect(id).not.toBeNull();
  const page = await (
    await ctx.fetch(`${ctx.sandbox.control.externalServices.keys().console.url}/dashboard`)
  ).text();
  expect(page).toContain(`${String(id)}</span>: active`);
  expect(page.match(/: active/g)).toHaveLength(1);
});

it('a subscription that the console began or ended is followed; a notice that is forged, kept or repeated changes nothing', async () => {
  const { store, owner, base } = await openStore();
  const { id } = ctx.sandbox.control.externalServices.subscribe({
    store_id: store.id,
    email: 'owner@shop.test',
  });
  await ctx.settle();
  expect((await storeOf(base, owner)).id).toBe(id);

  const notice = JSON.stringify({
    id: 'evt_forged',
    object: 'event',
    type: 'customer.subscription.deleted',
    data: { object: { id, object: 'subscription' } },
  });
  const send = (secret: string, at: number) => {
    const signature = createHmac('sha256', secret)
      .update(`${String(at)}.${notice}`)
      .digest('hex');
    return server.app.inject({
      method: 'POST',
      url: '/webhooks/payments',
      headers: { 'content-type': 'application/json', 'stripe-signature': `t=${String(at)},v1=${signature}` },
      payload: notice,
    });
  };
  const now = Math.floor(ctx.clock.now().getTime() / 1000);
  const secret = ctx.sandbox.control.externalServices.keys().payments.webhook_secret;
  expect((await send('whsec_other', now)).statusCode).toBe(401);
  expect((await send(secret, now - 600)).statusCode).toBe(401);
  const answers = await Promise.all([send(secret, now), send(secret, now), send(secret, now)]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  // Signed, but not so: the provider is asked, and knows better.
  expect(await ctx.runJobs()).toContain('billing.follow_payment');
  expect((await storeOf(base, owner)).id).toBe(id);

  const { console } = ctx.sandbox.control.externalServices.keys();
  await ctx.fetch(`${console.url}/subscriptions/${id}/end`, { method: 'POST', redirect: 'manual' });
  await ctx.settle();
  expect(await storeOf(base, owner)).toEqual({ id: null, tier: null });
  expect((await recordedActivities(ctx, 'store.end_subscription')).at(-1)).toMatchObject({ actor: nobody });
});

it('events of the provider are purged after thirty days', async () => {
  const { store } = await openStore();
  ctx.sandbox.control.externalServices.subscribe({ store_id: store.id, email: 'owner@shop.test' });
  await ctx.settle();
  const events = () => ctx.db.selectFrom('payment_events').select('id').execute();
  const before = await events();
  expect(before.length).toBeGreaterThan(0);
  ctx.clock.advance(EVENTS_KEPT);
  await enqueue(ctx.db, purgePaymentEventsJob, {});
  expect(await ctx.runJobs()).toContain('billing.purge_payment_events');
  const kept = await events();
  expect(kept.length).toBeGreaterThan(0);
  ctx.clock.advance(60_000);
  await enqueue(ctx.db, purgePaymentEventsJob, {});
  await ctx.runJobs();
  expect(await events()).toEqual([]);
});

it('a deleted store’s subscription ends with it', async () => {
  const { store, owner, base } = await openStore();
  const { id } = ctx.sandbox.control.externalServices.subscribe({
    store_id: store.id,
    email: 'owner@shop.test',
  });
  await ctx.settle();
  expect((await server.call('DELETE', `${base}.json`, { token: owner })).status).toBe(200);
  await ctx.settle();
  const { console } = ctx.sandbox.control.externalServices.keys();
  expect(await (await ctx.fetch(`${console.url}/dashboard`)).text()).toContain(`${id}</span>: canceled`);
});

it('a provider that is away does not end anything', async () => {
  const { store, owner, base } = await openStore();
  const { id } = ctx.sandbox.control.externalServices.subscribe({
    store_id: store.id,
    email: 'owner@shop.test',
  });
  await ctx.settle();
  const away = await createTestServer({
    ...ctx,
    fetch: () => Promise.reject(new TypeError('fetch failed')),
  });
  const ended = await away.call('DELETE', `${base}/end_subscription.json`, { token: owner });
  expect(ended).toMatchObject({
    status: 422,
    body: { errors: { store: [expect.stringContaining('did not end')] } },
  });
  expect((await storeOf(base, owner)).id).toBe(id);
  await away.close();
});

it('only the owner pays or ends it, and a browser comes back to this program alone', async () => {
  const { store, owner, base } = await openStore();
  const admin = await addUser(ctx);
  await addMember(ctx, store.id, admin, 'admin');
  const token = await openSession(ctx, admin);
  expect((await server.call('POST', `${base}/checkout_sessions.json`, { token, body })).status).toBe(403);
  expect((await server.call('DELETE', `${base}/end_subscription.json`, { token })).status).toBe(403);
  for (const path of ['https://elsewhere.test/', '//elsewhere.test', '/\\elsewhere.test', 'stores']) {
    const answer = await server.call('POST', `${base}/checkout_sessions.json`, {
      token: owner,
      body: { checkout_session: { return_path: path } },
    });
    expect(answer.status, path).toBe(422);
  }
});
