import { fromChannel } from '@evenstock/contract/messages/message';
import { describe, expect, it } from 'vitest';
import { buyerCancellation, cancellation } from './cancellation.ts';
import { jsonOf, line, order, recordedSeller, unitsIn } from './recorded-seller.fixture.ts';
import type { Answer } from './recorded-seller.fixture.ts';

const items = '/order/items/get';
const validate = '/order/reverse/cancel/validate';
const create = '/order/reverse/cancel/create';
const repack = '/order/package/repack';
const decide = '/order/reverse/cancel/seller/decide';
const done: Answer = () => ({ data: { tip_type: 'success', tip_content: 'ok' } });
const asked = {
  order,
  attemptKey: 'a',
  reason: '10000021',
  detail: null,
  lines: null,
  refund: 'everything' as const,
};
const first = '100200300401';

describe('cancelling at Lazada (lazada.md 6.1)', () => {
  it('offers the reasons that Lazada has for the units that can be cancelled', async () => {
    const seller = recordedSeller({
      [items]: unitsIn('pending', 'shipped'),
      [validate]: () => ({
        data: {
          tip_type: 'warning',
          reason_options: [{ reason_id: '10000021', reason_name: 'Out of Stock' }],
        },
      }),
    });
    expect(await cancellation.reasons(seller.access, order)).toMatchObject([
      { key: '10000021', label: fromChannel('Out of Stock') },
    ]);
    expect(jsonOf(seller.asked(validate)[0], 'order_item_id_list')).toEqual([first]);
  });

  it('has no reasons for an order on its way', async () => {
    const seller = recordedSeller({ [items]: unitsIn('shipped') });
    await expect(cancellation.reasons(seller.access, order)).rejects.toThrow(/on its way/);
  });

  it('cancels what is not cancelled yet', async () => {
    const seller = recordedSeller({
      [items]: unitsIn('pending', 'canceled', 'ready_to_ship'),
      [create]: done,
    });
    expect(await cancellation.cancel.perform(seller.access, asked)).toEqual({ outcome: 'done' });
    expect(Object.fromEntries(seller.asked(create)[0] ?? [])).toMatchObject({
      order_id: order.channelId,
      order_item_id_list: '["100200300401","100200300403"]',
      reason_id: '10000021',
    });
  });

  it('is not refused as a whole where a package was undone before the cancellation is refused', async () => {
    const seller = recordedSeller({
      [items]: unitsIn(['packed', { package_id: 'FP1' }], ['packed', { package_id: 'FP1' }]),
      [repack]: () => ({
        result: {
          success: true,
          data: { packages: [{ package_id: 'FP1', item_err_code: '0', retry: false }] },
        },
      }),
      [create]: () => ({ code: '113', message: 'not allowed' }),
    });
    const result = await cancellation.cancel.perform(seller.access, { ...asked, lines: [line(first)] });
    expect(result).toMatchObject({ outcome: 'unknown' });
  });

  it('takes a unit out of a package that holds others before it cancels', async () => {
    const seller = recordedSeller({
      [items]: unitsIn(['packed', { package_id: 'FP1' }], ['packed', { package_id: 'FP1' }]),
      [repack]: () => ({
        result: {
          success: true,
          data: { packages: [{ package_id: 'FP1', item_err_code: '0', retry: false }] },
        },
      }),
      [create]: done,
    });
    const result = await cancellation.cancel.perform(seller.access, { ...asked, lines: [line(first)] });
    expect(result).toEqual({ outcome: 'done' });
    expect(jsonOf(seller.asked(repack)[0], 'rePackReq')).toEqual({ packages: [{ package_id: 'FP1' }] });
    expect(seller.asked(create)[0]?.get('order_item_id_list')).toBe('["100200300401"]');
  });

  it.each([
    ['cancelled', ['canceled'], { outcome: 'done' }],
    ['being cancelled', [['pending', { is_cancel_pending: true }]], { outcome: 'done' }],
    ['on its way', ['shipped'], { outcome: 'rejected', code: 'not_cancellable' }],
  ] as const)('does not call for what is %s', async (_what, units, expected) => {
    const seller = recordedSeller({ [items]: unitsIn(...units) });
    expect(await cancellation.cancel.perform(seller.access, asked)).toMatchObject(expected);
    expect(seller.asked(create)).toEqual([]);
  });

  it('passes on what Lazada says in place of cancelling', async () => {
    const seller = recordedSeller({
      [items]: unitsIn('pending'),
      [create]: () => ({ data: { tip_type: 'error', tip_content: 'Not now' } }),
    });
    expect(await cancellation.cancel.perform(seller.access, asked)).toMatchObject({
      outcome: 'rejected',
      reason: fromChannel('Lazada: Not now'),
    });
  });

  it.each([
    [['canceled', 'shipped'], { effect: 'done' }],
    [['pending', 'pending'], { effect: 'not_done' }],
    [['pending', 'canceled'], { effect: 'not_done', partly: { code: 'refusals.done_in_part' } }],
    [['shipped'], { effect: 'refused' }],
  ])('checks units that are %j', async (statuses, effect) => {
    const seller = recordedSeller({ [items]: unitsIn(...statuses) });
    expect(await cancellation.cancel.check(seller.access, asked, null)).toMatchObject(effect);
  });
});

describe('a buyer who asks Lazada to cancel (lazada.md 6.1)', () => {
  const open = unitsIn(['pending', { need_cancel_confirm: true, reverse_order_id: 7001 }]);
  const answer = { order, attemptKey: 'a', accepts: true, reason: null };

  it.each([
    [{}, { agree_cancel: 'true' }],
    [
      { accepts: false, reason: '99' },
      { agree_cancel: 'false', reason_code: '99' },
    ],
  ])('is answered %j with %j', async (more, sent) => {
    const seller = recordedSeller({ [items]: open, [decide]: () => ({ data: null }) });
    expect(await buyerCancellation.answer.perform(seller.access, { ...answer, ...more })).toEqual({
      outcome: 'done',
    });
    expect(Object.fromEntries(seller.asked(decide)[0] ?? [])).toMatchObject({
      reverse_order_id: '7001',
      ...sent,
    });
    expect(await buyerCancellation.answer.check(seller.access, answer, null)).toEqual({ effect: 'not_done' });
  });

  it('is not refused without a reason', async () => {
    const seller = recordedSeller({ [items]: open });
    const result = await buyerCancellation.answer.perform(seller.access, { ...answer, accepts: false });
    expect(result).toMatchObject({ outcome: 'rejected', code: '108' });
  });

  it('is offered the reasons of the request’s line', async () => {
    const seller = recordedSeller({
      [items]: open,
      '/reverse/getreverseordersforseller': () => ({
        result: {
          success: true,
          total: 1,
          items: [
            {
              reverse_order_id: 7001,
              request_type: 'CANCEL',
              reverse_order_lines: [
                {
                  reverse_order_line_id: 7101,
                  reverse_status: 'REQUEST_INITIATE',
                  return_order_line_gmt_create: 1_767_233_000_000,
                  return_order_line_gmt_modified: 1_767_233_000_000,
                },
              ],
            },
          ],
        },
      }),
      '/order/reverse/reason/list': () => ({ data: [{ reason_id: 99, text: 'Already packed' }] }),
    });
    expect(await buyerCancellation.refusalReasons(seller.access, order)).toMatchObject([
      { key: '99', label: fromChannel('Already packed') },
    ]);
    expect(seller.asked('/order/reverse/reason/list')[0]?.get('reverse_order_line_id')).toBe('7101');
  });

  it.each([
    [true, ['canceled'], 'done'],
    [true, ['canceled', 'pending'], 'done'],
    [false, ['pending'], 'done'],
    [false, ['canceled', 'pending'], 'refused'],
    [true, ['pending'], 'refused'],
  ])('accepting %s, with nothing open and units %j, is %s', async (accepts, statuses, effect) => {
    const seller = recordedSeller({ [items]: unitsIn(...statuses) });
    const both = { ...answer, accepts };
    expect(await buyerCancellation.answer.check(seller.access, both, null)).toMatchObject({ effect });
    expect((await buyerCancellation.answer.perform(seller.access, both)).outcome).toBe(
      effect === 'done' ? 'done' : 'rejected',
    );
  });
});
