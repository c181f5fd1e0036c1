import { fromChannel } from '@evenstock/contract/messages/message';
import { describe, expect, it } from 'vitest';
import { buyerCancellation } from './buyer-cancellation.ts';
import { cancellation, paidReasons, unpaidReasons } from './cancellation.ts';
import { cancellationStages } from './cancellation-rows.ts';
import { order } from './order.fixture.ts';
import { recordedShop } from './recorded-shop.fixture.ts';
import type { Answer } from './recorded-shop.fixture.ts';

const ref = { number: order.id, channelId: order.id, lines: [] };
const asked = {
  order: ref,
  attemptKey: 'a1b2c3',
  reason: 'seller_cancel_reason_wrong_price',
  detail: null,
  lines: null,
  refund: 'everything' as const,
};
const row = (status: string, more: Readonly<Record<string, unknown>> = {}) => ({
  cancel_id: '4035318504086604100',
  order_id: order.id,
  cancel_type: 'CANCEL',
  cancel_status: `CANCELLATION_REQUEST_${status}`,
  role: 'SELLER',
  create_time: 1_767_225_100,
  update_time: 1_767_225_100,
  ...more,
});
const buyers = (status: string, more: Readonly<Record<string, unknown>> = {}) =>
  row(status, { cancel_type: 'BUYER_CANCEL', role: 'BUYER', ...more });

const shopWith = (status: string, rows: readonly unknown[], more: Readonly<Record<string, Answer>> = {}) =>
  recordedShop({
    'GET /order/202507/orders': { data: { orders: [{ ...order, status }] } },
    'POST /cancellations/search': { data: { cancellations: rows, total_count: rows.length } },
    'GET /reject_reasons': { data: { reasons: [{ name: 'r1', text: 'Already packed' }] } },
    'POST /approve': { data: {} },
    'POST /reject': { data: {} },
    'POST /cancellations': {
      data: { cancel_id: '4035318504086604100', cancel_status: 'CANCELLATION_REQUEST_SUCCESS' },
    },
    ...more,
  });

describe('a seller’s cancellation at TikTok (tiktok.md 6)', () => {
  it('offers the reasons that fit the order', async () => {
    expect(await cancellation.reasons(shopWith('UNPAID', []).access, ref)).toBe(unpaidReasons);
    expect(await cancellation.reasons(shopWith('AWAITING_SHIPMENT', []).access, ref)).toBe(paidReasons);
    expect(unpaidReasons.map(({ key }) => key).sort()).toEqual([
      'seller_cancel_unpaid_reason_buyer_hasnt_paid_within_time_allowed',
      'seller_cancel_unpaid_reason_buyer_requested_cancellation',
      'seller_cancel_unpaid_reason_out_of_stock',
      'seller_cancel_unpaid_reason_wrong_price',
    ]);
    expect(paidReasons.map(({ key }) => key).sort()).toEqual([
      'seller_cancel_paid_reason_address_not_deliver',
      'seller_cancel_paid_reason_buyer_requested_cancellation',
      'seller_cancel_reason_out_of_stock',
      'seller_cancel_reason_wrong_price',
    ]);
  });

  it('cancels the order, with the key of the attempt', async () => {
    const shop = shopWith('AWAITING_SHIPMENT', []);
    expect(await cancellation.cancel.perform(shop.access, asked)).toEqual({ outcome: 'done' });
    expect(shop.writes()).toEqual([
      {
        call: 'POST /return_refund/202309/cancellations',
        body: { order_id: order.id, cancel_reason: asked.reason },
        key: 'a1b2c3',
      },
    ]);
  });

  it('waits for one that TikTok has not decided', async () => {
    const made = { data: { cancel_id: '9', cancel_status: 'CANCELLATION_REQUEST_PENDING' } };
    const shop = shopWith('AWAITING_SHIPMENT', [], { 'POST /cancellations': made });
    expect(await cancellation.cancel.perform(shop.access, asked)).toMatchObject({
      outcome: 'pending',
      reference: { cancelId: '9' },
    });
  });

  it.each([
    ['CANCELLED', []],
    ['AWAITING_SHIPMENT', [row('SUCCESS')]],
    ['AWAITING_SHIPMENT', [row('COMPLETE')]],
  ])('does not cancel again what is cancelled: %s %j', async (status, rows) => {
    const shop = shopWith(status, rows);
    expect(await cancellation.cancel.perform(shop.access, asked)).toEqual({ outcome: 'done' });
    expect(await cancellation.cancel.check(shop.access, asked, null)).toEqual({ effect: 'done' });
    expect(shop.writes()).toEqual([]);
  });

  it('does not ask again while one is open', async () => {
    const shop = shopWith('AWAITING_SHIPMENT', [row('PENDING')]);
    expect((await cancellation.cancel.perform(shop.access, asked)).outcome).toBe('pending');
    expect((await cancellation.cancel.check(shop.access, asked, null)).effect).toBe('not_yet_known');
    expect(shop.writes()).toEqual([]);
  });

  it('takes one that was closed for an answer only to itself; a buyer’s request is none of the seller’s', async () => {
    const closed = shopWith('AWAITING_SHIPMENT', [row('CANCEL'), buyers('PENDING')]);
    const own = { cancelId: '4035318504086604100' };
    expect((await cancellation.cancel.check(closed.access, asked, own)).effect).toBe('refused');
    expect((await cancellation.cancel.check(closed.access, asked, null)).effect).toBe('not_done');
  });

  it('is refused, with words, by TikTok and for a part of an order', async () => {
    const refused = { code: 25001001, message: 'order status not eligible' };
    const shop = shopWith('IN_TRANSIT', [], { 'POST /cancellations': refused });
    expect(await cancellation.cancel.perform(shop.access, asked)).toMatchObject({
      outcome: 'rejected',
      code: '25001001',
      reason: { code: 'refusals.not_cancellable' },
    });
    const lines = [{ lineId: '1', unitIds: ['1'], units: 1 }];
    const part = shopWith('AWAITING_SHIPMENT', []);
    expect((await cancellation.cancel.perform(part.access, { ...asked, lines })).outcome).toBe('rejected');
    expect(part.writes()).toEqual([]);
  });
});

describe('a buyer’s request to cancel at TikTok (tiktok.md 6)', () => {
  const answer = (accepts: boolean, reason: string | null = accepts ? null : 'r1') => ({
    order: ref,
    attemptKey: 'a1b2c3',
    accepts,
    reason,
  });

  it('is accepted without a body, so that it is signed as it is sent', async () => {
    const shop = shopWith('AWAITING_SHIPMENT', [
      buyers('CANCEL', { cancel_id: '1', create_time: 1 }),
      buyers('PENDING'),
    ]);
    expect(await buyerCancellation.answer.perform(shop.access, answer(true))).toEqual({ outcome: 'done' });
    expect(shop.writes()).toEqual([
      {
        call: 'POST /return_refund/202309/cancellations/4035318504086604100/approve',
        body: null,
        key: 'a1b2c3',
      },
    ]);
  });

  it('is refused with one of TikTok’s reasons', async () => {
    const shop = shopWith('AWAITING_SHIPMENT', [buyers('PENDING')]);
    const [reason] = await buyerCancellation.refusalReasons(shop.access, ref);
    expect(reason).toMatchObject({ key: 'r1', label: fromChannel('Already packed') });
    await buyerCancellation.answer.perform(shop.access, answer(false));
    expect(shop.writes()).toMatchObject([
      { call: expect.stringMatching(/\/reject$/), body: { reject_reason: 'r1' } },
    ]);
    const without = await buyerCancellation.answer.perform(shop.access, answer(false, null));
    expect(without).toMatchObject({ outcome: 'rejected', code: 'reason_needed' });
  });

  it.each([
    [true, 'PENDING', 'not_done'],
    [true, 'SUCCESS', 'done'],
    [true, 'COMPLETE', 'done'],
    [true, 'CANCEL', 'refused'],
    [false, 'PENDING', 'not_done'],
    [false, 'CANCEL', 'done'],
    [false, 'SUCCESS', 'refused'],
  ])('accepted: %s, its status is %s: %s', async (accepts, status, effect) => {
    const shop = shopWith('AWAITING_SHIPMENT', [buyers(status)]);
    expect((await buyerCancellation.answer.check(shop.access, answer(accepts), null)).effect).toBe(effect);
  });

  it('is not answered twice, nor where there is none', async () => {
    const answered = shopWith('CANCELLED', [buyers('SUCCESS')]);
    expect(await buyerCancellation.answer.perform(answered.access, answer(true))).toEqual({
      outcome: 'done',
    });
    const none = shopWith('AWAITING_SHIPMENT', [row('PENDING')]);
    expect((await buyerCancellation.answer.perform(none.access, answer(true))).outcome).toBe('rejected');
    expect([...answered.writes(), ...none.writes()]).toEqual([]);
  });

  it('knows every status of the document', () => {
    const words = ['PENDING', 'SUCCESS', 'COMPLETE', 'CANCEL', 'CANCELLED'];
    expect(Object.keys(cancellationStages)).toEqual(words.map((word) => `CANCELLATION_REQUEST_${word}`));
  });
});
