import { expect, it } from 'vitest';
import { secondReading } from './second-reading.rules.ts';

it.each([
  ['staff_to_process', 'paid', 'to_process'],
  ['buyer_self_collect', 'shipped', 'delivery_in_process'],
  ['shipped', 'SHIPPED', 'delivery_in_process'],
  ['completed', 'COMPLETED', 'completed'],
  ['failed_orders', 'CANCELLED', 'cancelled'],
  ['failed_orders', 'failed', 'error'],
  ['outstanding_issues', 'TO_RETURN', 'to_return'],
  ['outstanding_issues', 'refunded', 'return_complete'],
  ['outstanding_issues', 'unpaid', 'to_note'],
] as const)('%s with the marketplace state %s is shown as %s', (state, marketplaceState, reading) => {
  expect(secondReading({ state, marketplace_state: marketplaceState })).toBe(reading);
});
