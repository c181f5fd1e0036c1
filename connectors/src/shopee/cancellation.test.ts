import { describe, expect, it } from 'vitest';
import { buyerCancellation, cancellation } from './cancellation.ts';
import { order, orderIn, recordedShop, refusal } from './recorded-shop.fixture.ts';

const asked = {
  order,
  attemptKey: 'a1',
  reason: 'CUSTOMER_REQUEST',
  detail: null,
  lines: null,
  refund: 'everything' as const,
};
const answer = { order, attemptKey: 'a1', accepts: true, reason: null };
const requested = orderIn('IN_CANCEL');

describe('cancelling an order at Shopee (shopee.md 6.1)', () => {
  it.each([
    [{}, ['OUT_OF_STOCK', 'CUSTOMER_REQUEST']],
    [{ cod: true }, ['OUT_OF_STOCK', 'CUSTOMER_REQUEST', 'COD_NOT_SUPPORTED']],
    [{ region: 'MY' }, ['OUT_OF_STOCK', 'CUSTOMER_REQUEST', 'UNDELIVERABLE_AREA']],
  ])('offers for %j the reasons %j', async (more, keys) => {
    const shop = recordedShop({ get_order_detail: orderIn('READY_TO_SHIP', more) });
    const reasons = await cancellation.reasons(shop.access, order);
    expect(reasons.map(({ key }) => key)).toEqual(keys);
    expect(reasons.filter(({ needsLines }) => needsLines).map(({ key }) => key)).toEqual(['OUT_OF_STOCK']);
  });

  it('names what is out of stock', async () => {
    const shop = recordedShop({
      get_order_detail: orderIn('READY_TO_SHIP'),
      cancel_order: () => ({ update_time: 1 }),
    });
    const lines = [{ lineId: '811:9001:811:0', unitIds: [], units: 1 }];
    const result = await cancellation.cancel.perform(shop.access, {
      ...asked,
      reason: 'OUT_OF_STOCK',
      lines,
    });
    expect(result).toEqual({ outcome: 'done' });
    expect(shop.bodies('cancel_order')).toEqual([
      {
        order_sn: order.number,
        cancel_reason: 'OUT_OF_STOCK',
        item_list: [{ item_id: 811, model_id: 9001 }],
      },
    ]);
  });

  it('asks for the items when it is to say which are out of stock', async () => {
    const shop = recordedShop({ get_order_detail: orderIn('READY_TO_SHIP') });
    const result = await cancellation.cancel.perform(shop.access, { ...asked, reason: 'OUT_OF_STOCK' });
    expect(result).toMatchObject({ outcome: 'rejected', code: 'lines_needed' });
  });

  it('is done already where the order is cancelled', async () => {
    const shop = recordedShop({ get_order_detail: orderIn('CANCELLED') });
    expect(await cancellation.cancel.perform(shop.access, asked)).toEqual({ outcome: 'done' });
    expect(await cancellation.cancel.check(shop.access, asked, null)).toEqual({ effect: 'done' });
  });

  it.each(['order.error_limit', 'error_limit'])(
    'is refused, not put off, with %s once shipped',
    async (error) => {
      const shop = recordedShop({
        get_order_detail: orderIn('PROCESSED'),
        cancel_order: () => refusal(error, 'Can not cancel this order'),
      });
      expect(await cancellation.cancel.perform(shop.access, asked)).toMatchObject({
        outcome: 'rejected',
        code: 'error_limit',
        mayPass: false,
      });
    },
  );

  it.each([
    ['READY_TO_SHIP', 'not_done'],
    ['SHIPPED', 'refused'],
  ])('checks an order that is %s: %s', async (status, effect) => {
    const shop = recordedShop({ get_order_detail: orderIn(status) });
    expect(await cancellation.cancel.check(shop.access, asked, null)).toMatchObject({ effect });
  });
});

describe('a buyer who asks Shopee to cancel (shopee.md 6.1)', () => {
  it.each([
    [true, 'ACCEPT'],
    [false, 'REJECT'],
  ])('accepted %s sends %s', async (accepts, operation) => {
    const shop = recordedShop({
      get_order_detail: requested,
      handle_buyer_cancellation: () => ({ update_time: 1 }),
    });
    expect(await buyerCancellation.answer.perform(shop.access, { ...answer, accepts })).toEqual({
      outcome: 'done',
    });
    expect(shop.bodies('handle_buyer_cancellation')).toEqual([{ order_sn: order.number, operation }]);
    expect(await buyerCancellation.answer.check(shop.access, { ...answer, accepts }, null)).toEqual({
      effect: 'not_done',
    });
  });

  it.each([
    [true, 'CANCELLED', 'done'],
    [false, 'READY_TO_SHIP', 'done'],
    [true, 'READY_TO_SHIP', 'refused'],
    [false, 'CANCELLED', 'refused'],
  ])('accepting %s, an order that is %s without a request is %s', async (accepts, status, effect) => {
    const shop = recordedShop({ get_order_detail: orderIn(status) });
    const result = await buyerCancellation.answer.perform(shop.access, { ...answer, accepts });
    expect(result.outcome).toBe(effect === 'done' ? 'done' : 'rejected');
    expect(await buyerCancellation.answer.check(shop.access, { ...answer, accepts }, null)).toMatchObject({
      effect,
    });
  });

  it('of some units shows in the lines', async () => {
    const lines = { item_list: [{ cancel_requested_qty: 1, cancelled_qty: 0 }] };
    const shop = recordedShop({
      get_order_detail: orderIn('READY_TO_SHIP', lines),
      handle_buyer_cancellation: () => refusal('order.cancel_order_invalid_status', ''),
    });
    expect(await buyerCancellation.answer.perform(shop.access, answer)).toMatchObject({
      outcome: 'rejected',
    });
    expect(shop.bodies('handle_buyer_cancellation')).toHaveLength(1);
  });
});
