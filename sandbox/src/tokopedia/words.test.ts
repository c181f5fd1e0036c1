import { expect, test } from 'vitest';
import { knownStatuses, orderStatus, priceText, rejectReasons, rupiah, wireTime } from './words.ts';

test('the numbers of the document are all there', () => {
  expect([...knownStatuses]).toHaveLength(31);
  for (const status of Object.values(orderStatus)) expect(knownStatuses.has(status)).toBe(true);
  expect(Object.keys(rejectReasons).map(Number)).toEqual([0, 1, 2, 3, 4, 5, 7, 8]);
});

test('money is whole rupiah, and what has not happened is Go’s first instant', () => {
  expect(rupiah(5_000_000)).toBe(50_000);
  expect(priceText(5_000_000)).toBe('Rp 50.000');
  expect(priceText(125_000_000)).toBe('Rp 1.250.000');
  expect(wireTime(null)).toBe('0001-01-01T00:00:00Z');
  expect(wireTime(Date.UTC(2026, 0, 10, 3))).toBe('2026-01-10T03:00:00Z');
});
