import { expect, it } from 'vitest';
import { firstDayWithin } from './report-range.rules.ts';

const range = { name: 'new_orders', from: '2024-01-01', to: '2026-11-24' } as const;

it('weekdays and hours of a store begin on any day', () => {
  expect(firstDayWithin({ ...range, series: 'weekdays' })).toBe('2024-01-01');
  expect(firstDayWithin({ ...range, series: 'hours' })).toBe('2024-01-01');
});

it('days, and the reports of a product, cover 366 days', () => {
  expect(firstDayWithin({ ...range, series: 'days' })).toBe('2025-11-24');
  expect(firstDayWithin({ ...range, name: 'product_purchased', series: 'hours' })).toBe('2025-11-24');
  expect(firstDayWithin({ ...range, series: 'days', from: '2026-11-01' })).toBe('2026-11-01');
});
