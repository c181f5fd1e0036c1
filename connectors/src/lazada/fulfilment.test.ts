import { describe, expect, it } from 'vitest';
import { fulfilment } from './fulfilment.ts';
import { labels } from './labels.ts';
import { jsonOf, line, now, order, recordedSeller, unitsIn } from './recorded-seller.fixture.ts';
import type { Answer } from './recorded-seller.fixture.ts';

const items = '/order/items/get';
const providersPath = '/order/shipment/providers/get';
const packPath = '/order/fulfill/pack';
const rtsPath = '/order/package/rts';
const first = '100200300401';
const second = '100200300402';

const providers =
  (platform_default: number): Answer =>
  () => ({
    result: {
      success: true,
      data: {
        platform_default,
        shipping_allocate_type: platform_default === 1 ? 'TFS' : 'NTFS',
        shipment_providers: [{ name: 'LEX SG', provider_code: 'FM50' }],
      },
    },
  });
const packedAs =
  (...rows: readonly (readonly [string, string, string?])[]): Answer =>
  () => ({
    result: {
      success: true,
      data: {
        pack_order_list: [
          {
            order_id: 100200300400,
            order_item_list: rows.map(([id, item_err_code, package_id]) => ({
              order_item_id: Number(id),
              item_err_code,
              msg: item_err_code === '0' ? 'success' : 'no',
              package_id,
              retry: false,
            })),
          },
        ],
      },
    },
  });
const setReady =
  (item_err_code: string, ...ids: readonly string[]): Answer =>
  () => ({
    result: {
      success: true,
      data: { packages: ids.map((package_id) => ({ package_id, item_err_code, msg: '', retry: false })) },
    },
  });
const shipment = { order, attemptKey: 'a', method: 'default', answers: {}, lines: null, shippedAt: now };
const ship = (answers: Readonly<Record<string, Answer>>, more: object = {}) => {
  const seller = recordedSeller(answers);
  return { seller, result: fulfilment.ship.perform(seller.access, { ...shipment, ...more }) };
};

describe('what Lazada needs to know to ship an order (lazada.md 5)', () => {
  it('is the provider, where Lazada does not choose it', async () => {
    const seller = recordedSeller({ [items]: unitsIn('pending', 'canceled'), [providersPath]: providers(0) });
    expect(await fulfilment.form(seller.access, order)).toMatchObject({
      methods: [
        {
          key: 'default',
          fields: [{ key: 'shipping_provider', choices: [{ value: 'FM50', label: 'LEX SG' }] }],
        },
      ],
    });
    expect(jsonOf(seller.asked(providersPath)[0], 'getShipmentProvidersReq')).toEqual({
      orders: [{ order_id: 100200300400, order_item_ids: [100200300401] }],
    });
  });

  it('is nothing, where it does or an earlier try chose it', async () => {
    const chosen = recordedSeller({ [items]: unitsIn('pending'), [providersPath]: providers(1) });
    expect((await fulfilment.form(chosen.access, order)).methods).toMatchObject([{ fields: [] }]);
    const packed = recordedSeller({ [items]: unitsIn(['packed', { package_id: 'FP1' }]) });
    expect((await fulfilment.form(packed.access, order)).methods).toMatchObject([{ fields: [] }]);
  });

  it.each([
    ['unpaid', /yet/],
    ['ready_to_ship', /is shipped/],
    ['canceled', /cancelled/],
  ])('is not asked when the order is %s', async (status, words) => {
    const seller = recordedSeller({ [items]: unitsIn(status) });
    await expect(fulfilment.form(seller.access, order)).rejects.toThrow(words);
  });
});

describe('shipping an order at Lazada (lazada.md 5)', () => {
  it('packs the items and sets their packages ready', async () => {
    const { seller, result } = ship(
      {
        [items]: unitsIn('pending', 'pending'),
        [providersPath]: providers(0),
        [packPath]: packedAs([first, '0', 'FP1'], [second, '0', 'FP1']),
        [rtsPath]: setReady('0', 'FP1'),
      },
      { answers: { shipping_provider: 'FM50' } },
    );
    expect(await result).toEqual({ outcome: 'done' });
    expect(jsonOf(seller.asked(packPath)[0], 'packReq')).toEqual({
      pack_order_list: [{ order_id: 100200300400, order_item_list: [100200300401, 100200300402] }],
      delivery_type: 'dropship',
      shipping_allocate_type: 'NTFS',
      shipment_provider_code: 'FM50',
    });
    expect(jsonOf(seller.asked(rtsPath)[0], 'readyToShipReq')).toEqual({ packages: [{ package_id: 'FP1' }] });
  });

  it('sends no provider where Lazada chooses, and only the lines that are named', async () => {
    const { seller, result } = ship(
      {
        [items]: unitsIn('pending', 'pending'),
        [providersPath]: providers(1),
        [packPath]: packedAs([second, '0', 'FP2']),
        [rtsPath]: setReady('0', 'FP2'),
      },
      { lines: [line(second)] },
    );
    expect(await result).toEqual({ outcome: 'done' });
    expect(jsonOf(seller.asked(packPath)[0], 'packReq')).toEqual({
      pack_order_list: [{ order_id: 100200300400, order_item_list: [100200300402] }],
      delivery_type: 'dropship',
      shipping_allocate_type: 'TFS',
    });
  });

  it('continues after packing where an earlier attempt broke off', async () => {
    const { seller, result } = ship({
      [items]: unitsIn(
        ['packed', { package_id: 'FP1' }],
        ['ready_to_ship', { package_id: 'FP0' }],
        'canceled',
      ),
      [rtsPath]: setReady('0', 'FP1'),
    });
    expect(await result).toEqual({ outcome: 'done' });
    expect(seller.asked(packPath)).toEqual([]);
    expect(jsonOf(seller.asked(rtsPath)[0], 'readyToShipReq')).toEqual({ packages: [{ package_id: 'FP1' }] });
  });

  it('says that the order is packed where its state no longer allows to set it ready', async () => {
    const packedBefore = ship({
      [items]: unitsIn(['packed', { package_id: 'FP1' }]),
      [rtsPath]: setReady('700000', 'FP1'),
    });
    const reason = { code: 'refusals.packed_not_ready' };
    expect(await packedBefore.result).toMatchObject({
      outcome: 'rejected',
      code: '700000',
      reason,
      mayPass: false,
    });
    const packedNow = ship({
      [items]: unitsIn('pending'),
      [providersPath]: providers(1),
      [packPath]: packedAs([first, '0', 'FP1']),
      [rtsPath]: setReady('700000', 'FP1'),
    });
    // The package was made, so that this is no refusal of the whole.
    expect(await packedNow.result).toMatchObject({ outcome: 'unknown', reason });
    expect(packedNow.seller.asked(packPath)).toHaveLength(1);
  });

  it('keeps the usual reason where Lazada asks to pack the items first', async () => {
    const { result } = ship({
      [items]: unitsIn(['packed', { package_id: 'FP1' }]),
      [rtsPath]: setReady('34', 'FP1'),
    });
    expect(await result).toMatchObject({
      outcome: 'rejected',
      code: '34',
      reason: { code: 'refusals.not_in_this_state' },
    });
  });

  it('does nothing when all of it went already', async () => {
    const { seller, result } = ship({ [items]: unitsIn('ready_to_ship', 'shipped') });
    expect(await result).toEqual({ outcome: 'done' });
    expect(seller.http.requests).toHaveLength(1);
  });

  it.each([
    ['700024', true, 'refusals.order_busy'],
    ['700028', false, 'refusals.buyer_collects'],
    ['700026', false, 'refusals.not_in_this_state'],
  ])('says what %s of a row means though the call succeeded', async (code, mayPass, reason) => {
    const { result } = ship({
      [items]: unitsIn('pending'),
      [providersPath]: providers(1),
      [packPath]: packedAs([first, code]),
    });
    const got = await result;
    expect(got).toMatchObject({ outcome: 'rejected', code, mayPass, reason: { code: reason } });
  });

  it('says what a result without success means', async () => {
    const { result } = ship({
      [items]: unitsIn('pending'),
      [providersPath]: () => ({ result: { success: false, error_code: 700021, error_msg: 'no order' } }),
    });
    expect(await result).toMatchObject({ outcome: 'rejected', code: '700021' });
  });

  it('does not claim what was not answered', async () => {
    const { result } = ship({
      [items]: unitsIn(['packed', { package_id: 'FP1' }]),
      [rtsPath]: setReady('0'),
    });
    await expect(result).rejects.toThrow(/every item/);
  });

  it.each<[readonly string[], object]>([
    [['ready_to_ship', 'canceled'], { effect: 'done' }],
    [['packed', 'ready_to_ship'], { effect: 'not_done' }],
    [['canceled'], { effect: 'refused' }],
  ])('checks units that are %j', async (statuses, effect) => {
    const seller = recordedSeller({ [items]: unitsIn(...statuses) });
    expect(await fulfilment.ship.check(seller.access, shipment, null)).toMatchObject(effect);
  });

  it('refuses an unknown order', async () => {
    const seller = recordedSeller({ [items]: () => ({ code: '16', message: 'Invalid Order ID' }) });
    expect(await fulfilment.ship.check(seller.access, shipment, null)).toMatchObject({
      effect: 'refused',
      code: '16',
    });
  });
});

describe('Lazada’s labels (lazada.md 5)', () => {
  const documentPath = '/order/package/document/get';
  const packedUnits = unitsIn(['packed', { package_id: 'FP1' }], ['packed', { package_id: 'FP1' }]);

  it('are an address for each order', async () => {
    const seller = recordedSeller({
      [items]: packedUnits,
      [documentPath]: () => ({
        result: {
          success: true,
          data: { doc_type: 'PDF', file: 'PGh0bWw+', pdf_url: 'https://pdf.example/1' },
        },
      }),
    });
    expect(await labels.print(seller.access, [order, order])).toEqual([
      { outcome: 'ready', label: { url: 'https://pdf.example/1' } },
      { outcome: 'ready', label: { url: 'https://pdf.example/1' } },
    ]);
    expect(jsonOf(seller.asked(documentPath)[0], 'getDocumentReq')).toEqual({
      doc_type: 'PDF',
      packages: [{ package_id: 'FP1' }],
      print_item_list: false,
    });
  });

  it('are the page itself where there is no address', async () => {
    const seller = recordedSeller({
      [items]: packedUnits,
      [documentPath]: () => ({ result: { success: true, data: { file: 'PGh0bWw+', pdf_url: '' } } }),
    });
    const [result] = await labels.print(seller.access, [order]);
    expect(result).toMatchObject({ outcome: 'ready', label: { mediaType: 'text/html' } });
  });

  it.each<[string, Answer, Answer, object]>([
    ['not packed', unitsIn('pending'), () => ({}), { outcome: 'rejected', code: '34' }],
    [
      'delivered by the seller',
      packedUnits,
      () => ({ code: '50008', message: 'x' }),
      { outcome: 'rejected' },
    ],
    ['locked', packedUnits, () => ({ code: '700024', message: 'lock' }), { outcome: 'retry' }],
  ])('of an order that is %s', async (_what, units, document, expected) => {
    const seller = recordedSeller({ [items]: units, [documentPath]: document });
    expect(await labels.print(seller.access, [order])).toMatchObject([expected]);
  });
});
