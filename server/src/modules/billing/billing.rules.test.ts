import { expect, it } from 'vitest';
import { estimatedMonthlyCost, mayMerge } from './billing.rules.ts';

it.each([
  [0, 0],
  [9.99, 0],
  [10, 0],
  [10.01, 10],
  [11, 10],
  [99, 10],
  [99.99, 10],
  [100, 10],
  [100.04, 10],
  [100.05, 10.01],
  [101, 10.1],
  [150.5, 15.05],
  [1100, 110],
])('%d merged listings on average cost %d SGD a month', (average, cost) => {
  expect(estimatedMonthlyCost(Math.round(average * 100))).toBe(Math.round(cost * 100));
});

it.each([
  [10, false, true],
  [11, false, false],
  [11, true, true],
])('%d merged listings, paid for %s: allowed %s', (merged, isPaidFor, allowed) => {
  expect(mayMerge(merged, isPaidFor)).toBe(allowed);
});
