import { describe, expect, it } from 'vitest';
import { ChannelError } from '../kit/errors.ts';
import { queryOf } from '../kit/recorded-http.fixture.ts';
import { fulfilment } from './fulfilment.ts';
import { now, order, orderIn, parcelsIn, recordedShop, refusal } from './recorded-shop.fixture.ts';
import type { Answer } from './recorded-shop.fixture.ts';

const address = {
  address_id: 234,
  region: 'SG',
  state: '',
  address: '1 Example Rd #02-03',
  zipcode: '123456',
  time_slot_list: [{ date: 1_760_054_400, time_text: '09:00-18:00', pickup_time_id: '1760054400' }],
};
const parameter = {
  info_needed: { pickup: ['address_id', 'pickup_time_id'], dropoff: [] },
  pickup: { address_list: [address] },
  dropoff: { branch_list: [{ branch_id: 77, region: 'SG', address: '2 Drop St', zipcode: '654321' }] },
};
const shipment = {
  order,
  attemptKey: 'a1',
  method: 'pickup',
  answers: { address_id: '234', pickup_time_id: '1760054400' },
  lines: null,
  shippedAt: now,
};
const ready = {
  get_order_detail: orderIn('READY_TO_SHIP'),
  get_package_detail: parcelsIn(['OFG1', 'LOGISTICS_READY']),
};
const formFor = async (answer: object) =>
  fulfilment.form(recordedShop({ ...ready, get_shipping_parameter: () => answer }).access, order);

describe('what Shopee needs to know to ship an order (shopee.md 5.1)', () => {
  it('offers the methods that apply, with addresses and their times', async () => {
    const { methods } = await formFor(parameter);
    expect(methods.map(({ key }) => key)).toEqual(['pickup', 'dropoff']);
    expect(methods[0]?.fields).toMatchObject([
      {
        key: 'address_id',
        required: true,
        choices: [{ value: '234', label: '1 Example Rd #02-03, SG, 123456' }],
      },
      {
        key: 'pickup_time_id',
        within: 'address_id',
        choices: [{ value: '1760054400', within: '234', label: 'Fri 10 Oct, 09:00-18:00' }],
      },
    ]);
    expect(methods[1]?.fields).toEqual([]);
  });

  it('asks for a branch and the sender where they are listed', async () => {
    const { methods } = await formFor({
      ...parameter,
      info_needed: { dropoff: ['branch_id', 'sender_real_name', 'tracking_no'] },
    });
    expect(methods).toHaveLength(1);
    expect(methods[0]?.fields).toMatchObject([
      { key: 'branch_id', kind: 'choice', choices: [{ value: '77' }] },
      { key: 'sender_real_name', kind: 'text', required: true },
      { key: 'tracking_no', kind: 'text', required: false },
    ]);
  });

  it('requires the tracking number of one’s own courier', async () => {
    const { methods } = await formFor({ info_needed: { non_integrated: ['tracking_no'] }, pickup: null });
    expect(methods).toMatchObject([
      { key: 'non_integrated', fields: [{ key: 'tracking_no', required: true }] },
    ]);
  });

  it.each([
    ['a method that needs what nobody here can be asked for', { dropoff: ['slug'] }],
    ['a pickup without any address', { pickup: ['address_id'] }],
  ])('leaves out %s', async (_what, info_needed) => {
    const form = formFor({ info_needed, pickup: { address_list: null }, dropoff: null });
    await expect(form).rejects.toThrow(/seller centre/);
  });

  it.each([
    ['an order that is cancelled', 'CANCELLED', 'LOGISTICS_REQUEST_CANCELED', /cancelled/],
    ['one that is not ready', 'PENDING', 'LOGISTICS_NOT_START', /yet/],
    ['one that was shipped', 'PROCESSED', 'LOGISTICS_REQUEST_CREATED', /shipment is arranged/],
  ])('refuses %s', async (_what, status, parcel, words) => {
    const { access } = recordedShop({
      get_order_detail: orderIn(status),
      get_package_detail: parcelsIn(['OFG1', parcel]),
    });
    await expect(fulfilment.form(access, order)).rejects.toThrow(words);
  });
});

describe('shipping an order at Shopee (shopee.md 5.2)', () => {
  it('is not refused as a whole where a parcel was sent before another is refused', async () => {
    const shop = recordedShop({
      get_order_detail: orderIn('READY_TO_SHIP', {}, [
        { package_number: 'OFG1' },
        { package_number: 'OFG2' },
      ]),
      get_package_detail: parcelsIn(['OFG1', 'LOGISTICS_READY'], ['OFG2', 'LOGISTICS_READY']),
      ship_order: (_request, count) =>
        count === 0 ? {} : refusal('logistics.ship_order_not_ready_to_ship', 'not ready'),
    });
    expect(await fulfilment.ship.perform(shop.access, shipment)).toMatchObject({ outcome: 'unknown' });
    expect(await fulfilment.ship.check(shop.access, shipment, null)).toEqual({ effect: 'not_done' });
    expect(shop.bodies('ship_order')).toHaveLength(2);
  });

  it('sends one method, and does not name the only parcel', async () => {
    const shop = recordedShop({ ...ready, ship_order: () => ({}) });
    expect(await fulfilment.ship.perform(shop.access, shipment)).toEqual({ outcome: 'done' });
    expect(shop.bodies('ship_order')).toEqual([
      { order_sn: order.number, pickup: { address_id: 234, pickup_time_id: '1760054400' } },
    ]);
  });

  it.each([
    ['dropoff', {}, { dropoff: {} }],
    [
      'dropoff',
      { branch_id: '77', sender_real_name: ' Tan ' },
      { dropoff: { branch_id: 77, sender_real_name: 'Tan' } },
    ],
    ['non_integrated', { tracking_no: 'NV1' }, { non_integrated: { tracking_number: 'NV1' } }],
  ])('by %s with %j sends %j', async (method, answers, body) => {
    const shop = recordedShop({ ...ready, ship_order: () => ({}) });
    await fulfilment.ship.perform(shop.access, { ...shipment, method, answers });
    expect(shop.bodies('ship_order')).toEqual([{ order_sn: order.number, ...body }]);
  });

  it('names each parcel of an order that was split, and continues where an earlier attempt broke off', async () => {
    const packages = [{ package_number: 'OFG1' }, { package_number: 'OFG2' }];
    const shop = recordedShop({
      get_order_detail: orderIn('READY_TO_SHIP', {}, packages),
      get_package_detail: parcelsIn(['OFG1', 'LOGISTICS_REQUEST_CREATED'], ['OFG2', 'LOGISTICS_READY']),
      ship_order: () => ({}),
    });
    expect(await fulfilment.ship.perform(shop.access, shipment)).toEqual({ outcome: 'done' });
    expect(shop.bodies('ship_order')).toMatchObject([{ package_number: 'OFG2' }]);
    expect(await fulfilment.ship.check(shop.access, shipment, null)).toMatchObject({
      effect: 'not_done',
      partly: { code: 'refusals.done_in_part' },
    });
  });

  it('does not ship again what was arranged and only awaits its number', async () => {
    const shop = recordedShop({ ...ready, get_package_detail: parcelsIn(['OFG1', 'LOGISTICS_READY', true]) });
    expect(await fulfilment.ship.perform(shop.access, shipment)).toEqual({ outcome: 'done' });
    expect(await fulfilment.ship.check(shop.access, shipment, null)).toEqual({ effect: 'done' });
    expect(shop.bodies('ship_order')).toEqual([]);
  });

  it('chooses a new time for a parcel that the carrier did not get', async () => {
    const shop = recordedShop({
      get_order_detail: orderIn('RETRY_SHIP'),
      get_package_detail: parcelsIn(['OFG1', 'LOGISTICS_PICKUP_RETRY', true]),
      update_shipping_order: () => ({}),
    });
    expect(await fulfilment.ship.perform(shop.access, shipment)).toEqual({ outcome: 'done' });
    expect(shop.bodies('update_shipping_order')).toMatchObject([{ pickup: { address_id: 234 } }]);
  });

  it('takes "already shipped" for done', async () => {
    const shop = recordedShop({
      ...ready,
      ship_order: () => refusal('logistics.package_already_shipped', 'Shipped'),
    });
    expect(await fulfilment.ship.perform(shop.access, shipment)).toEqual({ outcome: 'done' });
  });

  it.each([
    ['logistics.ship_order_pickup_time_invalid', true, 'refusals.pickup_time_gone'],
    ['logistics.ship_order_need_branch_id', false, 'refusals.branch_needed'],
    ['logistics.ship_order_not_ready_to_ship', true, 'refusals.not_ready'],
    ['logistics.ship_order_long_tracking_number', false, 'refusals.tracking_too_long'],
  ])('says what %s means', async (error, mayPass, code) => {
    const shop = recordedShop({ ...ready, ship_order: () => refusal(error, 'No.') });
    const result = await fulfilment.ship.perform(shop.access, shipment);
    expect(result).toMatchObject({ outcome: 'rejected', mayPass });
    expect(result.outcome === 'rejected' ? result.reason.code : '').toBe(code);
  });

  it('throws a fault that says nothing of the order', async () => {
    const shop = recordedShop({ ...ready, ship_order: () => refusal('error_server', 'Oops') });
    const fault = await fulfilment.ship.perform(shop.access, shipment).catch((error: unknown) => error);
    expect(fault instanceof ChannelError ? fault.fault.kind : fault).toBe('unavailable');
  });

  it.each<[string, Record<string, Answer>, object]>([
    ['not shipped', ready, { effect: 'not_done' }],
    ['cancelled', { ...ready, get_order_detail: orderIn('CANCELLED') }, { effect: 'refused' }],
    [
      'not there',
      {
        get_order_detail: () => ({
          body: { error: 'error_not_found', message: 'Order not found', request_id: 'r' },
        }),
      },
      { effect: 'refused', code: 'order_not_found' },
    ],
  ])('checks an order that is %s', async (_what, answers, effect) => {
    const shop = recordedShop(answers);
    expect(await fulfilment.ship.check(shop.access, shipment, null)).toMatchObject(effect);
  });

  it('asks for the parameters of the parcel that is left', async () => {
    const packages = [{ package_number: 'OFG1' }, { package_number: 'OFG2' }];
    const shop = recordedShop({
      get_order_detail: orderIn('READY_TO_SHIP', {}, packages),
      get_package_detail: parcelsIn(['OFG1', 'LOGISTICS_PICKUP_DONE'], ['OFG2', 'LOGISTICS_READY']),
      get_shipping_parameter: () => parameter,
    });
    await fulfilment.form(shop.access, order);
    const last = shop.http.requests.at(-1);
    expect(last === undefined ? null : queryOf(last, 'package_number')).toBe('OFG2');
  });
});
