import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createTestContext, type TestContext } from '../../testing/context.ts';
import { createTestServer, type TestServer } from '../../testing/http.ts';
import { recordedActivities } from '../../testing/recorded-changes.ts';
import {
  addMember,
  addPopulatedStore,
  addUser,
  openSession,
  type PopulatedStore,
} from '../../testing/world.ts';
import { postGuarded } from '../../platform/network/guarded-post.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { adjustQuantity } from '../stock/changes/adjust-quantity.ts';
import { recordMovement } from '../stock/ledger/record-movement.ts';
import { deliverWebhook } from './deliver-webhook.ts';
import { purgeDeliveries } from './purge-deliveries.ts';

/** A receiver of a merchant, on this machine. */
interface Received {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}
const received: Received[] = [];
/** What the receiver answers next; null: it closes the connection. */
let answers: (body: string) => { status: number; location?: string } | null = () => ({ status: 204 });

let receiver: Server;
let host: string;
let ctx: TestContext;
let server: TestServer;
beforeAll(async () => {
  receiver = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString('utf8');
      received.push({ headers: request.headers, body });
      const answer = answers(body);
      if (answer === null) {
        request.socket.destroy();
        return;
      }
      response.writeHead(answer.status, answer.location === undefined ? {} : { location: answer.location });
      response.end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as AddressInfo;
  host = `127.0.0.1:${String(port)}`;
  ctx = await createTestContext({ settings: { webhookHosts: [host] } });
  server = await createTestServer(ctx);
});
afterAll(async () => {
  await server.close();
  await ctx.close();
  await new Promise((resolve) => receiver.close(resolve));
});
beforeEach(() => {
  received.length = 0;
  answers = () => ({ status: 204 });
});

interface Place {
  readonly store: PopulatedStore;
  readonly userId: number;
  readonly session: string;
}
async function openStore(): Promise<Place> {
  const store = await addPopulatedStore(ctx);
  const userId = await addUser(ctx);
  await addMember(ctx, store.id, userId, 'owner');
  await ctx.db.deleteFrom('webhooks').where('store_id', '=', store.id).execute();
  return { store, userId, session: await openSession(ctx, userId) };
}

const made = z.object({ webhook: z.object({ id: z.number() }), secret: z.string() });
async function addWebhook(
  { store, session }: Place,
  events = ['quantity.changed'],
): Promise<{ id: number; secret: string }> {
  const answer = await server.call('POST', `/api/stores/${store.slug}/webhooks.json`, {
    token: session,
    body: { webhook: { url: `http://${host}/hook`, events } },
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  const { webhook, secret } = made.parse(answer.body);
  return { id: webhook.id, secret };
}

const deliveries = z.object({
  deliveries: z.array(
    z.object({
      id: z.number(),
      state: z.string(),
      attempts: z.number(),
      answer_code: z.number().nullable(),
      reason: z.object({ code: z.string() }).nullable(),
    }),
  ),
  total_count: z.number(),
});
async function deliveriesOf({ store, session }: Place, id: number, query = '') {
  const path = `/api/stores/${store.slug}/webhooks/${String(id)}/deliveries.json${query}`;
  return deliveries.parse((await server.call('GET', path, { token: session })).body);
}

/** A member adds units to the store's SKU. */
const adjust = ({ store, userId }: Place, units: number) =>
  adjustQuantity(ctx, { storeId: store.id, variantId: store.variantId, userId, units });

const body = z.object({ id: z.number(), version: z.number(), event: z.string() }).loose();
const bodies = (): z.infer<typeof body>[] => received.map((one) => body.parse(JSON.parse(one.body)));

it('a change of quantity is delivered with ids alone, signed', async () => {
  const place = await openStore();
  const { secret } = await addWebhook(place);
  await adjust(place, 5);
  await ctx.runJobs();
  expect(bodies()).toEqual([
    {
      id: expect.any(Number),
      version: expect.any(Number),
      event: 'quantity.changed',
      occurred_at: ctx.clock.now().toISOString(),
      store_id: place.store.id,
      variant: { id: place.store.variantId, product_id: place.store.productId },
    },
  ]);
  const [{ headers, body: text } = { headers: {}, body: '' }] = received;
  const [, time = '', mac = ''] =
    /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['evenstock-signature'])) ?? [];
  expect(Number(time)).toBe(Math.floor(ctx.clock.now().getTime() / 1000));
  expect(createHmac('sha256', secret).update(`${time}.${text}`).digest('hex')).toBe(mac);
  expect(headers['evenstock-delivery']).toBe(String(bodies()[0]?.id));
  expect(headers['evenstock-event']).toBe('quantity.changed');
});

it('a change of an order is delivered by who wants it, without a buyer’s data', async () => {
  const place = await openStore();
  await addWebhook(place, ['order.changed']);
  await addWebhook(place, ['quantity.changed']);
  const path = `/api/stores/${place.store.slug}/orders/${place.store.referenceNumber}/add_notes.json`;
  await server.call('POST', path, { token: place.session, body: { order: { notes: 'call Mrs Tan' } } });
  await ctx.runJobs();
  expect(bodies()).toMatchObject([
    {
      event: 'order.changed',
      order: {
        id: expect.any(Number),
        reference_number: place.store.referenceNumber,
        marketplace_id: place.store.marketplaceId,
      },
    },
  ]);
  expect(received[0]?.body).not.toContain('Tan');
});

it('what is rolled back is not delivered, and later changes have higher versions', async () => {
  const place = await openStore();
  await addWebhook(place);
  // A third transaction is undone after it has written its entry.
  const undone = inTransaction(ctx.db, async (tx) => {
    const { id: storeId, variantId } = place.store;
    const source = { type: 'User', userId: place.userId } as const;
    const entry = {
      storeId,
      variantId,
      source,
      adjustment: 1,
      action: 'Adjustment',
      cause: 'undone',
    } as const;
    await recordMovement(tx, ctx, entry, ctx.clock.now());
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  await adjust(place, 1);
  await adjust(place, 2);
  await ctx.runJobs();
  const versions = bodies().map(({ version }) => version);
  expect(versions).toHaveLength(2);
  expect(versions).toEqual(versions.toSorted((one, other) => one - other));
});

const HOUR = 3_600_000;

/** Runs the due deliveries once an hour. */
async function runFor(hours: number): Promise<void> {
  for (let hour = 0; hour < hours; hour += 1) {
    ctx.clock.advance(HOUR);
    await ctx.runJobs();
  }
}

const listed = z.object({ webhooks: z.array(z.object({ state: z.string() })) });
/** Whether the only webhook of a store is on. */
async function stateOf({ store, session }: Place): Promise<string | undefined> {
  const list = await server.call('GET', `/api/stores/${store.slug}/webhooks.json`, { token: session });
  return listed.parse(list.body).webhooks[0]?.state;
}

describe('a receiver that fails', () => {
  it('is retried with backoff, and the others are delivered meanwhile', async () => {
    const place = await openStore();
    const { id } = await addWebhook(place);
    await adjust(place, 1);
    const [{ id: refused } = { id: 0 }] = (await deliveriesOf(place, id)).deliveries;
    answers = (text) => ({ status: body.parse(JSON.parse(text)).id === refused ? 500 : 200 });
    await adjust(place, 2);
    await ctx.runJobs();
    expect((await deliveriesOf(place, id)).deliveries).toMatchObject([
      { state: 'delivered', attempts: 1, answer_code: 200, reason: null },
      { state: 'pending', attempts: 1, answer_code: 500, reason: { code: 'webhooks.answered' } },
    ]);
    ctx.clock.advance(29_000);
    await ctx.runJobs();
    expect(received).toHaveLength(2);
    answers = () => ({ status: 200 });
    ctx.clock.advance(1000);
    await ctx.runJobs();
    expect((await deliveriesOf(place, id)).deliveries[1]).toMatchObject({ state: 'delivered', attempts: 2 });
    // The same delivery, by its id.
    expect(bodies()[0]).toEqual(bodies()[2]);
  });

  it('by silence is left alone with everything until it is tried again', async () => {
    const place = await openStore();
    const { id } = await addWebhook(place);
    answers = () => null;
    for (let units = 1; units <= 3; units += 1) await adjust(place, units);
    await ctx.runJobs();
    expect(received).toHaveLength(1);
    await adjust(place, 4);
    await ctx.runJobs();
    expect(received).toHaveLength(1);
    answers = () => ({ status: 200 });
    ctx.clock.advance(30_000);
    await ctx.runJobs();
    expect((await deliveriesOf(place, id, '?q[state_eq]=delivered')).total_count).toBe(4);
  });

  it('for a day is switched off, its members are notified, and what failed is sent again', async () => {
    const place = await openStore();
    const { id } = await addWebhook(place);
    answers = () => ({ status: 503 });
    await adjust(place, 1);
    await ctx.runJobs();
    await runFor(23);
    expect(await stateOf(place)).toBe('on');
    expect((await deliveriesOf(place, id)).deliveries).toMatchObject([{ state: 'pending', attempts: 24 }]);
    await runFor(1);
    expect(await stateOf(place)).toBe('off');
    expect((await recordedActivities(ctx, 'webhook.switch_off')).at(-1)).toEqual({
      actor: { type: 'System', id: null },
      changes: { state: ['on', 'off'] },
    });
    const base = `/api/stores/${place.store.slug}`;
    const hook = `${base}/webhooks/${String(id)}`;
    const notifications = await server.call('GET', `${base}/store_notifications.json`, {
      token: place.session,
    });
    expect(JSON.stringify(notifications.body)).toContain(`A webhook to ${host} was switched off`);
    const { deliveries: given } = await deliveriesOf(place, id);
    expect(given).toMatchObject([{ state: 'failed', answer_code: 503 }]);
    const tries = received.length;
    await adjust(place, 1);
    await ctx.runJobs();
    expect(received).toHaveLength(tries);

    const again = `${hook}/deliveries/${String(given[0]?.id)}/send_again.json`;
    const refused = await server.call('POST', again, { token: place.session });
    expect(refused).toMatchObject({
      status: 422,
      body: { codes: { webhook: [{ code: 'webhooks.switched_off_first' }] } },
    });
    await server.call('PATCH', `${hook}.json`, { token: place.session, body: { webhook: { state: 'on' } } });
    answers = () => ({ status: 204 });
    expect((await server.call('POST', again, { token: place.session })).status).toBe(200);
    await ctx.runJobs();
    expect((await deliveriesOf(place, id)).deliveries).toMatchObject([
      { id: given[0]?.id, state: 'delivered' },
    ]);
    const resolved = await server.call('GET', `${base}/store_notifications.json`, { token: place.session });
    expect(JSON.stringify(resolved.body)).not.toContain('was switched off');
  });

  it('one delivery for a day, and takes others meanwhile, stays on', async () => {
    const place = await openStore();
    const { id } = await addWebhook(place);
    await adjust(place, 1);
    const [{ id: refused } = { id: 0 }] = (await deliveriesOf(place, id)).deliveries;
    answers = (text) => ({ status: body.parse(JSON.parse(text)).id === refused ? 500 : 200 });
    await ctx.runJobs();
    await runFor(12);
    await adjust(place, 2);
    await runFor(12);
    expect((await deliveriesOf(place, id)).deliveries).toMatchObject([
      { state: 'delivered' },
      { id: refused, state: 'failed' },
    ]);
    expect(await stateOf(place)).toBe('on');
  });

  it('by a redirect is not followed', async () => {
    const place = await openStore();
    const { id } = await addWebhook(place);
    answers = () => ({ status: 302, location: `http://${host}/elsewhere` });
    await adjust(place, 1);
    await ctx.runJobs();
    expect(received).toHaveLength(1);
    expect((await deliveriesOf(place, id)).deliveries).toMatchObject([
      { reason: { code: 'webhooks.redirected' } },
    ]);
  });
});

it('a worker that was killed between the call and its record sends it again', async () => {
  const place = await openStore();
  const { id } = await addWebhook(place);
  await adjust(place, 1);
  // It dies in the transaction that would have recorded the answer.
  const now = (): Date => {
    if (received.length > 0) throw new Error('killed');
    return ctx.clock.now();
  };
  const lost = { ...ctx, clock: { ...ctx.clock, now } };
  await expect(deliverWebhook(lost, id)).rejects.toThrow('killed');
  expect(received).toHaveLength(1);
  await ctx.runJobs();
  expect(bodies()[0]).toEqual(bodies()[1]);
  expect((await deliveriesOf(place, id)).deliveries).toMatchObject([{ state: 'delivered', attempts: 1 }]);
});

it('deliveries are deleted after thirty days', async () => {
  const place = await openStore();
  const { id } = await addWebhook(place);
  await adjust(place, 1);
  await ctx.runJobs();
  ctx.clock.advance(30 * 24 * HOUR - 1000);
  await purgeDeliveries(ctx);
  expect((await deliveriesOf(place, id)).total_count).toBe(1);
  ctx.clock.advance(2000);
  await purgeDeliveries(ctx);
  const { rows } = await ctx.database.pool.query('select from webhook_outbox where webhook_id = $1', [id]);
  expect(rows).toHaveLength(0);
});

it.each([
  ['http://shop.example/hook', 'webhooks.url_not_https'],
  ['https://127.0.0.1/hook', 'webhooks.url_private'],
  ['https://169.254.169.254/latest', 'webhooks.url_private'],
  ['https://[::ffff:10.0.0.1]/', 'webhooks.url_private'],
  ['https://[::1]/', 'webhooks.url_private'],
  ['https://2130706433/', 'webhooks.url_private'],
  ['https://localhost/hook', 'webhooks.url_private'],
  ['https://me:secret@shop.example/', 'webhooks.url_with_password'],
  ['ftp://shop.example/', 'webhooks.url_invalid'],
  ['hooks', 'webhooks.url_invalid'],
])('%s is refused', async (url, code) => {
  const { store, session } = await openStore();
  const answer = await server.call('POST', `/api/stores/${store.slug}/webhooks.json`, {
    token: session,
    body: { webhook: { url, events: ['order.changed'] } },
  });
  expect(answer).toMatchObject({ status: 422, body: { codes: { url: [{ code }] } } });
});

it('a public name that leads into a private network is refused as the connection is made', async () => {
  const outcome = await postGuarded({
    // `localhost` stands for any name: the system's resolver gives it this machine.
    url: new URL(`https://localhost:${host.split(':')[1] ?? ''}/hook`),
    headers: {},
    body: '{}',
    timeoutMs: 5000,
    allowedHosts: [],
  });
  expect(outcome).toEqual({ status: null, fault: 'address_private' });
  expect(received).toHaveLength(0);
});

it('the secret is sealed', async () => {
  const place = await openStore();
  const { secret } = await addWebhook(place);
  const { rows } = await ctx.database.pool.query<{ whole: string }>(
    "select encode(secret_sealed, 'escape') || w::text as whole from webhooks w",
  );
  expect(rows.map(({ whole }) => whole).join('')).not.toContain(secret);
});
