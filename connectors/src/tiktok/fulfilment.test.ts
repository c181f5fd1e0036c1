import { describe, expect, it } from 'vitest';
import { ChannelError } from '../kit/errors.ts';
import type { Answers } from '../kit/capabilities.ts';
import { fulfilment } from './fulfilment.ts';
import { order, unit } from './order.fixture.ts';
import { packageStatuses } from './packages.ts';
import { now, recordedShop } from './recorded-shop.fixture.ts';
import type { Answer } from './recorded-shop.fixture.ts';

const ref = { number: order.id, channelId: order.id, lines: [] };
const shipmentBy = (method: string, answers: Answers = {}) => ({
  order: ref,
  attemptKey: 'a1',
  method,
  answers,
  lines: null,
  shippedAt: now,
});
const shipping = '/fulfillment/202309/packages/1152321127278713123/ship';
const slots = {
  can_pickup: true,
  can_drop_off: true,
  can_van_collection: false,
  pickup_slots: [
    { start_time: 1_767_398_400, end_time: 1_767_405_600, avaliable: true },
    { start_time: 1_767_312_000, end_time: 1_767_319_200, avaliable: true },
    { start_time: 1_767_300_000, end_time: 1_767_307_200, avaliable: false },
  ],
};
const second = { ...unit, id: '8', package_id: '99' };

const shopWith = (found: unknown, more: Readonly<Record<string, Answer>> = {}) =>
  recordedShop({
    'GET /order/202507/orders': { data: { orders: [found] } },
    'GET /handover_time_slots': { data: slots },
    ...more,
    ...('POST /ship' in more ? {} : { 'POST /ship': { data: {} } }),
  });
const failureOf = async (call: Promise<unknown>) => {
  const failed: unknown = await call.catch((error: unknown) => error);
  return failed instanceof ChannelError ? failed.fault : failed;
};

describe('what must be known to ship a TikTok order (tiktok.md 5)', () => {
  it('is how the carrier gets it, and when, on the shop’s clocks; slots that are taken are not offered', async () => {
    const { methods } = await fulfilment.form(shopWith(order).access, ref);
    expect(methods.map(({ key }) => key)).toEqual(['pickup', 'dropoff']);
    expect(methods[0]?.fields).toMatchObject([
      {
        key: 'pickup_time_id',
        required: false,
        choices: [
          { value: '1767398400-1767405600', label: 'Sat 3 Jan, 08:00 – 10:00' },
          { value: '1767312000-1767319200', label: 'Fri 2 Jan, 08:00 – 10:00' },
        ],
      },
    ]);
    expect(methods[1]?.fields).toEqual([]);
  });

  it('is nothing where there is no choice', async () => {
    const none = { data: { can_pickup: false, can_drop_off: false, can_van_collection: true } };
    const { methods } = await fulfilment.form(
      shopWith(order, { 'GET /handover_time_slots': none }).access,
      ref,
    );
    expect(methods).toMatchObject([{ key: 'default', fields: [] }]);
  });

  it('is the carrier and its number where the seller sends it', async () => {
    const providers = { data: { shipping_providers: [{ id: '6617', name: 'Demo Express' }] } };
    const own = shopWith(
      { ...order, shipping_type: 'SELLER' },
      { 'GET /delivery_options/7091/shipping_providers': providers },
    );
    const { methods } = await fulfilment.form(own.access, ref);
    expect(methods).toMatchObject([
      {
        key: 'non_integrated',
        fields: [
          { key: 'shipping_provider', kind: 'choice', required: true, choices: [{ value: '6617' }] },
          { key: 'tracking_no', kind: 'text', required: true },
        ],
      },
    ]);
  });

  it.each([
    ['CANCELLED', {}, 'order_cancelled'],
    ['UNPAID', {}, 'not_ready'],
    ['ON_HOLD', {}, 'not_ready'],
    ['AWAITING_SHIPMENT', { is_on_hold_order: true }, 'not_ready'],
    ['AWAITING_SHIPMENT', { fulfillment_type: 'FULFILLMENT_BY_DILAYANI_TOKOPEDIA' }, 'sent_by_marketplace'],
    ['IN_TRANSIT', {}, 'already_shipped'],
    ['AWAITING_SHIPMENT', { shipping_type: 'SELLER', line_items: [unit, second] }, 'several_packages'],
  ])('is not asked of an order %s %j', async (status, more, code) => {
    const units = order.line_items.map((each) => ({ ...each, display_status: status }));
    const shop = shopWith({ ...order, line_items: units, status, ...more });
    expect(await failureOf(fulfilment.form(shop.access, ref))).toMatchObject({ kind: 'rejected', code });
  });
});

describe('shipping a TikTok order (tiktok.md 5)', () => {
  it.each([
    ['dropoff', {}, { handover_method: 'DROP_OFF' }],
    [
      'pickup',
      { pickup_time_id: '1767398400-1767405600' },
      { handover_method: 'PICKUP', pickup_slot: { start_time: 1_767_398_400, end_time: 1_767_405_600 } },
    ],
    [
      'pickup',
      {},
      { handover_method: 'PICKUP', pickup_slot: { start_time: 1_767_312_000, end_time: 1_767_319_200 } },
    ],
    [
      'default',
      {},
      { handover_method: 'PICKUP', pickup_slot: { start_time: 1_767_312_000, end_time: 1_767_319_200 } },
    ],
    [
      'non_integrated',
      { tracking_no: ' AB123 ', shipping_provider: '6617' },
      { self_shipment: { tracking_number: 'AB123', shipping_provider_id: '6617' } },
    ],
  ])('by %s %j', async (method, answers, body) => {
    const shop = shopWith(order);
    expect(await fulfilment.ship.perform(shop.access, shipmentBy(method, answers))).toEqual({
      outcome: 'done',
    });
    expect(shop.writes()).toMatchObject([{ call: `POST ${shipping}`, body }]);
  });

  it('ships each package, and continues with the remaining ones', async () => {
    const both = shopWith({ ...order, line_items: [unit, second] });
    await fulfilment.ship.perform(both.access, shipmentBy('dropoff'));
    expect(both.writes().map(({ call }) => call)).toEqual([
      `POST ${shipping}`,
      'POST /fulfillment/202309/packages/99/ship',
    ]);
    const gone = { ...unit, display_status: 'AWAITING_COLLECTION', package_status: 'PROCESSING' };
    const rest = shopWith({ ...order, status: 'PARTIALLY_SHIPPING', line_items: [gone, second] });
    await fulfilment.ship.perform(rest.access, shipmentBy('dropoff'));
    expect(rest.writes().map(({ call }) => call)).toEqual(['POST /fulfillment/202309/packages/99/ship']);
    expect(await fulfilment.ship.check(rest.access, shipmentBy('dropoff'), null)).toMatchObject({
      effect: 'not_done',
      partly: { code: 'refusals.done_in_part' },
    });
  });

  it('is not refused as a whole where a package was shipped before another is refused', async () => {
    const shop = shopWith(
      { ...order, line_items: [unit, second] },
      {
        'POST /99/ship': { code: 10007014, message: 'package is frozen' },
        'POST /ship': { data: {} },
        'GET /packages/99': { data: { package_status: 'TO_FULFILL' } },
      },
    );
    const result = await fulfilment.ship.perform(shop.access, shipmentBy('dropoff'));
    expect(result).toMatchObject({ outcome: 'unknown' });
    expect(shop.writes()).toHaveLength(2);
  });

  it('does not ship again what is shipped', async () => {
    const gone = { ...unit, display_status: 'AWAITING_COLLECTION', package_status: 'PROCESSING' };
    const shop = shopWith({ ...order, status: 'AWAITING_COLLECTION', line_items: [gone] });
    expect(await fulfilment.ship.perform(shop.access, shipmentBy('dropoff'))).toEqual({ outcome: 'done' });
    expect(shop.writes()).toEqual([]);
    expect(await fulfilment.ship.check(shop.access, shipmentBy('dropoff'), null)).toEqual({ effect: 'done' });
  });

  it.each([
    ['PROCESSING', 'done'],
    ['FULFILLING', 'done'],
    ['TO_FULFILL', 'rejected'],
    ['CANCELLED', 'rejected'],
  ])('asks the package when TikTok refuses it: %s is %s', async (status, outcome) => {
    const shop = shopWith(order, {
      'POST /ship': { code: 10007014, message: 'package is frozen' },
      'GET /packages/1152321127278713123': { data: { package_status: status } },
    });
    const result = await fulfilment.ship.perform(shop.access, shipmentBy('dropoff'));
    expect(result.outcome).toBe(outcome);
    if (result.outcome === 'rejected') expect(result).toMatchObject({ code: '10007014', mayPass: true });
  });

  it('does not ship a cancelled order, nor one of Tokopedia’s warehouse, nor without the carrier’s number', async () => {
    const cancelled = shopWith({ ...order, status: 'CANCELLED' });
    expect(await fulfilment.ship.perform(cancelled.access, shipmentBy('dropoff'))).toMatchObject({
      outcome: 'rejected',
      code: 'order_cancelled',
    });
    expect(await fulfilment.ship.check(cancelled.access, shipmentBy('dropoff'), null)).toMatchObject({
      effect: 'refused',
    });
    const theirs = shopWith({ ...order, fulfillment_type: 'FULFILLMENT_BY_DILAYANI_TOKOPEDIA' });
    expect(await fulfilment.ship.perform(theirs.access, shipmentBy('dropoff'))).toMatchObject({
      outcome: 'rejected',
    });
    const own = shopWith({ ...order, shipping_type: 'SELLER' });
    expect(await fulfilment.ship.perform(own.access, shipmentBy('non_integrated'))).toMatchObject({
      code: 'carrier_needed',
    });
    expect([...cancelled.writes(), ...theirs.writes(), ...own.writes()]).toEqual([]);
  });

  it('may pass later where the order is not ready', async () => {
    const shop = shopWith({ ...order, status: 'ON_HOLD' });
    const result = await fulfilment.ship.perform(shop.access, shipmentBy('dropoff'));
    expect(result).toMatchObject({ outcome: 'rejected', mayPass: true });
  });

  it('knows every status of a package of the document', () => {
    const words = ['TO_FULFILL', 'PROCESSING', 'FULFILLING', 'COMPLETED', 'CANCELLED'];
    expect(Object.keys(packageStatuses)).toEqual(words);
  });
});
