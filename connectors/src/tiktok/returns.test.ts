import { fromChannel } from '@evenstock/contract/messages/message';
import { describe, expect, it } from 'vitest';
import { order } from './order.fixture.ts';
import { now, recordedShop } from './recorded-shop.fixture.ts';
import type { Answer } from './recorded-shop.fixture.ts';
import { returnAcceptance, returnDispute } from './return-answers.ts';
import { decisions, returns, returnStates } from './returns.ts';

const piece = {
  return_line_item_id: '1',
  order_line_item_id: '577086512123755123',
  sku_id: '2729382476852921560',
  seller_sku: 'TEE-RED-M',
  sku_name: 'Red, M',
  product_name: 'Demo Cotton Tee',
  refund_amount: { currency: 'SGD', refund_total: '18.40' },
};
const record = {
  return_id: '4035227007970415560',
  order_id: order.id,
  return_type: 'RETURN_AND_REFUND',
  return_status: 'RETURN_OR_REFUND_REQUEST_PENDING',
  return_reason: 'ecom_order_delivered_refund_and_return_reason_damaged',
  return_reason_text: 'It is damaged',
  role: 'BUYER',
  refund_amount: { currency: 'SGD', refund_total: '36.80' },
  return_line_items: [piece, { ...piece, return_line_item_id: '2' }],
  return_tracking_number: '',
  seller_next_action_response: [{ action: 'SELLER_RESPOND_RETURN', deadline: 1_767_398_400 }],
  create_time: 1_767_225_100,
  update_time: 1_767_225_200,
};
const shopWith = (
  found: readonly unknown[],
  more: Readonly<Record<string, unknown>> = {},
  answers: Readonly<Record<string, Answer>> = {},
) =>
  recordedShop({
    'POST /returns/search': { data: { return_orders: found, ...more } },
    'GET /reject_reasons': { data: { reasons: [{ name: 'r1', text: 'Not damaged' }] } },
    'POST /approve': { data: {} },
    'POST /reject': { data: {} },
    ...answers,
  });
const window = { from: new Date(1_767_225_000_000), to: now };

describe('TikTok’s returns (tiktok.md 6)', () => {
  it('are read with their order, units, amounts and what is due', async () => {
    const page = await returns.page(shopWith([record]).access, null, window);
    expect(page.returns).toEqual([
      {
        returnId: '4035227007970415560',
        order: { number: order.id, channelId: order.id },
        rawState: 'RETURN_OR_REFUND_REQUEST_PENDING',
        state: 'pending',
        canAccept: true,
        canDispute: true,
        reason: 'It is damaged',
        textReason: 'It is damaged',
        disputeReason: null,
        disputeTextReason: null,
        pictures: [],
        trackingNumber: null,
        refundAmount: 3680,
        currency: 'SGD',
        createdAt: new Date(1_767_225_100_000),
        updatedAt: new Date(1_767_225_200_000),
        dueAt: new Date(1_767_398_400_000),
        lines: [
          {
            lineId: '2729382476852921560',
            itemId: null,
            variantId: '2729382476852921560',
            sku: 'TEE-RED-M',
            name: 'Demo Cotton Tee',
            units: 2,
            price: 1840,
          },
        ],
      },
    ]);
    expect(page.next).toBeNull();
  });

  it('quarantine one that cannot be read, and are not followed when they repeat themselves', async () => {
    const page = await returns.page(
      shopWith([{ ...record, return_id: '1', create_time: 'some day' }, record]).access,
      null,
      window,
    );
    expect(page.returns).toHaveLength(1);
    expect(page.unreadable).toMatchObject([{ reference: '1' }]);
    const stuck = returns.page(shopWith([], { next_page_token: 't' }).access, { token: 't' }, window);
    await expect(stuck).rejects.toMatchObject({ fault: { kind: 'unexpected' } });
  });

  it('are read by id', async () => {
    const shop = shopWith([record]);
    expect((await returns.read(shop.access, record.return_id))?.returnId).toBe(record.return_id);
    expect(await returns.read(shop.access, '5')).toBeNull();
  });

  it('know every status and every question of the document', () => {
    const words =
      'RETURN_OR_REFUND_REQUEST_PENDING REFUND_OR_RETURN_REQUEST_REJECT AWAITING_BUYER_SHIP AWAITING_BUYER_RESPONSE BUYER_SHIPPED_ITEM REJECT_RECEIVE_PACKAGE RETURN_OR_REFUND_REQUEST_SUCCESS RETURN_OR_REFUND_REQUEST_COMPLETE RETURN_OR_REFUND_REQUEST_CANCEL REPLACEMENT_REQUEST_PENDING REPLACEMENT_REQUEST_REJECT REPLACEMENT_REQUEST_REFUND_SUCCESS REPLACEMENT_REQUEST_CANCEL REPLACEMENT_REQUEST_COMPLETE';
    expect(Object.keys(returnStates)).toEqual(words.split(' '));
    expect(Object.keys(decisions).sort()).toEqual([
      'SELLER_RESPOND_RECEIVE_PACKAGE',
      'SELLER_RESPOND_REFUND',
      'SELLER_RESPOND_REPLACEMENT',
      'SELLER_RESPOND_RETURN',
    ]);
  });

  it('keep a status that is not documented, and offer nothing for it', async () => {
    const odd = { ...record, return_status: 'ASLEEP', seller_next_action_response: null };
    expect(await returns.read(shopWith([odd]).access, record.return_id)).toMatchObject({
      rawState: 'ASLEEP',
      state: 'unknown',
      canAccept: false,
      canDispute: false,
    });
  });
});

const accepting = {
  returnId: record.return_id,
  order: { number: order.id, channelId: order.id, lines: [] },
  attemptKey: 'a1',
  answers: {},
};
const disputing = { ...accepting, reason: 'r1', text: 'It left whole.', email: null, images: [] };
const quiet = (status: string) => ({ ...record, return_status: status, seller_next_action_response: [] });

describe('answering a return at TikTok (tiktok.md 6)', () => {
  it.each([
    ['SELLER_RESPOND_REFUND', 'APPROVE_REFUND', 'REJECT_REFUND'],
    ['SELLER_RESPOND_RETURN', 'APPROVE_RETURN', 'REJECT_RETURN'],
    ['SELLER_RESPOND_RECEIVE_PACKAGE', 'APPROVE_RECEIVED_PACKAGE', 'REJECT_RECEIVED_PACKAGE'],
    ['SELLER_RESPOND_REPLACEMENT', 'APPROVE_REPLACEMENT', 'REJECT_REPLACEMENT'],
  ])('%s by %s or %s', async (action, approve, reject) => {
    const shop = shopWith([{ ...record, seller_next_action_response: [{ action }] }]);
    expect(await returnAcceptance.accept.perform(shop.access, accepting)).toEqual({ outcome: 'done' });
    expect(await returnDispute.dispute.perform(shop.access, disputing)).toEqual({ outcome: 'done' });
    expect(shop.writes()).toEqual([
      {
        call: `POST /return_refund/202309/returns/${record.return_id}/approve`,
        body: { decision: approve },
        key: 'a1',
      },
      {
        call: `POST /return_refund/202309/returns/${record.return_id}/reject`,
        body: { decision: reject, reject_reason: 'r1', comment: 'It left whole.' },
        key: 'a1',
      },
    ]);
  });

  it('offers TikTok’s reasons to refuse', async () => {
    const reasons = await returnDispute.reasons(shopWith([record]).access, record.return_id);
    expect(reasons).toMatchObject([{ key: 'r1', label: fromChannel('Not damaged') }]);
  });

  it.each([
    ['AWAITING_BUYER_SHIP', 'done', 'refused'],
    ['RETURN_OR_REFUND_REQUEST_SUCCESS', 'done', 'refused'],
    ['REFUND_OR_RETURN_REQUEST_REJECT', 'refused', 'done'],
    ['REJECT_RECEIVE_PACKAGE', 'refused', 'done'],
    ['RETURN_OR_REFUND_REQUEST_CANCEL', 'refused', 'refused'],
  ])('of one at %s: accepted %s, disputed %s', async (status, accepted, disputed) => {
    const shop = shopWith([quiet(status)]);
    expect((await returnAcceptance.accept.check(shop.access, accepting, null)).effect).toBe(accepted);
    expect((await returnDispute.dispute.check(shop.access, disputing, null)).effect).toBe(disputed);
    const results = [
      await returnAcceptance.accept.perform(shop.access, accepting),
      await returnDispute.dispute.perform(shop.access, disputing),
    ];
    const wanted = [accepted, disputed].map((effect) => (effect === 'done' ? 'done' : 'rejected'));
    expect(results.map(({ outcome }) => outcome)).toEqual(wanted);
    expect(shop.writes()).toEqual([]);
  });

  it('is not done while the question is open', async () => {
    const shop = shopWith([record]);
    expect(await returnAcceptance.accept.check(shop.access, accepting, null)).toEqual({ effect: 'not_done' });
    expect(await returnDispute.dispute.check(shop.access, disputing, null)).toEqual({ effect: 'not_done' });
  });
});
