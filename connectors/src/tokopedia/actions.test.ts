import { describe, expect, it } from 'vitest';
import { queryOf } from '../kit/recorded-http.fixture.ts';
import type { Recorded } from '../kit/recorded-http.fixture.ts';
import { bodyOf, detail, failed, now, ok, shopWith } from './app.fixture.ts';
import { cancellation } from './cancellation.ts';
import { fulfilment } from './fulfilment.ts';
import { labels } from './labels.ts';

const order = { number: 'INV/20260110/XX/I/502', channelId: '43481289', lines: [] };
const own = {
  order,
  attemptKey: 'a',
  method: 'non_integrated',
  answers: { tracking_no: 'JNE123456789' },
  lines: null,
  shippedAt: now,
};
const byCourier = { ...own, method: 'pickup', answers: {} };

/** A shop of one order in this state; calls succeed unless `more` answers them. */
function shopOf(state: object | null, more: Readonly<Record<string, () => Recorded>> = {}) {
  return shopWith({
    '/v2/fs/13004/order': () =>
      state === null ? failed(500, 'ORD_API_008', 'not found') : ok({ ...detail, ...state }),
    '/ack': () => ok('success'),
    '/status': () => ok('Success'),
    '/pick-up': () => ok({ order_id: 43481289, shop_id: 479573, request_time: '…', result: '…' }),
    '/nack': () => ok('success'),
    ...more,
  });
}
const writes = ({ http }: ReturnType<typeof shopOf>): string[] =>
  http.requests.filter(({ method }) => method === 'POST').map(({ url }) => new URL(url).pathname);

describe('shipping (tokopedia.md 5)', () => {
  it('accepts first, then asks for the pick-up with nothing but the order', async () => {
    const shop = shopOf({ order_status: 220 });
    expect(await fulfilment.ship.perform(shop.access, byCourier)).toEqual({ outcome: 'done' });
    expect(writes(shop)).toEqual(['/v1/order/43481289/fs/13004/ack', '/inventory/v1/fs/13004/pick-up']);
    expect(bodyOf(shop.called('/pick-up')[0])).toEqual({ order_id: 43481289, shop_id: 479573 });
  });

  it('is not refused as a whole where the order was accepted before the pick-up is refused', async () => {
    const refusing = { '/pick-up': () => failed(400, 'LGS_API_001', 'no courier') };
    const both = shopOf({ order_status: 220 }, refusing);
    expect(await fulfilment.ship.perform(both.access, byCourier)).toMatchObject({ outcome: 'unknown' });
    const left = shopOf({ order_status: 400 }, refusing);
    expect(await fulfilment.ship.perform(left.access, byCourier)).toMatchObject({ outcome: 'rejected' });
  });

  it('or enters the seller’s own airwaybill', async () => {
    const shop = shopOf({ order_status: 400 });
    expect(await fulfilment.ship.perform(shop.access, own)).toEqual({ outcome: 'done' });
    expect(writes(shop)).toEqual(['/v1/order/43481289/fs/13004/status']);
    expect(bodyOf(shop.called('/status')[0])).toEqual({
      order_status: 500,
      shipping_ref_num: 'JNE123456789',
    });
  });

  it.each([
    [byCourier, { order_status: 450 }],
    [byCourier, { order_status: 600 }],
    [own, { order_status: 500, order_info: { shipping_info: { awb: 'JNE123456789' } } }],
  ])('does nothing twice (%#)', async (asked, state) => {
    const shop = shopOf(state);
    expect(await fulfilment.ship.perform(shop.access, asked)).toEqual({ outcome: 'done' });
    expect(await fulfilment.ship.check(shop.access, asked, null)).toEqual({ effect: 'done' });
    expect(writes(shop)).toEqual([]);
  });

  it.each([
    [{ order_status: 100 }, 'not_paid'],
    [{ order_status: 10 }, 'cancelled'],
    [{ order_status: 450 }, 'already_shipped'],
    [{ order_status: 500, order_info: { shipping_info: { awb: 'OTHER' } } }, 'already_shipped'],
    [{ order_status: 123 }, 'not_now'],
  ])('with an airwaybill is refused for %j: %s', async (state, code) => {
    const shop = shopOf(state);
    expect(await fulfilment.ship.perform(shop.access, own)).toMatchObject({ outcome: 'rejected', code });
    expect(await fulfilment.ship.check(shop.access, own, null)).toMatchObject({ effect: 'refused', code });
    await expect(fulfilment.form(shop.access, order)).rejects.toMatchObject({ fault: { kind: 'rejected' } });
    expect(writes(shop)).toEqual([]);
  });

  it('of an order that is not found is refused, but nothing is known of what was sent before', async () => {
    const shop = shopOf(null);
    const refused = { outcome: 'rejected', code: 'no_order' };
    const unknown = { effect: 'not_yet_known', afterSeconds: 60 };
    expect(await fulfilment.ship.perform(shop.access, own)).toMatchObject(refused);
    expect(await fulfilment.ship.check(shop.access, own, null)).toEqual(unknown);
    await expect(fulfilment.form(shop.access, order)).rejects.toMatchObject({ fault: { kind: 'rejected' } });
    const cancelled = {
      order,
      attemptKey: 'a',
      reason: '8',
      detail: null,
      lines: null,
      refund: 'everything' as const,
    };
    expect(await cancellation.cancel.perform(shop.access, cancelled)).toMatchObject(refused);
    expect(await cancellation.cancel.check(shop.access, cancelled, null)).toEqual(unknown);
    expect(writes(shop)).toEqual([]);
  });

  it('that failed behind their door is looked at, not taken for refused', async () => {
    const shop = shopOf({ order_status: 220 }, { '/ack': () => failed(400, 'ORD_USC_007', 'downstream') });
    expect(await fulfilment.ship.perform(shop.access, byCourier)).toMatchObject({ outcome: 'unknown' });
    expect(await fulfilment.ship.check(shop.access, byCourier, null)).toEqual({ effect: 'not_done' });
    const accepted = shopOf({ order_status: 400 });
    expect(await fulfilment.ship.check(accepted.access, byCourier, null)).toMatchObject({
      partly: { code: 'refusals.accepted_not_shipped' },
    });
  });

  it('needs no field for a pick-up, and a number for an airwaybill', async () => {
    const form = await fulfilment.form(shopOf({ order_status: 220 }).access, order);
    expect(form.methods.map(({ key, fields }) => [key, fields.map((field) => field.key)])).toEqual([
      ['pickup', []],
      ['non_integrated', ['tracking_no']],
    ]);
    const nothing = { ...own, answers: {} };
    expect(await fulfilment.ship.perform(shopOf({ order_status: 220 }).access, nothing)).toMatchObject({
      code: 'missing_airwaybill',
    });
  });
});

describe('cancelling (tokopedia.md 6)', () => {
  const asked = {
    order,
    attemptKey: 'a',
    reason: '1',
    detail: null,
    lines: null,
    refund: 'everything' as const,
  };

  it('rejects with a code and words', async () => {
    const shop = shopOf({ order_status: 220 });
    expect(await cancellation.cancel.perform(shop.access, asked)).toEqual({ outcome: 'done' });
    expect(bodyOf(shop.called('/v1/order/43481289/fs/13004/nack')[0])).toEqual({
      reason_code: 1,
      reason: 'Out of stock',
    });
    expect(await cancellation.cancel.check(shop.access, asked, null)).toEqual({ effect: 'not_done' });
  });

  it.each([
    [10, { outcome: 'done' }, { effect: 'done' }],
    [4, { outcome: 'pending' }, { effect: 'not_yet_known' }],
    [500, { outcome: 'rejected', code: 'not_now' }, { effect: 'not_done' }],
    [100, { outcome: 'rejected', code: 'not_now' }, { effect: 'not_done' }],
  ])('an order in the status %d sends nothing', async (order_status, result, effect) => {
    const shop = shopOf({ order_status });
    expect(await cancellation.cancel.perform(shop.access, asked)).toMatchObject(result);
    expect(await cancellation.cancel.check(shop.access, asked, null)).toMatchObject(effect);
    expect(writes(shop)).toEqual([]);
  });

  it('offers every reason but the one that needs dates', async () => {
    const keys = (await cancellation.reasons(shopOf(null).access, order)).map(({ key }) => key);
    expect(keys.sort()).toEqual(['0', '1', '2', '3', '5', '7', '8']);
  });
});

describe('labels (tokopedia.md 5)', () => {
  const page = '<html><body>label</body></html>';

  it('are pages, and printing does not mark them', async () => {
    const { access, called } = shopOf({}, { '/shipping-label': () => ({ body: page }) });
    const [result] = await labels.print(access, [order]);
    expect(result).toEqual({
      outcome: 'ready',
      label: { mediaType: 'text/html', bytes: new TextEncoder().encode(page) },
    });
    const [request] = called('/v1/order/43481289/fs/13004/shipping-label');
    expect(request === undefined ? null : queryOf(request, 'printed')).toBe('0');
  });

  it.each([
    [failed(500, 'ORD_API_008', 'label data not found'), 'rejected'],
    [failed(400, 'X', 'not accepted'), 'rejected'],
  ])('that are not there are refused in words', async (answer, outcome) => {
    const { access } = shopOf({}, { '/shipping-label': () => answer });
    expect(await labels.print(access, [order])).toMatchObject([{ outcome }]);
  });

  it('that are there are not lost for one that is not', async () => {
    const answers: Recorded[] = [{ body: page }, { status: 502, body: '<html>' }];
    const { access } = shopOf({}, { '/shipping-label': () => answers.shift() ?? { body: '' } });
    const results = await labels.print(access, [order, order]);
    expect(results.map(({ outcome }) => outcome)).toEqual(['ready', 'retry']);
  });
});
