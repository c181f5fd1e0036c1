import { expect, it } from 'vitest';
import { toldTotal } from './describe-order.rules.ts';

it.each([
  ['that is yet to be paid has not been told', 'unpaid', 0, null],
  ['that is paid was covered by vouchers', 'paid', 0, 0],
  ['that is yet to be paid and was told is what it is', 'unpaid', 4_590, 4_590],
])('a total of an order %s', (_what, marketplace_state, total_amount, told) => {
  expect(toldTotal({ marketplace_state, total_amount })).toBe(told);
});
