import { describe, expect, it } from 'vitest';
import { codesOf, isWhole, whyNotToPack } from './packing.rules.ts';

const left = [{ ordered: 2, cancelled: 1 }];
const order = {
  state: 'staff_to_process',
  state_reason: null,
  marketplace_state: 'paid',
  order_items: left,
} as const;

describe('an order may be packed', () => {
  it.each([
    ['to ship', order],
    ['whose shipment is arranged', { ...order, state: 'shipped', marketplace_state: 'processing' }],
    [
      'that a marketplace without parcels calls fulfilled',
      { ...order, state: 'completed', marketplace_state: 'fulfilled' },
    ],
    ['to be collected', { ...order, state: 'buyer_self_collect' }],
  ] as const)('%s', (_, one) => {
    expect(whyNotToPack(one)).toBeNull();
  });

  it.each([
    ['was cancelled', 'packing.cancelled', { ...order, state: 'failed_orders' }],
    [
      'the buyer asks to cancel',
      'packing.cancellation_requested',
      { ...order, state: 'outstanding_issues', state_reason: 'orders.cancellation_requested' },
    ],
    [
      'is not paid',
      'packing.not_to_send',
      { ...order, state: 'outstanding_issues', state_reason: 'orders.awaiting_payment' },
    ],
    ['has arrived', 'packing.completed', { ...order, state: 'completed', marketplace_state: 'delivered' }],
    ['has no unit left', 'packing.no_units', { ...order, order_items: [{ ordered: 1, cancelled: 1 }] }],
  ] as const)('but not if it %s', (_, code, one) => {
    expect(whyNotToPack(one)?.code).toBe(code);
  });
});

describe('what was scanned', () => {
  const items = [
    { id: 1, codes: ['TEE'], sku: 'TEE', name: 'Tee', variant_name: null, quantity: 2 },
    { id: 2, codes: ['CUP'], sku: 'CUP', name: 'Cup', variant_name: null, quantity: 1 },
  ];
  it('is the whole order or not', () => {
    const whole = [
      { id: 2, quantity: 1 },
      { id: 1, quantity: 2 },
    ];
    expect(isWhole(items, whole)).toBe(true);
    expect(isWhole(items, [{ id: 1, quantity: 2 }])).toBe(false);
    expect(isWhole(items, [...whole.slice(0, 1), { id: 1, quantity: 1 }])).toBe(false);
    expect(isWhole(items, [...whole, { id: 3, quantity: 1 }])).toBe(false);
    expect(isWhole(items, [...whole, { id: 1, quantity: 2 }])).toBe(false);
  });

  it('is known by the SKU of the order and by the merged SKU', () => {
    expect(codesOf(['TEE', 'TEE'])).toEqual(['TEE']);
    expect(codesOf(['TEE-SG', 'TEE'])).toEqual(['TEE-SG', 'TEE']);
    expect(codesOf(['', null])).toEqual([]);
  });
});
