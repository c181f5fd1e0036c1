import { describe, expect, it } from 'vitest';
import { marketplaceOrderStates } from '@evenstock/contract/orders/order-states';
import { fulfillmentStatuses, isPaid, orderStateOf, packageStatuses } from './order-statuses.ts';
import { orderIn, parcel } from './recorded-seller.fixture.ts';
import { order as orderRecord } from './wire.ts';

/** amazon-sg.md 4.1. */
const documented = [
  'PENDING_AVAILABILITY',
  'PENDING',
  'UNSHIPPED',
  'PARTIALLY_SHIPPED',
  'SHIPPED',
  'CANCELLED',
  'UNFULFILLABLE',
];
const parcels = ['PENDING', 'IN_TRANSIT', 'SHIPPED', 'DELIVERED', 'CANCELLED', 'UNDELIVERABLE'];

const stateOf = (status: string, change: Readonly<Record<string, unknown>> = {}) =>
  orderStateOf(orderRecord.parse(orderIn(status, change)));
const withParcels = (...statuses: readonly string[]) =>
  stateOf('SHIPPED', {
    packages: statuses.map((status, index) => ({
      ...parcel(String(index + 1), 'T'),
      packageStatus: { status },
    })),
  });

describe('the states of an order (amazon-sg.md 4.1)', () => {
  it('are all in the table, each with a state of the product', () => {
    expect(Object.keys(fulfillmentStatuses).sort()).toEqual([...documented].sort());
    expect(Object.keys(packageStatuses).sort()).toEqual([...parcels].sort());
    for (const status of documented) expect(marketplaceOrderStates).toContain(stateOf(status).state);
  });

  it('grow along an order’s life', () => {
    const life = [
      'PENDING_AVAILABILITY',
      'PENDING',
      'UNSHIPPED',
      'PARTIALLY_SHIPPED',
      'SHIPPED',
      'CANCELLED',
    ];
    const ranks = life.map((status) => stateOf(status).rank);
    expect(ranks).toEqual([...ranks].sort((one, other) => one - other));
    expect(withParcels('DELIVERED').rank).toBeGreaterThan(withParcels('IN_TRANSIT').rank);
  });

  it.each([
    ['PENDING', 'unpaid', false],
    ['UNSHIPPED', 'READY_TO_SHIP', true],
    ['PARTIALLY_SHIPPED', 'partial', true],
    ['SHIPPED', 'shipped', true],
    ['CANCELLED', 'CANCELLED', false],
  ])('%s is %s', (status, state, paid) => {
    expect(stateOf(status)).toMatchObject({ state, raw: status });
    expect(isPaid(status)).toBe(paid);
  });

  it('leave nothing to do where Amazon ships from its own warehouse', () => {
    const fulfillment = { fulfillmentStatus: 'UNSHIPPED', fulfilledBy: 'AMAZON' };
    expect(stateOf('UNSHIPPED', { fulfillment })).toMatchObject({ state: 'processing', raw: 'UNSHIPPED' });
  });

  it('of a shipped order are those of its least advanced parcel', () => {
    expect(withParcels('DELIVERED', 'IN_TRANSIT')).toMatchObject({ state: 'shipped', raw: 'SHIPPED' });
    expect(withParcels('DELIVERED', 'CANCELLED')).toMatchObject({
      state: 'delivered',
      raw: 'SHIPPED, DELIVERED',
    });
    expect(withParcels('UNDELIVERABLE')).toMatchObject({ state: 'failed' });
    expect(withParcels('STOLEN')).toMatchObject({ state: 'shipped' });
  });

  it('that nobody knows are kept as they came', () => {
    expect(stateOf('ON_THE_MOON')).toEqual({ state: 'unknown', rank: 0, raw: 'ON_THE_MOON' });
  });
});
