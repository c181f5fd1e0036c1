import { massSyncOrders } from '@evenstock/contract/orders/orders';
import { retryOperation, showMassAction, showOperation } from '@evenstock/contract/operations/operations';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestServer, type TestServer } from '../../../testing/http.ts';
import { createMarket, type Market } from '../../../testing/market.ts';
import { addMember, addUser, openSession } from '../../../testing/world.ts';

let market: Market;
let server: TestServer;
let token: string;
let path: string;
let numbers: string[];

beforeAll(async () => {
  market = await createMarket({ skus: { TEE: 50 }, channels: ['shopee', 'lazada'] });
  const { ctx } = market;
  // A caller that waits for a mass action sleeps while the worker works.
  const clock = {
    ...market.clock,
    sleep: async (milliseconds: number) => {
      market.clock.advance(milliseconds);
      await ctx.runJobs();
    },
  };
  server = await createTestServer({ ...ctx, clock });
  const userId = await addUser(ctx);
  await addMember(ctx, market.storeId, userId, 'member');
  token = await openSession(ctx, userId);
  path = `/api/stores/${String(market.storeId)}`;
  numbers = (['shopee', 'lazada', 'shopee'] as const).map((channel) => {
    const lines = [{ sku: 'TEE', quantity: 1 }];
    return market.sandbox.control.placeOrder(channel, market.shop(channel).shop, { lines }).number;
  });
  await settle();
  market.setNotices(false);
});
afterAll(async () => {
  await server.close();
  await market.close();
});

async function settle(): Promise<void> {
  do await market.sandbox.runDue();
  while ((await market.ctx.runJobs()).length > 0);
}

async function massSync(references: readonly string[], prefer?: string) {
  const orders = references.map((reference) => ({ reference_number: reference }));
  const answer = await server.app.inject({
    method: 'POST',
    url: `${path}/orders/mass_sync.json`,
    headers: { 'authentication-token': token, ...(prefer === undefined ? {} : { prefer }) },
    payload: { orders },
  });
  return { status: answer.statusCode, body: answer.json<unknown>() };
}

/** Starts it without waiting. @returns the mass action's id */
async function startSync(references: readonly string[]): Promise<number> {
  const { status, body } = await massSync(references, 'respond-async');
  expect(status).toBe(202);
  return showMassAction.reply.parse(body).mass_action.id;
}

async function show(id: number) {
  const { body } = await server.call('GET', `${path}/operations/${String(id)}.json`, { token });
  return showOperation.reply.parse(body);
}

async function statesOf(references: readonly string[]): Promise<string[]> {
  const rows = await market.ctx.db
    .selectFrom('orders')
    .select(['number', 'state'])
    .where('number', 'in', references)
    .execute();
  return references.map((number) => rows.find((row) => row.number === number)?.state ?? 'none');
}

/** Advances the clock past all pauses of waiting work. */
async function passPauses(): Promise<void> {
  for (let at = 0; at < 8; at += 1) {
    await market.ctx.runJobs();
    market.clock.advance(60_000);
  }
}

describe('synchronizing the selected orders', () => {
  it('answers with them once they are read, each once', async () => {
    const [first = '', second = ''] = numbers;
    market.clock.advance(5_000);
    market.sandbox.control.orderEvent('shopee', market.shop('shopee').shop, first, 'cancel', {});
    const { status, body } = await massSync([first, second, first]);
    expect(status).toBe(200);
    const reply = massSyncOrders.reply.parse(body);
    if (!('orders' in reply)) throw new Error('It did not wait.');
    expect(reply.orders.map(({ reference_number: reference }) => reference).sort()).toEqual(
      [first, second].sort(),
    );
    expect(await statesOf([first])).toEqual(['failed_orders']);
  });

  it('answers 422 with what failed, and with those that were read', async () => {
    const [first = ''] = numbers;
    expect(await massSync(['NOBODY', first])).toMatchObject({
      status: 422,
      body: {
        mass_action: { state: 'done', total: 2, done: 1, failed: 1, unconfirmed: 0, left_out: 0 },
        errors: [
          {
            reference_number: 'NOBODY',
            error: 'The order was not found.',
            code: 'orders.sync_not_found',
            values: {},
          },
        ],
        orders: [{ reference_number: first }],
      },
    });
  });

  it('continues without its caller, who follows it', async () => {
    const id = await startSync(numbers);
    const look = async () =>
      showMassAction.reply.parse(
        (await server.call('GET', `${path}/mass_actions/${String(id)}.json`, { token })).body,
      ).mass_action;
    const none = { failed: 0, unconfirmed: 0, left_out: 0 };
    expect(await look()).toEqual({ id, state: 'waiting', total: 3, done: 0, ...none });
    await market.ctx.runJobs();
    expect(await look()).toEqual({ id, state: 'done', total: 3, done: 3, ...none });
    const recorded = await market.ctx.db
      .selectFrom('activities')
      .select('extras')
      .where('key', '=', 'order.mass_sync')
      .where('recipient_id', '=', id)
      .execute();
    expect(recorded).toEqual([{ extras: { orders: 3 } }]);
  });

  it('counts what was left out when it was ended early', async () => {
    const id = await startSync(numbers);
    const answer = await server.call('POST', `${path}/operations/${String(id)}/cancel.json`, { token });
    expect(answer.status).toBe(200);
    await market.ctx.runJobs();
    const { body } = await server.call('GET', `${path}/mass_actions/${String(id)}.json`, { token });
    expect(showMassAction.reply.parse(body).mass_action).toEqual({
      id,
      state: 'cancelled',
      total: 3,
      done: 0,
      failed: 0,
      unconfirmed: 0,
      left_out: 3,
    });
  });

  it('waits for a marketplace that does not answer, then fails its orders alone; the retry takes those', async () => {
    const [, lazada = ''] = numbers;
    market.sandbox.control.setFaults([{ channel: 'shopee', kind: 'throttle', rate: 1 }]);
    const id = await startSync(numbers);
    await market.ctx.runJobs();
    expect((await show(id)).operation).toMatchObject({
      state: 'waiting',
      error: { code: 'answers.slow_down' },
    });
    await passPauses();
    market.sandbox.control.setFaults([]);
    const { operation, rows } = await show(id);
    expect(operation).toMatchObject({ state: 'done', done: 1, failed: 2, can_retry: true });
    expect(rows.map(({ state, reason }) => [state, reason?.code ?? null])).toEqual([
      ['failed', 'answers.slow_down'],
      ['failed', 'answers.slow_down'],
      ['done', null],
    ]);
    expect(rows.at(-1)?.key).toBe(lazada);
    const retried = await server.call('POST', `${path}/operations/${String(id)}/retry.json`, {
      token,
      body: {},
    });
    const again = retryOperation.reply.parse(retried.body).operation;
    expect(again.total).toBe(2);
    await passPauses();
    expect((await show(again.id)).operation).toMatchObject({ state: 'done', done: 2, failed: 0 });
  });

  it('takes a thousand at most', async () => {
    const many = Array.from({ length: 1_001 }, (_, place) => `N-${String(place)}`);
    const refused = await massSync(many);
    expect(refused.status).toBe(422);
    expect(JSON.stringify(refused.body)).toContain('at most 1000 orders');
  });
});
