import { formatMoney, toMinor } from '@evenstock/contract/money';
import type { Report } from '@evenstock/contract/reports';
import { withMinus } from '../../i18n/minus.ts';

/** 2024-01-01 was a Monday. */
const MONDAY = Date.UTC(2024, 0, 1);
const DAY = 24 * 60 * 60_000;

/** The label of a tick in a language: a weekday by its name; a day or an hour unchanged. */
export function tickName(report: Pick<Report, 'series' | 'ticks'>, index: number, language: string): string {
  if (report.series !== 'weekdays') return report.ticks[index]?.label ?? '';
  const format = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
  return format.format(MONDAY + index * DAY);
}

/** A value with its unit: an amount in its currency, or a count. */
export function formatValue(report: Pick<Report, 'measure'>, line: string, value: number): string {
  if (report.measure === 'count') return withMinus(new Intl.NumberFormat('en').format(value));
  return withMinus(formatMoney(toMinor(value, line), line));
}

const quoted = (text: string): string => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A report as comma-separated values, with a line of headings. */
export function csvOf(report: Report, headings: readonly string[], names: readonly string[]): string {
  const rows = report.ticks.map(({ values }, index) => [names[index] ?? '', ...values.map(String)]);
  return [headings, ...rows].map((row) => row.map(quoted).join(',')).join('\r\n');
}
