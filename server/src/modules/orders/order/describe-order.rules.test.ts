import { expect, it } from 'vitest';
import { reportedTotal } from './describe-order.rules.ts';

it.each([
  ['that is yet to be paid has not been reported', 'unpaid', 0, null],
  ['that is paid was covered by vouchers', 'paid', 0, 0],
  ['that is yet to be paid and was reported is what it is', 'unpaid', 4_590, 4_590],
])('a total of an order %s', (_what, marketplace_state, total_amount, reported) => {
  expect(reportedTotal({ marketplace_state, total_amount })).toBe(reported);
});
