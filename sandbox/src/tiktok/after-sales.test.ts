import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { dataOf, Harness } from './harness.fixture.ts';

const harness = new Harness();
beforeAll(async () => {
  await harness.begin();
  harness.add('KAYA', 500, { price: 10 });
  harness.add('TEH', 500, { price: 4 });
});
afterAll(async () => harness.sandbox.close());

const root = '/return_refund/202309';
const made = z.object({ cancel_id: z.string(), cancel_status: z.string() });
const cancellations = z.object({ total_count: z.int(), cancellations: z.array(z.looseObject({ cancel_id: z.string(), cancel_status: z.string() })) }); // oxfmt-ignore
const returns = z.object({ total_count: z.int(), return_orders: z.array(z.looseObject({ return_id: z.string(), return_status: z.string() })) }); // oxfmt-ignore

async function cancel(number: string, reason: string, query: Record<string, string> = {}) {
  return harness.client.post(`${root}/cancellations`, { order_id: number, cancel_reason: reason }, query);
}

async function cancellationOf(number: string) {
  const got = dataOf(cancellations, await harness.client.post(`${root}/cancellations/search`, { order_ids: [number] })); // oxfmt-ignore
  const [row] = got.cancellations;
  if (row === undefined) throw new Error(`${number} has no cancellation.`);
  return row;
}

describe('a seller’s cancellation', () => {
  test('is accepted at once, refunded later, and its units are restocked', async () => {
    const before = harness.quantity('KAYA');
    const number = harness.buy({ KAYA: 2 });
    const got = dataOf(made, await cancel(number, 'seller_cancel_reason_wrong_price'));
    expect(got.cancel_status).toBe('CANCELLATION_REQUEST_SUCCESS');
    expect(await harness.order(number)).toMatchObject({
      status: 'CANCELLED',
      cancellation_initiator: 'SELLER',
    });
    expect(harness.quantity('KAYA')).toBe(before);
    await harness.pass(60);
    expect(await cancellationOf(number)).toMatchObject({
      cancel_id: got.cancel_id,
      cancel_type: 'CANCEL',
      cancel_status: 'CANCELLATION_REQUEST_COMPLETE',
      role: 'SELLER',
      refund_amount: { refund_subtotal: '20.00', refund_total: '21.49' },
      cancel_line_items: [{ seller_sku: 'KAYA' }, { seller_sku: 'KAYA' }],
    });
    expect((await cancel(number, 'seller_cancel_reason_wrong_price')).code).toBe(25001001);
  });

  test('for want of stock leaves the SKU at zero', async () => {
    const { sku } = harness.add('LAST', 9);
    const number = harness.buy({ LAST: 2 });
    expect((await cancel(number, 'seller_cancel_reason_out_of_stock')).code).toBe(0);
    expect(harness.sandbox.control.listing('tiktok', harness.shop, sku).quantity).toBe(0);
  });

  test('needs a reason that fits whether the order is paid', async () => {
    const number = harness.buy({ TEH: 1 }, false);
    expect((await cancel(number, 'seller_cancel_reason_wrong_price')).code).toBe(36009004);
    expect((await cancel(number, 'seller_cancel_unpaid_reason_wrong_price')).code).toBe(0);
    expect(await cancellationOf(number)).toMatchObject({
      cancel_status: 'CANCELLATION_REQUEST_COMPLETE',
      refund_amount: { refund_total: '0.00' },
    });
  });

  test('with an idempotency key is done once and answered again', async () => {
    const number = harness.buy({ TEH: 1 });
    const key = { idempotency_key: 'a1b2c3' };
    const first = await cancel(number, 'seller_cancel_reason_wrong_price', key);
    const second = await cancel(number, 'seller_cancel_reason_wrong_price', key);
    expect(second.data).toEqual(first.data);
    expect(harness.truth(number).events.filter(({ event }) => event === 'cancel')).toHaveLength(1);
    expect(
      (await cancel(number, 'seller_cancel_reason_wrong_price', { idempotency_key: 'x'.repeat(256) })).code,
    ).toBe(36009004);
  });

  test('of what was left names the units that no earlier one named', async () => {
    const number = harness.buy({ TEH: 3 });
    harness.sandbox.control.orderEvent('tiktok', harness.shop, number, 'cancel', {
      lines: [{ sku: 'TEH', quantity: 1 }],
    });
    expect((await cancel(number, 'seller_cancel_reason_wrong_price')).code).toBe(0);
    const items = z.object({ cancel_line_items: z.array(z.object({ order_line_item_id: z.string() })) });
    const rows = dataOf(cancellations, await harness.client.post(`${root}/cancellations/search`, { order_ids: [number] })).cancellations; // oxfmt-ignore
    const named = rows.map((row) => items.parse(row).cancel_line_items.map((one) => one.order_line_item_id));
    expect(named.map(({ length }) => length)).toEqual([1, 2]);
    const { line_items: units } = await harness.order(number);
    expect(new Set(named.flat())).toEqual(new Set(units.map(({ id }) => id)));
  });

  test('is not possible once the order has shipped, and its eligibility is false', async () => {
    const number = harness.buy({ TEH: 2 });
    const ask = async () => harness.client.get(`${root}/orders/${number}/aftersale_eligibility`, { initiate_aftersale_user: 'SELLER' }); // oxfmt-ignore
    const line = (eligible: boolean): object => ({ sku_eligibility: [{ line_item_eligibility: [{ request_type: 'CANCEL', eligible }] }] }); // oxfmt-ignore
    expect((await ask()).data).toMatchObject(line(true));
    harness.happen(number, 'ship');
    expect((await ask()).data).toMatchObject(line(false));
    expect((await cancel(number, 'seller_cancel_reason_wrong_price')).code).toBe(25001001);
  });
});

describe('a buyer’s request to cancel', () => {
  async function asked(): Promise<{ number: string; id: string }> {
    const number = harness.buy({ TEH: 1 });
    harness.happen(number, 'request_cancellation');
    const row = await cancellationOf(number);
    expect(row).toMatchObject({
      cancel_type: 'BUYER_CANCEL',
      cancel_status: 'CANCELLATION_REQUEST_PENDING',
      role: 'BUYER',
      seller_next_action_response: [{ action: 'SELLER_RESPOND_CANCEL' }],
    });
    expect(await harness.order(number)).toMatchObject({ is_buyer_request_cancel: true });
    return { number, id: row.cancel_id };
  }

  test('is approved: the order is cancelled', async () => {
    const { number, id } = await asked();
    expect(await harness.client.post(`${root}/cancellations/${id}/approve`)).toMatchObject({
      code: 0,
      data: {},
    });
    expect(await harness.order(number)).toMatchObject({
      status: 'CANCELLED',
      cancellation_initiator: 'BUYER',
      is_buyer_request_cancel: false,
    });
    expect((await cancellationOf(number)).cancel_status).toBe('CANCELLATION_REQUEST_SUCCESS');
    expect((await harness.client.post(`${root}/cancellations/${id}/approve`)).code).toBe(25001001);
  });

  test('is refused with a reason of the list: the order continues', async () => {
    const { number, id } = await asked();
    const listed = await harness.client.get(`${root}/reject_reasons`, { return_or_cancel_id: id });
    const [reason] = dataOf(z.object({ reasons: z.array(z.object({ name: z.string(), text: z.string() })) }), listed).reasons; // oxfmt-ignore
    const reject = async (name: string) => harness.client.post(`${root}/cancellations/${id}/reject`, { reject_reason: name }); // oxfmt-ignore
    expect((await reject('because')).code).toBe(36009004);
    harness.notices = [];
    expect((await reject(reason?.name ?? '')).code).toBe(0);
    expect((await harness.order(number)).status).toBe('AWAITING_SHIPMENT');
    expect((await cancellationOf(number)).cancel_status).toBe('CANCELLATION_REQUEST_CANCEL');
    await harness.pass(1);
    const cancellations = harness.noticesOf(11).filter(({ cancel_id: cancelId }) => cancelId === id);
    expect(cancellations.at(-1)).toMatchObject({ cancel_status: 'CANCELLATION_REQUEST_CANCELLED' });
  });

  test('is found by type, status and time', async () => {
    const { id } = await asked();
    const search = async (body: object) => dataOf(cancellations, await harness.client.post(`${root}/cancellations/search`, body, { page_size: '50' })); // oxfmt-ignore
    const found = await search({
      cancel_types: ['BUYER_CANCEL'],
      cancel_status: ['CANCELLATION_REQUEST_PENDING'],
    });
    expect(found.cancellations.map(({ cancel_id }) => cancel_id)).toContain(id);
    expect((await search({ create_time_ge: harness.sandbox.clock.seconds() + 1 })).total_count).toBe(0);
    expect((await harness.client.post(`${root}/cancellations/search`, {}, { page_size: '51' })).code).toBe(
      36009004,
    );
  });
});

describe('a return', () => {
  async function asked(delivered = true): Promise<{ number: string; id: string }> {
    const number = harness.buy({ KAYA: 2 });
    harness.happen(number, 'ship');
    if (delivered) harness.happen(number, 'deliver');
    harness.happen(number, 'request_return');
    return { number, id: (await rowOf(number)).return_id };
  }

  async function rowOf(number: string) {
    const got = dataOf(returns, await harness.client.post(`${root}/returns/search`, { order_ids: [number] }));
    const [row] = got.return_orders;
    if (row === undefined) throw new Error(`${number} has no return.`);
    return row;
  }

  async function approve(id: string, body: object) {
    return harness.client.post(`${root}/returns/${id}/approve`, body);
  }

  test('of goods goes from approval to parcel to money', async () => {
    const { number, id } = await asked();
    expect(await rowOf(number)).toMatchObject({
      return_type: 'RETURN_AND_REFUND',
      return_status: 'RETURN_OR_REFUND_REQUEST_PENDING',
      refund_amount: { refund_total: '20.00' },
      return_line_items: [{ seller_sku: 'KAYA' }, { seller_sku: 'KAYA' }],
      seller_next_action_response: [{ action: 'SELLER_RESPOND_RETURN' }],
    });
    expect((await approve(id, { decision: 'APPROVE_REFUND' })).code).toBe(25001001);
    expect((await approve(id, { decision: 'APPROVE_RETURN' })).code).toBe(0);
    expect((await rowOf(number)).return_status).toBe('AWAITING_BUYER_SHIP');
    harness.notices = [];
    await harness.pass(120);
    expect(await rowOf(number)).toMatchObject({
      return_status: 'BUYER_SHIPPED_ITEM',
      seller_next_action_response: [{ action: 'SELLER_RESPOND_RECEIVE_PACKAGE' }],
    });
    expect(harness.noticesOf(12).at(-1)).toMatchObject({
      return_id: id,
      return_status: 'BUYER_SHIPPED_ITEM',
    });
    expect((await approve(id, { decision: 'APPROVE_RECEIVED_PACKAGE' })).code).toBe(0);
    expect((await rowOf(number)).return_status).toBe('RETURN_OR_REFUND_REQUEST_SUCCESS');
    expect(harness.truth(number)).toMatchObject({
      stage: 'completed',
      lines: [{ returned: 2, restored: 0 }],
    });
    await harness.pass(60);
    expect((await rowOf(number)).return_status).toBe('RETURN_OR_REFUND_REQUEST_COMPLETE');
    const history = await harness.client.get(`${root}/returns/${id}/records`);
    expect(z.object({ records: z.array(z.unknown()) }).parse(history.data).records).toHaveLength(5);
  });

  test('of what never came is money alone', async () => {
    const { number, id } = await asked(false);
    expect((await rowOf(number))['return_type']).toBe('REFUND');
    expect((await approve(id, { decision: 'APPROVE_REFUND' })).code).toBe(0);
    expect(harness.truth(number).lines).toMatchObject([{ returned: 2 }]);
  });

  test('can be settled with a part of the money', async () => {
    const { number, id } = await asked();
    const offer = (amount: string): object => ({
      decision: 'OFFER_PARTIAL_REFUND',
      partial_refund: { amount, currency: 'SGD' },
    });
    expect((await approve(id, offer('much'))).code).toBe(36009004);
    expect((await approve(id, offer('5.00'))).code).toBe(0);
    expect((await rowOf(number)).return_status).toBe('AWAITING_BUYER_RESPONSE');
    await harness.pass(120);
    expect(await rowOf(number)).toMatchObject({ refund_amount: { refund_total: '5.00' } });
    expect(harness.truth(number)).toMatchObject({ return_requested: false, lines: [{ returned: 0 }] });
  });

  test('can be refused before and after the goods came', async () => {
    const before = await asked();
    const reject = async (id: string, decision: string) => harness.client.post(`${root}/returns/${id}/reject`, { decision, reject_reason: 'reverse_reject_request_reason_1', comment: 'As described.' }); // oxfmt-ignore
    expect((await reject(before.id, 'REJECT_REFUND')).code).toBe(25001001);
    expect((await reject(before.id, 'REJECT_RETURN')).code).toBe(0);
    expect((await rowOf(before.number)).return_status).toBe('REFUND_OR_RETURN_REQUEST_REJECT');
    const after = await asked();
    await approve(after.id, { decision: 'APPROVE_RETURN' });
    await harness.pass(120);
    expect((await reject(after.id, 'REJECT_RECEIVED_PACKAGE')).code).toBe(0);
    expect((await rowOf(after.number)).return_status).toBe('REJECT_RECEIVE_PACKAGE');
    expect(harness.truth(after.number).return_requested).toBe(false);
  });

  test('pages hold ten at least', async () => {
    expect((await harness.client.post(`${root}/returns/search`, {}, { page_size: '9' })).code).toBe(36009004);
  });
});
