import { describe, expect, it } from 'vitest';
import {
  claimStatuses,
  claimStatusOf,
  deliveryStatuses,
  deliveryStatusOf,
  orderStateOf,
} from './order-statuses.ts';

describe('delivery statuses (qoo10.md 4.1)', () => {
  it.each([
    ['On Waiting(1)', 'unpaid'],
    ['Awaiting shipping(1)', 'unpaid'],
    ['On request(2)', 'paid'],
    ['Seller confirm(3)', 'pending'],
    ['On delivery(4)', 'shipped'],
    ['Delivered(5)', 'delivered'],
    ['Teleported(6)', 'unknown'],
  ])('%s is %s', (text, state) => {
    expect(deliveryStatusOf(text)).toMatchObject({ raw: text, state });
  });

  it('are all known', () => {
    expect(Object.keys(deliveryStatuses)).toEqual(['1', '2', '3', '4', '5']);
  });
});

describe('claims (qoo10.md 4.4)', () => {
  it('are all known', () => {
    const documented = '1 2 3 4 5 6 11 12 13 14 15 16';
    expect(Object.keys(claimStatuses)).toEqual(documented.split(' '));
  });

  it('keep one that is not documented as it came', () => {
    expect(claimStatusOf('99')).toMatchObject({ raw: 'Claim 99', state: 'unknown', units: 'here' });
  });
});

describe('a cart’s state from its lines’', () => {
  const of = (...lines: readonly string[]) =>
    orderStateOf(lines.map((text) => (/^\d+$/.test(text) ? claimStatusOf(text) : deliveryStatusOf(text))))
      .state;

  it('is the least advanced of those that were not cancelled', () => {
    expect(of('On request(2)', 'On delivery(4)')).toBe('paid');
    expect(of('On delivery(4)', '3')).toBe('shipped');
    expect(of('3', '16')).toBe('CANCELLED');
    expect(of('On delivery(4)', '99')).toBe('unknown');
  });

  it('has a rank that grows as any line advances', () => {
    const ranks = [
      ['On Waiting(1)', 'On Waiting(1)'],
      ['On request(2)', 'On request(2)'],
      ['On request(2)', 'Seller confirm(3)'],
      ['On request(2)', '3'],
      ['On delivery(4)', '3'],
      ['Delivered(5)', '3'],
    ].map(
      (lines) =>
        orderStateOf(lines.map((text) => (text === '3' ? claimStatusOf(text) : deliveryStatusOf(text)))).rank,
    );
    expect(ranks).toEqual([...ranks].sort((one, other) => one - other));
    expect(new Set(ranks).size).toBe(ranks.length);
  });
});
