import { utcDay } from '@evenstock/contract/values/utc-day';
import type { Report } from '@evenstock/contract/insights/reports';
import { describe, expect, it } from 'vitest';
import { chartTicks, csvOf, formatValue, isByMonth, tickName } from './report-view.rules.ts';

const report: Report = {
  name: 'orders_total',
  series: 'weekdays',
  from: '2026-11-09',
  to: '2026-11-22',
  measure: 'money',
  tick_labels: ['MYR', 'SGD'],
  ticks: [
    { label: 'Monday', values: [0, 12.5] },
    { label: 'Tuesday', values: [3, 0] },
  ],
};

it('names weekdays in the language, from Monday on', () => {
  expect([0, 1, 6].map((index) => tickName(report, index, 'en'))).toEqual(['Monday', 'Tuesday', 'Sunday']);
  expect(tickName(report, 0, 'zh-Hans')).toBe('星期一');
  expect(tickName({ ...report, series: 'hours', ticks: [{ label: '00:00', values: [1] }] }, 0, 'en')).toBe(
    '00:00',
  );
});

it('writes amounts in their currency and counts without one', () => {
  expect(formatValue(report, 'SGD', 1234.5)).toBe('$1,234.50');
  expect(formatValue({ measure: 'count' }, 'New Orders', 1234)).toBe('1,234');
  expect(formatValue(report, 'SGD', -9.5)).toBe('−$9.50');
});

it('exports a heading, a row for each tick, and quotes around texts that need them', () => {
  expect(csvOf(report, ['Weekdays', 'MYR', 'SGD'], ['Monday', 'Tue, "2nd"'])).toBe(
    'Weekdays,MYR,SGD\r\nMonday,0,12.5\r\n"Tue, ""2nd""",3,0',
  );
  const refunded = { ...report, ticks: [{ label: 'Monday', values: [0, -12.5] }] };
  expect(csvOf(refunded, ['Weekdays', 'MYR', 'SGD'], ['Monday'])).toBe('Weekdays,MYR,SGD\r\nMonday,0,-12.5');
});

describe('a chart of more than a year by days', () => {
  const days = Array.from({ length: 400 }, (_, day) => utcDay(new Date(Date.UTC(2024, 0, 1 + day))));
  const long: Report = {
    ...report,
    series: 'days',
    ticks: days.map((label, index) => ({ label, values: [1, index] })),
  };

  it('shows the sum of each month', () => {
    expect(isByMonth(long)).toBe(true);
    const months = chartTicks(long, 0, 'en');
    expect(months).toHaveLength(14);
    expect(months.slice(0, 2)).toEqual([
      { tick: '2024-01', value: 31 },
      { tick: '2024-02', value: 29 },
    ]);
  });

  it('shows the stock at the end of each month', () => {
    expect(chartTicks({ ...long, name: 'product_stocks' }, 1, 'en').at(1)).toEqual({
      tick: '2024-02',
      value: 59,
    });
  });

  it('of a year shows each day', () => {
    const year = { ...long, ticks: long.ticks.slice(0, 366) };
    expect(isByMonth(year)).toBe(false);
    expect(chartTicks(year, 0, 'en')).toHaveLength(366);
  });
});
