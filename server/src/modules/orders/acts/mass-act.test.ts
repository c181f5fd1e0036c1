import { showShipmentForm } from '@evenstock/contract/fulfilment/fulfilment';
import {
  listOperations,
  retryOperation,
  showOperation,
  type Operation,
} from '@evenstock/contract/operations/operations';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { firstAnswers } from '../../../testing/first-answers.ts';
import { createTestServer, type TestServer } from '../../../testing/http.ts';
import { openOrderHarness, type OrderHarness } from '../../../testing/order-harness.ts';

let harness: OrderHarness;
let server: TestServer;
let store: string;

beforeAll(async () => {
  harness = await openOrderHarness(['shopee', 'lazada', 'shopify', 'qoo10', 'tiktok']);
  server = await createTestServer(harness.market.ctx);
  store = `/api/stores/${String(harness.market.storeId)}`;
});
afterAll(async () => {
  await server.close();
  await harness.close();
});
beforeEach(() => harness.market.setNetwork(null));

/** Starts a mass action without waiting. @returns its id */
async function start(call: string, orders: readonly object[]): Promise<number> {
  const answer = await server.app.inject({
    method: 'POST',
    url: `${store}/orders/${call}.json`,
    headers: { 'authentication-token': harness.token, prefer: 'respond-async' },
    payload: { orders },
  });
  expect(answer.statusCode).toBe(202);
  return answer.json<{ mass_action: { id: number } }>().mass_action.id;
}

async function outcomes(id: number): Promise<Record<string, string | null>> {
  const { body } = await server.call('GET', `${store}/operations/${String(id)}.json?per_page=100`, {
    token: harness.token,
  });
  const { rows } = showOperation.reply.parse(body);
  return Object.fromEntries(rows.map(({ key, state, reason }) => [key, reason?.text ?? state]));
}

/** The operation as the list of the store's operations has it. */
async function listed(id: number): Promise<Operation | undefined> {
  const { body } = await server.call('GET', `${store}/operations.json`, { token: harness.token });
  return listOperations.reply.parse(body).operations.find((operation) => operation.id === id);
}

const calls = (channel: 'shopee', number: string, event: string): number =>
  harness.market.sandbox.control
    .storedOrder(channel, harness.market.shop(channel).shop, number)
    .events.filter(({ name }) => name === event).length;

describe('one action on many orders', () => {
  it('ships those of several marketplaces, each with its answers, and shows why others are not', async () => {
    const shopee = await harness.buy('shopee');
    const qoo10 = await harness.buy('qoo10');
    const unpaid = harness.market.sandbox.control.placeOrder('shopee', harness.market.shop('shopee').shop, {
      lines: [{ sku: 'TEE', quantity: 1 }],
      paid: false,
    }).number;
    await harness.settle();
    const { body } = await harness.get(shopee, '/shipment_form');
    const id = await start('mass_ship', [
      { reference_number: shopee, ...firstAnswers(showShipmentForm.reply.parse(body).shipment_form) },
      { reference_number: qoo10, shipping_company: 'SingPost', tracking_no: 'SP123' },
      { reference_number: unpaid },
      { reference_number: 'NOWHERE' },
    ]);
    await harness.later(30);
    expect(await outcomes(id)).toEqual({
      [shopee]: 'done',
      [qoo10]: 'done',
      [unpaid]: 'The order does not wait to be shipped. Sync it from its marketplace to see where it is.',
      NOWHERE: 'The order was not found.',
    });
    await harness.later(120);
    for (const number of [shopee, qoo10]) expect((await harness.orderOf(number)).state).toBe('shipped');
  });

  it('continues after an answer was lost, without doing anything twice', async () => {
    const numbers = [await harness.buy('shopee'), await harness.buy('shopee')];
    let isDead = false;
    harness.market.setNetwork(async ({ url }, go) => {
      const answer = await go();
      if (url.includes('cancel_order') && !isDead) {
        isDead = true;
        throw new TypeError('fetch failed');
      }
      return answer;
    });
    const id = await start(
      'mass_cancel',
      numbers.map((reference_number) => ({ reference_number, reason_id: 'CUSTOMER_REQUEST' })),
    );
    await harness.settle();
    // The row of the first order shows that its answer was lost, and the second order is done.
    expect(Object.values(await outcomes(id)).sort()).toEqual([
      'Shopee has not confirmed yet. We check and tell you on the order’s page.',
      'done',
    ]);
    await harness.later(120);
    // Shopee confirmed it since.
    expect(Object.values(await outcomes(id))).toEqual(['done', 'done']);
    expect(await listed(id)).toMatchObject({ done: 2, failed: 0, can_retry: false });
    const { body } = await server.call('POST', `${store}/operations/${String(id)}/retry.json`, {
      token: harness.token,
    });
    const again = retryOperation.reply.parse(body).operation.id;
    await harness.later(60);
    const [first = ''] = numbers;
    // It was done meanwhile, and counts as done.
    expect(await outcomes(again)).toEqual({ [first]: 'done' });
    for (const number of numbers) {
      expect(calls('shopee', number, 'cancel')).toBe(1);
      expect((await harness.orderOf(number)).state).toBe('failed_orders');
    }
  });

  it('does not hold up the others for a marketplace that is down', async () => {
    const lazada = await harness.buy('lazada');
    const qoo10 = [await harness.buy('qoo10'), await harness.buy('qoo10')];
    harness.market.setNetwork(({ url }, go) =>
      url.includes('/rest/') ? Promise.resolve(new Response('{}', { status: 500 })) : go(),
    );
    const id = await start('mass_ship', [
      { reference_number: lazada },
      ...qoo10.map((reference_number) => ({
        reference_number,
        shipping_company: 'SingPost',
        tracking_no: 'SP123',
      })),
    ]);
    await harness.settle();
    expect(await outcomes(id)).toEqual(Object.fromEntries(qoo10.map((number) => [number, 'done'])));
    await harness.later(600);
    expect(await listed(id)).toMatchObject({ state: 'done', done: 2, failed: 1 });
  });

  it('ships those of others while one marketplace keeps a call waiting', async () => {
    const lazada = [await harness.buy('lazada'), await harness.buy('lazada')];
    const qoo10 = [await harness.buy('qoo10'), await harness.buy('qoo10')];
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    harness.market.setNetwork(async ({ url }, go) => {
      if (url.includes('/rest/')) await answered;
      return go();
    });
    const id = await start('mass_ship', [
      ...lazada.map((reference_number) => ({ reference_number })),
      ...qoo10.map((reference_number) => ({
        reference_number,
        shipping_company: 'SingPost',
        tracking_no: 'SP123',
      })),
    ]);
    const work = harness.settle();
    const done = Object.fromEntries(qoo10.map((number) => [number, 'done']));
    await expect.poll(() => outcomes(id), { timeout: 20_000 }).toEqual(done);
    expect(await listed(id)).toMatchObject({ state: 'running', done: 2, failed: 0 });
    answer();
    await work;
    await harness.later(120);
    expect(await listed(id)).toMatchObject({ state: 'done', total: 4 });
    expect(Object.keys(await outcomes(id)).sort()).toEqual([...lazada, ...qoo10].sort());
  });

  it('asks a marketplace that gave no answer once more, and names it until then', async () => {
    const number = await harness.buy('lazada');
    const { control } = harness.market.sandbox;
    control.setFaults([{ channel: 'lazada', kind: 'timeout', rate: 1 }]);
    const id = await start('mass_cancel', [{ reference_number: number }]);
    await harness.settle();
    expect(await listed(id)).toMatchObject({
      state: 'waiting',
      done: 0,
      failed: 0,
      error: { code: expect.stringMatching(/answer/) },
    });
    control.setFaults([]);
    await harness.later(60);
    expect(await listed(id)).toMatchObject({ state: 'done', done: 0, failed: 1, error: null });
    // It was asked, and wants a reason.
    expect(await outcomes(id)).toEqual({ [number]: 'Reason is required' });
  });

  it('sets orders ready to collect, and confirms their pickups, each once', async () => {
    const told = await harness.buy('shopee', { self_collect: true });
    const here = await harness.buy('lazada', { self_collect: true });
    const orders = [{ reference_number: told }, { reference_number: here }];
    const ready = await start('mass_set_ready_to_collect', orders);
    await harness.later(60);
    expect(await outcomes(ready)).toEqual({ [told]: 'done', [here]: 'done' });
    expect((await harness.orderOf(here)).state).toBe('buyer_self_collect');
    const picked = await start('mass_pickup', [...orders, { reference_number: 'GONE' }]);
    await harness.later(30);
    expect(await outcomes(picked)).toEqual({
      [told]: 'done',
      [here]: 'done',
      GONE: 'The order was not found.',
    });
    for (const number of [told, here])
      expect((await harness.orderOf(number)).order_items[0]?.evenstock_state).toBe('Collected');
  });
});
