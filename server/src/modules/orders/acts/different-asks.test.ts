import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { plainError } from '@evenstock/contract/api/fields';
import { showShipmentForm } from '@evenstock/contract/fulfilment/fulfilment';
import { showOperation } from '@evenstock/contract/operations/operations';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { firstAnswers } from '../../../testing/first-answers.ts';
import { createTestServer, type TestServer } from '../../../testing/http.ts';
import { openOrderHarness, refusal, type OrderHarness } from '../../../testing/order-harness.ts';
import { addMember, addUser, openSession } from '../../../testing/world.ts';

/* Two members who ask for different things at the same order. */

let harness: OrderHarness;
let server: TestServer;
let other: string;
beforeAll(async () => {
  harness = await openOrderHarness(['lazada', 'qoo10', 'tiktok', 'shopee']);
  server = await createTestServer(harness.market.ctx);
  const userId = await addUser(harness.market.ctx);
  await addMember(harness.market.ctx, harness.market.storeId, userId, 'owner');
  other = await openSession(harness.market.ctx, userId);
});
afterAll(async () => {
  await server.close();
  await harness.close();
});
beforeEach(() => harness.market.setNetwork(null));

const twoLines = [
  { sku: 'TEE', quantity: 1 },
  { sku: 'CUP', quantity: 1 },
];

const itemsOf = async (number: string) => (await harness.orderOf(number)).order_items.map(({ id }) => id);
interface Case {
  readonly name: string;
  readonly channel: ChannelKind;
  readonly call: string;
  readonly order: () => Promise<string>;
  readonly bodies: (number: string) => Promise<readonly [unknown, unknown]>;
  /** The call that has the effect. */
  readonly effect: string;
}

const cases: readonly Case[] = [
  {
    name: 'ship one item, and the other',
    channel: 'lazada',
    call: '/ship',
    order: () => harness.buy('lazada', { lines: twoLines }),
    async bodies(number) {
      const [first, second] = await itemsOf(number);
      const { body } = await harness.get(number, '/shipment_form');
      const ship = firstAnswers(showShipmentForm.reply.parse(body).shipment_form);
      return [
        { ship: { ...ship, order_item_ids: [first] } },
        { ship: { ...ship, order_item_ids: [second] } },
      ];
    },
    effect: '/order/fulfill/pack',
  },
  {
    name: 'ship with one tracking number, and with another',
    channel: 'qoo10',
    call: '/ship',
    order: () => harness.buy('qoo10'),
    bodies: () =>
      Promise.resolve([
        { ship: { shipping_company: 'Ninja Van', tracking_no: 'AAA111' } },
        { ship: { shipping_company: 'Ninja Van', tracking_no: 'BBB222' } },
      ]),
    effect: 'SetSendingInfo',
  },
  {
    name: 'cancel one item, and all of it',
    channel: 'lazada',
    call: '/cancel',
    order: () => harness.buy('lazada', { lines: twoLines }),
    async bodies(number) {
      const [first] = await itemsOf(number);
      const [reason_id] = await harness.reasonKeys(number, '/lazada_cancellation_reasons');
      return [{ cancel: { reason_id, order_item_id: first } }, { cancel: { reason_id } }];
    },
    effect: '/order/reverse/cancel/create',
  },
  {
    name: 'reject a cancellation for one reason, and for another',
    channel: 'tiktok',
    call: '/reject_cancellation',
    order: () => harness.buyAndAskToCancel('tiktok'),
    async bodies(number) {
      const [one, two] = await harness.reasonKeys(number, '/cancellation_refusal_reasons');
      return [{ order: { reason: one } }, { order: { reason: two } }];
    },
    effect: '/reject?',
  },
  {
    name: 'dispute a return in these words, and in others',
    channel: 'tiktok',
    call: '/dispute_return',
    order: () => harness.buyAndReturn('tiktok'),
    async bodies(number) {
      const [reason] = await harness.reasonKeys(number, '/dispute_reasons');
      return [
        { order: { reason, text_reason: 'It was whole.' } },
        { order: { reason, text_reason: 'It was worn.' } },
      ];
    },
    effect: '/reject?',
  },
];

/** Counts the calls that have an effect, and loses their answers. */
function loseAnswers(effect: string): { readonly sent: () => number } {
  let sent = 0;
  harness.market.setNetwork(async ({ url, body }, go) => {
    const answer = await go();
    if (!`${url} ${body}`.includes(effect)) return answer;
    sent += 1;
    throw new TypeError('fetch failed');
  });
  return { sent: () => sent };
}

const said = (answer: { readonly body: unknown }) => plainError.parse(answer.body);

describe.each(cases.map((one) => [one.name, one.channel, one] as const))(
  '%s at %s',
  (_name, _channel, one) => {
    it('the second gets 409 with what is being done, and the same joins it', async () => {
      const number = await one.order();
      const [first, second] = await one.bodies(number);
      const { sent } = loseAnswers(one.effect);
      const begun = await harness.post(number, one.call, first);
      expect(begun.status, JSON.stringify(begun.body)).toBe(202);
      const refused = await harness.post(number, one.call, second, other);
      expect(refused.status, JSON.stringify(refused.body)).toBe(409);
      const { error, values } = said(refused);
      expect(error).toMatch(/^Not done: \S+@\S+ .*\d{4}-\d{2}-\d{2} \d{2}:\d{2}/);
      expect(values).toMatchObject({ who: (await harness.actionsOf(number))[0]?.asked_by?.email });
      const joined = await harness.post(number, one.call, first, other);
      expect(joined.status, JSON.stringify(joined.body)).toBeLessThan(300);
      expect(await harness.actionsOf(number)).toHaveLength(1);
      expect(sent()).toBe(1);
    });

    it('in the same instant one is done, and the other refused', async () => {
      const number = await one.order();
      const [first, second] = await one.bodies(number);
      const answers = await Promise.all([
        harness.post(number, one.call, first),
        harness.post(number, one.call, second, other),
      ]);
      const statuses = answers.map(({ status }) => status).sort((a, b) => a - b);
      expect(statuses[0]).toBeLessThan(300);
      // The second may come after the first has ended: then the marketplace, or the order, refuses it, or it is done too.
      if (statuses[1] === 409) expect(await harness.actionsOf(number)).toHaveLength(1);
      else if ((statuses[1] ?? 0) < 300) expect(await harness.actionsOf(number)).toHaveLength(2);
      else expect(statuses[1]).toBe(422);
    });
  },
);

it('checks what is filled in also while something is under way', async () => {
  const number = await harness.buy('qoo10');
  harness.market.setNetwork(({ url, body }, go) =>
    `${url} ${body}`.includes('SetSendingInfo') ? Promise.reject(new TypeError('fetch failed')) : go(),
  );
  await harness.post(number, '/ship', { ship: { shipping_company: 'Ninja Van', tracking_no: 'AAA111' } });
  const wrong = { ship: { shipping_company: 'Ninja Van', tracking_no: 'B-2' } };
  const refused = await harness.post(number, '/ship', wrong, other);
  expect(refused.status).toBe(422);
  expect(Object.keys(refusal(refused))).toEqual(['tracking_no']);
});

it('a row of a mass action says what is being done to its order, and turns into the outcome of what it joined', async () => {
  const number = await harness.buy('qoo10');
  loseAnswers('SetSendingInfo');
  const begun = await harness.post(number, '/ship', {
    ship: { shipping_company: 'Ninja Van', tracking_no: 'AAA111' },
  });
  expect(begun.status).toBe(202);
  const store = `/api/stores/${String(harness.market.storeId)}`;
  const show = async (id: number) => {
    const { body } = await server.call('GET', `${store}/operations/${String(id)}.json`, { token: other });
    const { operation, rows } = showOperation.reply.parse(body);
    const { done, failed, unconfirmed } = operation;
    return { done, failed, unconfirmed, rows: rows.map(({ state, reason }) => [state, reason?.code]) };
  };
  const ship = async (tracking_no: string) => {
    const started = await server.app.inject({
      method: 'POST',
      url: `${store}/orders/mass_ship.json`,
      headers: { 'authentication-token': other, prefer: 'respond-async' },
      payload: { orders: [{ reference_number: number, shipping_company: 'Ninja Van', tracking_no }] },
    });
    const { mass_action: run } = started.json<{ mass_action: { id: number } }>();
    await harness.settle();
    return run.id;
  };
  const joined = await ship('AAA111');
  expect(await show(joined)).toEqual({
    done: 0,
    failed: 0,
    unconfirmed: 1,
    rows: [['unconfirmed', 'orders.not_confirmed_yet']],
  });
  expect((await show(await ship('BBB222'))).rows).toEqual([['failed', 'orders.busy_ship']]);
  await harness.later(30);
  expect(await show(joined)).toEqual({ done: 1, failed: 0, unconfirmed: 0, rows: [['done', undefined]] });
});

it('confirms a pickup with the coupon that was shown first', async () => {
  const number = await harness.buy('qoo10', { self_collect: true });
  await harness.post(number, '/ready_to_collect');
  await harness.later(120);
  const proof = (auth_no: string) => ({ pickup: { coupon_no: '123456789', auth_no } });
  const answers = await Promise.all([
    harness.post(number, '/pickup', proof('1111')),
    harness.post(number, '/pickup', proof('2222'), other),
  ]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});
