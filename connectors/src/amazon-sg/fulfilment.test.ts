import { describe, expect, it } from 'vitest';
import type { Shipment } from '../kit/capabilities.ts';
import { fulfilment, packageReference } from './fulfilment.ts';
import {
  bodyOf,
  failure,
  now,
  order,
  orderIn,
  orderRef,
  parcel,
  sellerWith,
} from './recorded-seller.fixture.ts';
import type { Answer } from './recorded-seller.fixture.ts';
import { pickup, selfCollect } from './self-collect.ts';

const shipment: Shipment = {
  order: orderRef,
  attemptKey: 'attempt-1',
  method: 'default',
  answers: { shipping_company: ' Ninja Van ', tracking_no: 'NVSG123' },
  lines: null,
  shippedAt: new Date('2026-11-20T03:00:00Z'),
};
const sellerOf = (raw: unknown, confirmShipment: Answer = { status: 204 }) =>
  sellerWith({ getOrder: { body: { order: raw } }, confirmShipment, updateShipmentStatus: confirmShipment });

describe('shipping an order (amazon-sg.md 5)', () => {
  it('asks for the carrier and the tracking number', async () => {
    const { methods } = await fulfilment.form(sellerOf(order).access, orderRef);
    expect(methods).toHaveLength(1);
    expect(methods[0]?.fields.map(({ key, required }) => [key, required])).toEqual([
      ['shipping_company', true],
      ['tracking_no', true],
    ]);
  });

  it('confirms the parcel, and waits until the order shows it', async () => {
    const { access, requests } = sellerOf(order);
    const result = await fulfilment.ship.perform(access, shipment);
    expect(result).toMatchObject({ outcome: 'pending', reference: { confirmedAt: now.toISOString() } });
    expect(requests[1]).toMatchObject({
      method: 'POST',
      url: 'https://api.test/orders/v0/orders/503-1234567-1234567/shipmentConfirmation',
    });
    expect(bodyOf(requests[1])).toEqual({
      marketplaceId: 'A19VAU5U5O7RUS',
      packageDetail: {
        packageReferenceId: packageReference('attempt-1'),
        carrierCode: 'Other',
        carrierName: 'Ninja Van',
        trackingNumber: 'NVSG123',
        shipDate: '2026-11-20T03:00:00.000Z',
        orderItems: [{ orderItemId: '40001111222233', quantity: 1 }],
      },
    });
  });

  it('names a parcel by a positive number of its attempt', () => {
    const names = Array.from({ length: 200 }, (_, attempt) => packageReference(`attempt-${String(attempt)}`));
    expect(names.every((name) => /^[1-9]\d{0,9}$/.test(name))).toBe(true);
    expect(new Set(names).size).toBe(names.length);
    expect(packageReference('attempt-1')).toBe(packageReference('attempt-1'));
  });

  it.each([
    ['its number', parcel(packageReference('attempt-1'), 'ANOTHER')],
    ['its tracking number', parcel('9', 'NVSG123')],
  ])('that is confirmed already, by %s, is done and not confirmed again', async (_by, shown) => {
    const raw = orderIn('SHIPPED', { packages: [shown] });
    const { access, requests } = sellerOf(raw);
    expect(await fulfilment.ship.perform(access, shipment)).toEqual({ outcome: 'done' });
    expect(await fulfilment.ship.check(access, shipment, null)).toEqual({ effect: 'done' });
    expect(requests.every(({ group }) => group === 'getOrder')).toBe(true);
  });

  it.each([
    ['PENDING', {}, 'not_ready'],
    ['SHIPPED', {}, 'shipped_already'],
    ['CANCELLED', {}, 'order_cancelled'],
    ['UNFULFILLABLE', {}, 'not_in_this_state'],
    ['UNSHIPPED', { programs: ['FBM_SHIP_PLUS'] }, 'label_bought_there'],
    [
      'UNSHIPPED',
      { fulfillment: { fulfillmentStatus: 'UNSHIPPED', fulfilledBy: 'AMAZON' } },
      'warehouse_ships',
    ],
  ])('in the state %s %j is refused with why', async (status, change, why) => {
    const { access, requests } = sellerOf(orderIn(status, change));
    const result = await fulfilment.ship.perform(access, shipment);
    expect(result).toMatchObject({ outcome: 'rejected', reason: { code: `refusals.${why}` } });
    await expect(fulfilment.form(access, orderRef)).rejects.toMatchObject({ fault: { kind: 'rejected' } });
    expect(requests.every(({ group }) => group === 'getOrder')).toBe(true);
  });

  it('without a tracking number, or of more than is left, is refused before anything is said', async () => {
    const { access } = sellerOf(order);
    const blank = { ...shipment, answers: { shipping_company: 'Ninja Van', tracking_no: ' ' } };
    expect(await fulfilment.ship.perform(access, blank)).toMatchObject({ code: 'missing_tracking_no' });
    const lines = [{ lineId: '40001111222233', unitIds: [], units: 2 }];
    expect(await fulfilment.ship.perform(access, { ...shipment, lines })).toMatchObject({
      code: 'too_many_units',
    });
  });

  it('that Amazon refuses is refused in its words; an order that it does not know, too', async () => {
    const refused = sellerOf(order, { status: 400, body: failure('InvalidInput') });
    expect(await fulfilment.ship.perform(refused.access, shipment)).toMatchObject({
      outcome: 'rejected',
      code: 'InvalidInput',
    });
    const gone = sellerWith({ getOrder: { status: 404, body: failure('NotFound') } });
    expect(await fulfilment.ship.perform(gone.access, shipment)).toMatchObject({
      outcome: 'rejected',
      code: 'NotFound',
    });
  });

  it('does not know what an order does not show yet, until it would have shown', async () => {
    const { access, pass } = sellerOf(order);
    const reference = { confirmedAt: now.toISOString() };
    expect(await fulfilment.ship.check(access, shipment, reference)).toMatchObject({
      effect: 'not_yet_known',
    });
    const justNow = { ...shipment, shippedAt: now };
    expect(await fulfilment.ship.check(access, justNow, null)).toMatchObject({ effect: 'not_yet_known' });
    pass(601);
    expect(await fulfilment.ship.check(access, shipment, reference)).toEqual({ effect: 'not_done' });
    expect(await fulfilment.ship.check(access, justNow, null)).toEqual({ effect: 'not_done' });
  });

  it('of an order that was cancelled meanwhile did not happen', async () => {
    const { access } = sellerOf(orderIn('CANCELLED'));
    expect(await fulfilment.ship.check(access, shipment, null)).toMatchObject({ effect: 'refused' });
  });
});

describe('an order that the buyer collects (amazon-sg.md 5)', () => {
  const ready = { ...shipment, answers: {} };

  it.each([
    ['ready', 'ReadyForPickup'],
    ['collected', 'PickedUp'],
  ] as const)('is said to be %s', async (what, shipmentStatus) => {
    const { access, requests } = sellerOf(order);
    const action = what === 'ready' ? selfCollect.setReady : pickup.confirm;
    expect(await action.perform(access, ready)).toEqual({ outcome: 'done' });
    expect(requests[1]?.url).toBe('https://api.test/orders/v0/orders/503-1234567-1234567/shipment');
    expect(bodyOf(requests[1])).toEqual({ marketplaceId: 'A19VAU5U5O7RUS', shipmentStatus });
  });

  it('needs no call, and has no effect on an order that is complete', async () => {
    expect((await selfCollect.form(sellerOf(order).access, orderRef)).methods[0]?.fields).toEqual([]);
    const { access, requests } = sellerOf(orderIn('SHIPPED'));
    expect(await pickup.confirm.perform(access, ready)).toEqual({ outcome: 'done' });
    expect(await pickup.confirm.check(access, ready, null)).toEqual({ effect: 'done' });
    expect(requests.every(({ group }) => group === 'getOrder')).toBe(true);
    const cancelled = sellerOf(orderIn('CANCELLED'));
    expect(await selfCollect.setReady.perform(cancelled.access, ready)).toMatchObject({
      outcome: 'rejected',
    });
    expect(await selfCollect.setReady.check(cancelled.access, ready, null)).toMatchObject({
      effect: 'refused',
    });
  });
});
