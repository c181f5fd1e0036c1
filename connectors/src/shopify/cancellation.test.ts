import { describe, expect, it } from 'vitest';
import { cancellation } from './cancellation.ts';
import { order, recordedShop } from './recorded-shop.fixture.ts';
import type { Answer } from './recorded-shop.fixture.ts';

const asked = {
  order,
  attemptKey: 'a',
  reason: 'inventory',
  detail: 'None left',
  lines: null,
  refund: 'everything' as const,
};
const job = 'gid://shopify/Job/1';
const is =
  (...cancelled: readonly boolean[]): Answer =>
  (_variables, count) => ({
    order: {
      id: order.channelId,
      cancelledAt: (cancelled[count] ?? cancelled.at(-1)) ? '2026-11-20T04:00:00Z' : null,
      displayFulfillmentStatus: 'UNFULFILLED',
    },
  });
const answered =
  (done: boolean, ...messages: readonly string[]): Answer =>
  () => ({
    orderCancel: {
      job: messages.length > 0 ? null : { id: job, done },
      orderCancelUserErrors: messages.map((message) => ({ code: 'INVALID', field: ['orderId'], message })),
    },
  });

describe('cancelling an order at Shopify (shopify.md 6)', () => {
  it('offers its reasons', async () => {
    const reasons = await cancellation.reasons(recordedShop({}).access, order);
    expect(reasons.map(({ label }) => label.code)).toEqual([
      'asked.buyer_asked',
      'asked.out_of_stock',
      'asked.fraud',
      'asked.payment_declined',
      'asked.other_reason',
    ]);
  });

  it('is a job whose end is waited for', async () => {
    const shop = recordedShop({ Cancelled: is(false), Cancel: answered(false) });
    expect(await cancellation.cancel.perform(shop.access, asked)).toEqual({
      outcome: 'pending',
      reference: { job },
      afterSeconds: 5,
    });
    expect(shop.asked('Cancel')).toEqual([
      {
        id: order.channelId,
        reason: 'INVENTORY',
        refundMethod: { originalPaymentMethodsRefund: true },
        note: 'None left',
      },
    ]);
  });

  const bag = (amount: string) => ({
    shopMoney: { amount, currencyCode: 'SGD' },
    presentmentMoney: { amount, currencyCode: 'SGD' },
  });
  const paid = (net: string): object => ({
    order: {
      id: order.channelId,
      netPaymentSet: bag(net),
      suggestedRefund: {
        shipping: { maximumRefundableSet: bag('1.49') },
        suggestedTransactions: [
          {
            gateway: 'bogus',
            parentTransaction: { id: 'gid://shopify/OrderTransaction/9' },
            maximumRefundableSet: bag(net),
          },
        ],
      },
    },
  });

  it('tells what each choice gives back', async () => {
    const shop = recordedShop({ Refundable: () => paid('7.49') });
    expect(await cancellation.refund?.quote(shop.access, order)).toEqual({
      currency: 'SGD',
      everything: 749,
      allButDelivery: 600,
    });
  });

  it('gives back all but the delivery before it cancels, once, and restocks by the cancellation alone', async () => {
    const shop = recordedShop({
      Cancelled: is(false),
      Refundable: (_variables, count) => paid(count === 0 ? '7.49' : '1.49'),
      GiveBack: () => ({ refundCreate: { userErrors: [] } }),
      Cancel: answered(false),
    });
    const choice = { ...asked, refund: 'all_but_delivery' as const };
    await cancellation.cancel.perform(shop.access, choice);
    // The answer to the cancellation was lost: it continues from there.
    await cancellation.cancel.perform(shop.access, choice);
    expect(shop.asked('GiveBack')).toMatchObject([
      {
        key: 'a-refund',
        input: { orderId: order.channelId, transactions: [{ kind: 'REFUND', amount: '6.00' }] },
      },
    ]);
    expect(shop.asked('GiveBack')[0]?.['input']).not.toHaveProperty('refundLineItems');
    expect(shop.asked('Cancel').map(({ refundMethod }) => refundMethod)).toEqual([null, null]);
  });

  it('is not refused as a whole where the money went back before the cancellation is refused', async () => {
    const shop = recordedShop({
      Cancelled: is(false),
      Refundable: () => paid('7.49'),
      GiveBack: () => ({ refundCreate: { userErrors: [] } }),
      Cancel: () => ({
        orderCancel: {
          job: null,
          orderCancelUserErrors: [
            { code: 'INVALID', field: null, message: 'It has outstanding fulfillments' },
          ],
        },
      }),
    });
    const choice = { ...asked, refund: 'all_but_delivery' as const };
    expect(await cancellation.cancel.perform(shop.access, choice)).toMatchObject({ outcome: 'unknown' });
    expect(await cancellation.cancel.check(shop.access, choice, null)).toEqual({ effect: 'not_done' });
  });

  it('gives nothing back where that is asked for', async () => {
    const shop = recordedShop({ Cancelled: is(false), Cancel: answered(false) });
    await cancellation.cancel.perform(shop.access, { ...asked, refund: 'nothing' });
    expect(shop.asked('Cancel')).toMatchObject([{ refundMethod: null }]);
    expect(shop.asked('GiveBack')).toEqual([]);
  });

  it('refunds where that is asked for', async () => {
    const shop = recordedShop({ Cancelled: is(false, true), Cancel: answered(true) });
    const result = await cancellation.cancel.perform(shop.access, {
      ...asked,
      refund: 'everything' as const,
      detail: null,
    });
    expect(result).toEqual({ outcome: 'done' });
    expect(shop.asked('Cancel')[0]).toMatchObject({
      refundMethod: { originalPaymentMethodsRefund: true },
      note: null,
    });
  });

  it('is done already where the order is cancelled', async () => {
    const shop = recordedShop({ Cancelled: is(true) });
    expect(await cancellation.cancel.perform(shop.access, asked)).toEqual({ outcome: 'done' });
    expect(shop.asked('Cancel')).toEqual([]);
  });

  it.each([
    ['Cannot cancel an order that has outstanding fulfillments', true, 'refusals.shipped_in_part'],
    ['Cannot cancel an order that has already been canceled', false, 'refusals.cancelled_already'],
  ])('says what "%s" means', async (message, mayPass, code) => {
    const shop = recordedShop({ Cancelled: is(false), Cancel: answered(false, message) });
    const result = await cancellation.cancel.perform(shop.access, asked);
    expect(result).toMatchObject({ outcome: 'rejected', mayPass });
    expect(result.outcome === 'rejected' ? result.reason.code : '').toBe(code);
  });

  it('takes no reason from outside the list', async () => {
    const shop = recordedShop({ Cancelled: is(false) });
    expect(await cancellation.cancel.perform(shop.access, { ...asked, reason: 'staff' })).toMatchObject({
      outcome: 'rejected',
      code: 'unknown_reason',
    });
  });

  it.each([
    ['running', { job: { id: job, done: false } }, false, { effect: 'not_yet_known', afterSeconds: 5 }],
    ['done', { job: { id: job, done: true } }, true, { effect: 'done' }],
    ['ended in nothing', { job: { id: job, done: true } }, false, { effect: 'not_done' }],
    ['forgotten', { job: null }, false, { effect: 'not_done' }],
  ])('checks a job that is %s', async (_what, answer, cancelled, effect) => {
    const shop = recordedShop({ Job: () => answer, Cancelled: is(cancelled) });
    expect(await cancellation.cancel.check(shop.access, asked, { job })).toEqual(effect);
  });

  it('checks without a job when its answer was lost', async () => {
    const shop = recordedShop({ Cancelled: is(false) });
    expect(await cancellation.cancel.check(shop.access, asked, null)).toEqual({ effect: 'not_done' });
    const gone = recordedShop({ Cancelled: () => ({ order: null }) });
    expect(await cancellation.cancel.check(gone.access, asked, null)).toMatchObject({ effect: 'refused' });
  });
});
