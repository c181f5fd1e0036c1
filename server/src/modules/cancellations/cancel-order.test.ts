import { newestReasonCalls, reasonCalls } from '@evenstock/contract/cancellations/cancellations';
import { channelKinds, type ChannelKind } from '@evenstock/contract/channels/channels';
import { showShipmentForm } from '@evenstock/contract/fulfilment/fulfilment';
import { listOrderTimeline } from '@evenstock/contract/orders/order-page';
import type { Order } from '@evenstock/contract/orders/orders';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { firstAnswers } from '../../testing/first-answers.ts';
import { openOrderHarness, refusal, type OrderHarness } from '../../testing/order-harness.ts';

let harness: OrderHarness;
beforeAll(async () => {
  harness = await openOrderHarness(channelKinds);
});
afterAll(() => harness.close());
beforeEach(() => harness.market.setNetwork(null));

const lines = [
  { sku: 'TEE', quantity: 2 },
  { sku: 'CUP', quantity: 1 },
];
const buy = (channel: ChannelKind) => harness.buy(channel, { lines });
const there = (channel: ChannelKind, number: string) =>
  harness.market.sandbox.control.storedOrder(channel, harness.market.shop(channel).shop, number);

async function reasonsOf(channel: ChannelKind, number: string) {
  const call = reasonCalls.find((one) => one.channel === channel);
  const path = call?.reasons.path.split('/').at(-1)?.replace('.json', '') ?? '';
  const answer = await harness.get(number, `/${path}`);
  if (call === undefined) throw new Error(`${channel} lists no reasons.`);
  return call.reasons.reply.parse(answer.body);
}

/** The quantity of the SKU of an order's item. */
async function quantityOf(order: Order, sku: string): Promise<number> {
  const id = order.order_items.find((item) => item.sku === sku)?.variant?.id ?? 0;
  const found = harness.market.ctx.db.selectFrom('variants').select('quantity').where('id', '=', id);
  return (await found.executeTakeFirstOrThrow()).quantity;
}

describe('cancelling an order', () => {
  it.each(channelKinds)('at %s: with one of its reasons, and the units come back', async (channel) => {
    const number = await buy(channel);
    const before = await quantityOf(await harness.orderOf(number), 'TEE');
    const { reasons } = await reasonsOf(channel, number);
    const reason = reasons.find((one) => !one.needs_items && !one.needs_detail) ?? reasons[0];
    const answer = await harness.post(number, '/cancel', {
      cancel: { reason_id: reason?.key ?? 'other', reason_detail: 'Sold elsewhere' },
    });
    // At these two it is a job.
    expect(answer.status).toBe(channel === 'shopify' || channel === 'amazon-sg' ? 202 : 200);
    await harness.later(120);
    // Qoo10 shows a cancellation as in progress first.
    await harness.market.pull(harness.market.shop(channel), 'orders');
    const order = await harness.orderOf(number);
    expect(order).toMatchObject({ state: 'failed_orders', pending_action: null });
    expect(await quantityOf(order, 'TEE')).toBe(before + 2);
    expect(await harness.actionsOf(number)).toMatchObject([{ kind: 'order.cancel', state: 'done' }]);
  });

  it.each(channelKinds)(
    'at %s: without an order, the reasons are those of the newest that waits',
    async (channel) => {
      const call = newestReasonCalls.find((one) => one.channel === channel)?.reasons;
      const path = call?.path.replace(':storeId', String(harness.market.storeId)) ?? '';
      const number = await buy(channel);
      const answer = await harness.ask(path);
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      expect(answer.body).toEqual(await reasonsOf(channel, number));
    },
  );

  it('wants a reason that is offered', async () => {
    const number = await buy('shopee');
    expect(refusal(await harness.post(number, '/cancel', { cancel: {} }))).toEqual({
      reason_id: ['Reason is required'],
    });
    expect(refusal(await harness.post(number, '/cancel', { cancel: { reason: 'BORED' } }))).toEqual({
      reason_id: ['This reason is not offered any more. Choose another one.'],
    });
  });

  it('names the items that are out of stock at Shopee', async () => {
    const number = await buy('shopee');
    const refused = await harness.post(number, '/cancel', { cancel: { reason_id: 'OUT_OF_STOCK' } });
    expect(refusal(refused)).toEqual({ variant_id: ['Choose the items that are out of stock.'] });
    const { order_items: items } = await harness.orderOf(number);
    const variant_id = items[0]?.variant?.id ?? 0;
    expect(
      await harness.post(number, '/cancel', { cancel: { reason_id: 'OUT_OF_STOCK', variant_id } }),
    ).toMatchObject({
      status: 200,
    });
    await harness.later(30);
    expect((await harness.orderOf(number)).state).toBe('failed_orders');
  });

  it('cancels some items at Lazada, and all together elsewhere', async () => {
    const number = await buy('lazada');
    const { reasons, chooses_items: choosesItems } = await reasonsOf('lazada', number);
    expect(choosesItems).toBe(true);
    const { order_items: items } = await harness.orderOf(number);
    const cup = items.find(({ sku }) => sku === 'CUP');
    const cancel = { reason_id: reasons[0]?.key, order_item_id: cup?.id };
    expect((await harness.post(number, '/cancel', { cancel })).status).toBe(200);
    await harness.later(60);
    const after = await harness.orderOf(number);
    expect(after.order_items.map(({ sku, cancelled_quantity: units }) => [sku, units]).sort()).toEqual([
      ['CUP', 1],
      ['TEE', 0],
    ]);
    expect(after.state).toBe('staff_to_process');

    const whole = await buy('qoo10');
    const line = (await harness.orderOf(whole)).order_items[0];
    const part = { cancel: { reason_id: 'NC', order_item_id: line?.id } };
    expect(refusal(await harness.post(whole, '/cancel', part))).toEqual({
      order_item_id: ['Qoo10 cancels all items of an order together.'],
    });
  });

  it.each([
    ['a call that says nothing refunds everything', {}, 'everything', 'REFUNDED'],
    ['with the delivery fee, everything', { refund_delivery_fee: true }, 'everything', 'REFUNDED'],
    ['without it, all but the fee', { refund_delivery_fee: false }, 'all_but_delivery', 'PARTIALLY_REFUNDED'],
    ['"none", nothing', { refund: 'none' }, 'nothing', 'PAID'],
  ] as const)('gives a buyer of Shopify the money back: %s', async (_what, asked, choice, paymentState) => {
    const number = await buy('shopify');
    const { refund } = await reasonsOf('shopify', number);
    expect(refund?.everything).toBeGreaterThan(refund?.all_but_delivery ?? 0);
    // Without a reason it is the usual one.
    const answer = await harness.post(number, '/cancel', { cancel: asked });
    expect(answer).toMatchObject({ status: 202 });
    await harness.later(120);
    const order = await harness.orderOf(number);
    expect(order).toMatchObject({ state: 'failed_orders', pending_action: null });
    expect(refund?.everything).toBe(order.total_amount);
    const { marketplace_raw_state: raw } = await harness.market.ctx.db
      .selectFrom('orders')
      .select('marketplace_raw_state')
      .where('number', '=', number)
      .executeTakeFirstOrThrow();
    expect(raw.split(/[^A-Z_]+/)).toContain(paymentState);
    const { changes } = await harness.market.ctx.db
      .selectFrom('activities')
      .select('changes')
      .where('recipient_id', '=', order.id)
      .where('key', '=', 'order.cancel')
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(changes)).toContain(refund?.[`formatted_${choice}`]);
  });

  it('keeps the details that Lazada cannot be told on the order, and what the buyer gets back at Shopify', async () => {
    const number = await buy('lazada');
    const { reasons, text_field: field } = await reasonsOf('lazada', number);
    expect(field).toBe('reason_detail');
    await harness.post(number, '/cancel', {
      cancel: { reason_id: reasons[0]?.key, reason_detail: 'Flooded warehouse' },
    });
    const acted = async (reference: string) => {
      const { body } = await harness.get(reference, '/timeline');
      return listOrderTimeline.reply.parse(body).events.find(({ kind }) => kind === 'action');
    };
    expect(await acted(number)).toMatchObject({ detail: 'Flooded warehouse', refund: null });
    const paid = await buy('shopify');
    const { refund } = await reasonsOf('shopify', paid);
    await harness.post(paid, '/cancel', { cancel: {} });
    expect(await acted(paid)).toMatchObject({ detail: null, refund: refund?.formatted_everything });
  });

  it.each([
    ['refund', 'none'],
    ['refund_delivery_fee', false],
  ])('leaves the money to a marketplace that decides it: %s %s is refused', async (field, value) => {
    const number = await buy('shopee');
    expect(await reasonsOf('shopee', number)).toMatchObject({
      refund: null,
      refund_decided_by: 'marketplace',
    });
    const less = { cancel: { reason_id: 'CUSTOMER_REQUEST', [field]: value } };
    expect(refusal(await harness.post(number, '/cancel', less))).toEqual({
      [field]: ['Shopee refunds the buyer by its own rules. Leave the refund out.'],
    });
    expect((await harness.orderOf(number)).state).toBe('staff_to_process');
  });

  it('takes effect once though the answer is lost', async () => {
    const number = await buy('shopee');
    let isLost = false;
    harness.market.setNetwork(async ({ url }, go) => {
      const answer = await go();
      if (!url.includes('cancel_order') || isLost) return answer;
      isLost = true;
      throw new TypeError('fetch failed');
    });
    const answer = await harness.post(number, '/cancel', { cancel: { reason_id: 'CUSTOMER_REQUEST' } });
    expect(answer).toMatchObject({ status: 202, body: { order: { pending_action: { state: 'unknown' } } } });
    await harness.later(120);
    expect(await harness.actionsOf(number)).toMatchObject([{ kind: 'order.cancel', state: 'done' }]);
    expect(there('shopee', number).events.filter(({ name }) => name === 'cancel')).toHaveLength(1);
  });

  it('is refused beside another action, and once the order is closed', async () => {
    const number = await buy('shopee');
    const { body: form } = await harness.get(number, '/shipment_form');
    const ship = firstAnswers(showShipmentForm.reply.parse(form).shipment_form);
    harness.market.setNetwork(({ url }, go) =>
      url.includes('cancel_order') ? Promise.reject(new TypeError('fetch failed')) : go(),
    );
    await harness.post(number, '/cancel', { cancel: { reason_id: 'CUSTOMER_REQUEST' } });
    const busy = await harness.post(number, '/ship', { ship });
    expect(busy).toMatchObject({ status: 409, body: { code: 'orders.busy_cancel' } });
    harness.market.setNetwork(null);
    await harness.later(420);
    expect((await harness.orderOf(number)).state).toBe('failed_orders');
    expect(
      refusal(await harness.post(number, '/cancel', { cancel: { reason_id: 'CUSTOMER_REQUEST' } })),
    ).toEqual({
      order: ['An order in this state cannot be cancelled from here.'],
    });
  });
});

describe('a buyer who asks to cancel', () => {
  async function asked(channel: ChannelKind): Promise<string> {
    const number = await buy(channel);
    await harness.happens(channel, number, 'request_cancellation');
    return number;
  }

  it.each(['lazada', 'shopee', 'tiktok', 'qoo10'] as const)('is heard at %s', async (channel) => {
    const number = await asked(channel);
    expect((await harness.orderOf(number)).actions).toContain('accept_cancellation');
    expect((await harness.post(number, '/accept_cancellation')).status).toBe(200);
    await harness.later(120);
    expect((await harness.orderOf(number)).state).toBe('failed_orders');
    expect(await harness.actionsOf(number)).toMatchObject([
      { kind: 'order.accept_cancellation', state: 'done' },
    ]);
  });

  it.each(['lazada', 'shopee', 'tiktok'] as const)('is refused at %s', async (channel) => {
    const number = await asked(channel);
    expect((await harness.orderOf(number)).actions).toContain('reject_cancellation');
    const { body } = await harness.get(number, '/cancellation_refusal_reasons');
    const reasons =
      reasonCalls[0]?.reasons.reply.shape.reasons.parse(Reflect.get(Object(body), 'reasons')) ?? [];
    if (reasons.length > 0) {
      expect(refusal(await harness.post(number, '/reject_cancellation', {}))).toEqual({
        reason: ['Reason is required'],
      });
    }
    const order = reasons[0] === undefined ? null : { reason: reasons[0].key };
    expect((await harness.post(number, '/reject_cancellation', { order })).status).toBe(200);
    await harness.later(120);
    expect((await harness.orderOf(number)).state).toBe('staff_to_process');
    expect(await harness.actionsOf(number)).toMatchObject([
      { kind: 'order.reject_cancellation', state: 'done' },
    ]);
  });

  it('who asked nothing is not answered', async () => {
    const number = await buy('shopee');
    expect(refusal(await harness.post(number, '/accept_cancellation'))).toEqual({
      order: ['The buyer has not asked to cancel.'],
    });
  });
});
