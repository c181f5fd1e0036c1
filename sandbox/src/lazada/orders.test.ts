import { createServer } from 'node:http';
import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { pushAuthorization } from './signature.ts';
import { Harness } from './harness.fixture.ts';

const harness = new Harness(13);
beforeAll(async () => harness.open());
afterAll(async () => harness.sandbox.close());
beforeEach(async () => harness.begin());

const itemsData = z.array(
  z.object({
    order_item_id: z.int(),
    status: z.string(),
    updated_at: z.string(),
    cancel_return_initiator: z.string(),
    need_cancel_confirm: z.boolean(),
    reverse_order_id: z.string(),
  }),
);

describe('orders', () => {
  const items = async (order: string) => {
    const { data } = await harness.client.get('/order/items/get', { order_id: order });
    return itemsData.parse(data);
  };

  test('come with one record for each unit, and their statuses', async () => {
    harness.addListing('KAYA');
    harness.addListing('TOAST');
    const number = harness.buy('KAYA', 2, false);
    expect((await items(number)).map(({ status }) => status)).toEqual(['unpaid', 'unpaid']);
    harness.happen(number, 'pay');
    const { data } = await harness.client.get('/order/get', { order_id: number });
    expect(data).toMatchObject({
      order_id: Number(number),
      order_number: Number(number),
      statuses: ['pending'],
      items_count: 2,
      price: '40.00',
      shipping_fee: 1.49,
    });
    const other = harness.buy('TOAST', 1);
    const many = await harness.client.get('/orders/items/get', { order_ids: `[${number},${other},1]` });
    expect(many.data).toMatchObject([
      { order_id: Number(number), order_items: [{ sku: 'KAYA' }, { sku: 'KAYA' }] },
      { order_id: Number(other) },
    ]);
    expect((await harness.client.get('/order/get', { order_id: '1' })).code).toBe('16');
  });

  test('are listed by creation or update, and filtered by status', async () => {
    harness.addListing('KAYA');
    const first = harness.buy('KAYA', 1);
    harness.buy('KAYA', 1, false);
    const at = new Date(harness.sandbox.clock.now()).toISOString();
    harness.sandbox.clock.advance(60_000);
    harness.client.now = () => harness.sandbox.clock.now();
    harness.happen(first, 'cancel');
    const since = '2020-01-01T00:00:00+08:00';
    expect((await harness.client.get('/orders/get', {})).code).toBe('MissingParameter');
    expect((await harness.client.get('/orders/get', { created_after: since })).data).toMatchObject({
      count: 2,
      countTotal: 2,
    });
    expect((await harness.client.get('/orders/get', { update_after: at })).data).toMatchObject({
      count: 1,
      orders: [{ order_id: Number(first), statuses: ['canceled'] }],
    });
    expect(
      (await harness.client.get('/orders/get', { created_after: since, status: 'unpaid' })).data,
    ).toMatchObject({
      countTotal: 1,
    });
    expect(
      (await harness.client.get('/orders/get', { created_after: since, limit: '1', offset: '1' })).data,
    ).toMatchObject({ count: 1, countTotal: 2 });
    for (const [parameters, code] of [
      [{ limit: '101' }, '19'], [{ offset: '5001' }, '14'], [{ status: 'odd' }, '36'], [{ sort_by: 'price' }, '75'], [{ sort_direction: 'UP' }, '74'],
    ] as const) expect((await harness.client.get('/orders/get', { created_after: since, ...parameters })).code).toBe(code); // oxfmt-ignore
  });

  test('an order that is listed late is not shown before', async () => {
    harness.addListing('KAYA');
    harness.sandbox.control.setFaults([{ kind: 'hidden_order', rate: 1, after: 60 }]);
    const number = harness.buy('KAYA', 1);
    harness.sandbox.control.setFaults([]);
    const since = '2020-01-01T00:00:00+08:00';
    expect((await harness.client.get('/orders/get', { created_after: since })).data).toMatchObject({
      count: 0,
    });
    expect((await harness.client.get('/order/get', { order_id: number })).code).toBe('16');
    harness.sandbox.clock.advance(61_000);
    harness.client.now = () => harness.sandbox.clock.now();
    expect((await harness.client.get('/orders/get', { created_after: since })).data).toMatchObject({
      count: 1,
    });
  });

  test('the seller cancels single units; for lack of stock the SKU goes to 0', async () => {
    const { item } = harness.addListing('KAYA');
    const number = harness.buy('KAYA', 3);
    const [first, second] = await items(number);
    const cancel = (ids: unknown[], reason: string) =>
      harness.client.get('/order/reverse/cancel/create', {
        order_id: number,
        order_item_id_list: JSON.stringify(ids),
        reason_id: reason,
      });
    expect(
      (
        await harness.client.get('/order/reverse/cancel/validate', {
          order_id: number,
          order_item_id_list: JSON.stringify([String(first?.order_item_id)]),
        })
      ).data,
    ).toMatchObject({ reason_options: [{}, { reason_id: '10000021' }, {}] });
    expect((await cancel([String(second?.order_item_id)], '10000019')).code).toBe('0');
    expect((await items(number)).map(({ status }) => status)).toEqual(['pending', 'canceled', 'pending']);
    expect((await items(number))[1]?.cancel_return_initiator).toBe('cancellation-seller');
    expect(await harness.numbers(item)).toEqual([8, 10, 0, 2]);
    expect((await cancel([String(second?.order_item_id)], '10000019')).code).toBe('131');
    expect((await cancel(['1'], '10000019')).code).toBe('20');
    expect((await cancel([String(first?.order_item_id)], '10000021')).code).toBe('0');
    expect(await harness.numbers(item)).toEqual([0, 1, 0, 1]);
  });

  test('a buyer’s request to cancel waits for the seller’s answer', async () => {
    const { item } = harness.addListing('KAYA');
    const number = harness.buy('KAYA', 1);
    harness.happen(number, 'request_cancellation');
    const [asked] = await items(number);
    expect(asked).toMatchObject({ status: 'pending', need_cancel_confirm: true });
    const decide = { reverse_order_id: asked?.reverse_order_id ?? '', agree_cancel: 'true' };
    expect((await harness.client.get('/order/reverse/cancel/seller/decide', decide)).code).toBe('0');
    expect((await items(number))[0]).toMatchObject({
      status: 'canceled',
      need_cancel_confirm: false,
      cancel_return_initiator: 'cancellation-customer',
    });
    expect(await harness.numbers(item)).toEqual([10, 10, 0, 0]);
    expect((await harness.client.get('/order/reverse/cancel/seller/decide', decide)).code).toBe('106');
  });
});

describe('push messages', () => {
  test('report each unit, signed over the raw body, and are sent again when the app does not take them', async () => {
    const got: { body: string; authorization: string }[] = [];
    let status = 503;
    const server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        got.push({
          body: Buffer.concat(parts).toString('utf8'),
          authorization: request.headers.authorization ?? '',
        });
        response.writeHead(status).end();
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    harness.addListing('KAYA');
    harness.sandbox.control.setWebhook('lazada', `http://127.0.0.1:${String(address.port)}/lazada`);
    const number = harness.buy('KAYA', 2);
    const orderMessages = () => got.filter(({ body }) => body.includes('"message_type":0'));
    await expect.poll(() => orderMessages().length).toBe(2);
    for (const { body, authorization } of orderMessages()) {
      expect(authorization).toBe(pushAuthorization(harness.app.id, harness.app.secret, body));
      expect(JSON.parse(body)).toMatchObject({
        seller_id: harness.shop,
        site: 'lazada_sg',
        data: { order_status: 'pending', trade_order_id: number },
      });
    }
    // Each attempt has ended, refused or without an answer within half a second; its retry is scheduled then.
    const ended = () =>
      harness.sandbox.control
        .calls('lazada', harness.shop)
        .filter(({ call, status: answered }) => call.startsWith('notice ') && answered !== 200);
    await expect.poll(() => ended().length).toBeGreaterThanOrEqual(2);
    status = 200;
    harness.sandbox.clock.advance(30 * 60_000 + 1_000);
    await harness.sandbox.runDue();
    await expect.poll(() => orderMessages().length).toBe(4);
    expect(new Set(orderMessages().map(({ body }) => body)).size).toBe(2);
    harness.happen(number, 'cancel');
    await expect.poll(() => got.filter(({ body }) => body.includes('CANCEL_SUCCESS')).length).toBe(2);
    server.close();
  });
});
