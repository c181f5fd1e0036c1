import { describe, expect, it } from 'vitest';
import { outcomeTitle } from './operation-words.rules.ts';
import { useOperationsText } from './operations.texts.ts';

describe('the title of a finished action on many orders', () => {
  it.each([
    ['order.mass_ship', 'Orders not shipped', 'Orders shipped successfully'],
    [
      'order.mass_set_ready_to_collect',
      'Orders not set to Ready to Collect',
      'Orders set to Ready to Collect successfully',
    ],
    ['order.mass_pickup', 'Orders pickup not confirmed', 'Orders Pickup confirmed successfully'],
    ['order.mass_cancel', 'Orders not cancelled', 'Orders cancelled successfully'],
  ] as const)('of %s names a failure where one order failed', (kind, failure, success) => {
    const titleOf = (failed: number, state: 'done' | 'cancelled' = 'done', unconfirmed = 0, leftOut = 0) =>
      useOperationsText.english[outcomeTitle({ kind, state, failed, unconfirmed, left_out: leftOut })];
    expect(titleOf(1)).toBe(failure);
    expect(titleOf(1, 'cancelled')).toBe(failure);
    expect(titleOf(0)).toBe(success);
    expect(titleOf(0, 'cancelled')).not.toBe(success);
    expect(titleOf(1, 'done', 1)).toBe(failure);
    expect([success, failure]).not.toContain(titleOf(0, 'done', 1));
    expect([success, failure]).not.toContain(titleOf(0, 'done', 0, 1));
  });
});
