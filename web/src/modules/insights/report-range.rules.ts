import type { ReportName } from '@evenstock/contract/report-names';
import { isLimitedReport, longestReport, type ReportSeries } from '@evenstock/contract/reports';

const DAY = 24 * 60 * 60_000;

interface Range {
  readonly name: ReportName;
  readonly series: ReportSeries;
  readonly from: string;
  readonly to: string;
}

/** The first day of a report: of a limited one no earlier than its limit. */
export function firstDayWithin({ name, series, from, to }: Range): string {
  if (!isLimitedReport(name, series)) return from;
  const earliest = new Date(Date.parse(to) - (longestReport - 1) * DAY).toISOString().slice(0, 10);
  return from < earliest ? earliest : from;
}
