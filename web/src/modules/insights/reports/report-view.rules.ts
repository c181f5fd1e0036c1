import { formatMoney, toMinor } from '@evenstock/contract/values/money';
import type { Report } from '@evenstock/contract/insights/reports';
import { withMinus } from '../../../i18n/minus.ts';

/** 2024-01-01 was a Monday. */
const MONDAY = Date.UTC(2024, 0, 1);
const DAY = 24 * 60 * 60_000;

/** The label of a tick in a language: a weekday by its name; a day or an hour unchanged. */
export function tickName(report: Pick<Report, 'series' | 'ticks'>, index: number, language: string): string {
  if (report.series !== 'weekdays') return report.ticks[index]?.label ?? '';
  const format = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
  return format.format(MONDAY + index * DAY);
}

/** Ticks of a chart at most: bars of more days are too thin to be told apart. */
const mostTicks = 366;

/** Whether a chart shows months instead of the report's days. */
export const isByMonth = ({ series, ticks }: Pick<Report, 'series' | 'ticks'>): boolean =>
  series === 'days' && ticks.length > mostTicks;

/**
 * The points of a chart: the ticks, or the months of a long report by days. A month's stock is the quantity of its last day. Other
 * figures of a month are sums.
 */
export function chartTicks(
  report: Report,
  line: number,
  language: string,
): readonly { readonly tick: string; readonly value: number }[] {
  const all = report.ticks.map(({ values }, index) => ({
    tick: tickName(report, index, language),
    value: values[line] ?? 0,
  }));
  if (!isByMonth(report)) return all;
  const months = new Map<string, number>();
  for (const { tick, value } of all) {
    const month = tick.slice(0, 'YYYY-MM'.length);
    months.set(month, report.name === 'product_stocks' ? value : (months.get(month) ?? 0) + value);
  }
  return [...months].map(([tick, value]) => ({ tick, value }));
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
