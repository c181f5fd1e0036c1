import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createSandbox, type Sandbox, type SandboxOptions } from '../sandbox.ts';

interface ReceivedEvent {
  readonly url: string;
  readonly type: string;
  readonly isSigned: boolean;
}

function stage(answers: number[] = [], options: Partial<SandboxOptions> = {}) {
  let now = new Date('2026-11-20T02:00:00Z').getTime();
  const received: ReceivedEvent[] = [];
  const sandbox: Sandbox = createSandbox({
    seed: 1,
    content: 'none',
    ...options,
    clock: { now: () => new Date(now), advance: (milliseconds: number) => (now += milliseconds) },
    deliver: ({ url, headers, body }) => {
      const [, at = '', signature = ''] =
        /^t=(\d+),v1=([0-9a-f]+)$/.exec(headers['stripe-signature'] ?? '') ?? [];
      const secret = sandbox.control.externalServices.keys().payments.webhook_secret;
      const made = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
      const { type } = z.object({ type: z.string() }).parse(JSON.parse(body));
      received.push({ url, type, isSigned: made === signature });
      return Promise.resolve({ status: answers.shift() ?? 200, body: '' });
    },
  });
  const keys = sandbox.control.externalServices.keys();
  const post = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
    sandbox.fetch(`${keys.payments.url}${path}`, {
      method: 'POST',
      body: new URLSearchParams(form),
      headers,
      redirect: 'manual',
    });
  const api = { authorization: `Bearer ${keys.payments.secret_key}` };
  return { sandbox, keys, received, post, api, pass: (seconds: number) => (now += seconds * 1000) };
}

const order = {
  mode: 'subscription',
  customer_email: 'owner@shop.test',
  'line_items[0][price_data][currency]': 'sgd',
  'line_items[0][price_data][product_data][name]': 'Evenstock, Kopi <Corner>',
  'subscription_data[metadata][store_id]': '7',
  success_url: 'http://localhost:3000/stores/kopi',
  cancel_url: 'http://localhost:3000/stores/kopi',
};
const opened = z.object({ id: z.string(), url: z.string() });

test('a card is entered on the provider’s page, and the notice is sent again until the app accepts it', async () => {
  const { sandbox, keys, received, post, api, pass } = stage([500, 500]);
  expect((await post('/v1/checkout/sessions', order)).status).toBe(401);
  const session = opened.parse(await (await post('/v1/checkout/sessions', order, api)).json());
  const shown = await (await sandbox.fetch(session.url)).text();
  expect(shown).toContain('Evenstock, Kopi &lt;Corner&gt;');
  const path = new URL(session.url).pathname;
  const declined = await post(path, { number: '4000000000000002' });
  expect(declined.status).toBe(422);
  expect(await declined.text()).toContain('Your card was declined.');
  await sandbox.runDue();
  expect(received).toEqual([]);

  const paid = await post(path, { number: '4242 4242 4242 4242' });
  expect([paid.status, paid.headers.get('location')]).toEqual([303, order.success_url]);
  // The page of a paid session redirects at once and bills only once.
  expect((await post(path, { number: '4242424242424242' })).status).toBe(303);
  await sandbox.runDue();
  pass(3);
  await sandbox.runDue();
  expect(received.map(({ type }) => type).sort()).toEqual([
    'checkout.session.completed',
    'checkout.session.completed',
    'customer.subscription.created',
    'customer.subscription.created',
  ]);
  expect(received.every(({ isSigned, url }) => isSigned && url === keys.payments.webhook_url)).toBe(true);
  pass(100);
  await sandbox.runDue();
  expect(received).toHaveLength(4);
});

test('a repeated idempotency key gets the first answer, and an error with other parameters', async () => {
  const { post, api } = stage();
  const keyed = { ...api, 'idempotency-key': 'once' };
  const [one, other] = [
    await (await post('/v1/checkout/sessions', order, keyed)).json(),
    await (await post('/v1/checkout/sessions', order, keyed)).json(),
  ];
  expect(other).toEqual(one);
  const changed = await post('/v1/checkout/sessions', { ...order, customer_email: 'x@shop.test' }, keyed);
  expect(await changed.json()).toMatchObject({ error: { type: 'idempotency_error' } });
  expect(changed.status).toBe(400);
});

test('an unknown subscription is missing in the provider’s words', async () => {
  const { sandbox, keys, api } = stage();
  const answer = await sandbox.fetch(`${keys.payments.url}/v1/subscriptions/sub_none`, { headers: api });
  expect(answer.status).toBe(404);
  expect(await answer.json()).toMatchObject({ error: { code: 'resource_missing' } });
});

test('the console signs a person in for one use within five minutes, and redirects to no other site', async () => {
  const { sandbox, keys, post, pass } = stage();
  const signedIn = await post('/login', { email: 'Owner@Shop.test', redirect: '//elsewhere.test' });
  const entry = new URL(signedIn.headers.get('location') ?? '');
  expect(entry.origin + entry.pathname).toBe('http://localhost:3000/console_entry');
  expect(entry.searchParams.get('useremail')).toBe('owner@shop.test');
  expect(entry.searchParams.get('redirect')).toBe('/');
  const redeem = (session: string | null, secret = keys.console.secret) =>
    sandbox.fetch(`${keys.console.url}/api/login_sessions/redeem`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({ login_session: session }),
    });
  const session = entry.searchParams.get('loginsession');
  expect((await redeem(session, 'guess')).status).toBe(401);
  const first = await redeem(session);
  expect(await first.json()).toEqual({
    user: { id: entry.searchParams.get('userid'), email: 'owner@shop.test' },
  });
  expect((await redeem(session)).status).toBe(404);
  const late = sandbox.control.externalServices.loginSession({ email: 'owner@shop.test' });
  pass(301);
  expect((await redeem(late.login_session)).status).toBe(404);
  expect((await redeem(`${late.login_session}x`)).status).toBe(404);
});
