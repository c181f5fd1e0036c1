import { monthsListed } from '@evenstock/contract/api/fields';
import { earliestReportDay, reportDays, type ReportSeries } from '@evenstock/contract/insights/reports';
import { daysAfter, monthsBefore, type Day } from '../../platform/time/days.ts';

/** A bucket of a series, with its name in queries and in English. */
export interface Tick {
  readonly bucket: string;
  readonly label: string;
}

/** The events of a report that fall into a bucket; `currency` where amounts are added up. */
export interface Part {
  readonly bucket: string;
  readonly currency: string | null;
  readonly value: number;
}

export interface DayRange {
  readonly from: Day;
  readonly to: Day;
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** The earliest day that a report may begin on: for members that of lists, too. */
export const earliestReported = (today: Day, isMember: boolean): Day =>
  isMember ? monthsBefore(today, monthsListed) : earliestReportDay;

/** The days of a request, none after today; by default the last 14. `backwards`, `too_early`: why there is no such report. */
export function reportRange(
  asked: { readonly from: Day | undefined; readonly to: Day | undefined },
  today: Day,
  earliest: Day,
): DayRange | 'backwards' | 'too_early' {
  const to = asked.to === undefined || asked.to > today ? today : asked.to;
  const from = asked.from ?? daysAfter(to, 1 - reportDays);
  if (from > to) return 'backwards';
  return from < earliest ? 'too_early' : { from, to };
}

/** The days of a range, the first and the last among them. */
export function daysOf({ from, to }: DayRange): Day[] {
  const days: Day[] = [];
  for (let day = from; day <= to; day = daysAfter(day, 1)) days.push(day);
  return days;
}

/** The buckets of a series, in the order that they are shown in. */
export function ticksOf(series: ReportSeries, range: DayRange): Tick[] {
  if (series === 'days') return daysOf(range).map((day) => ({ bucket: day, label: day }));
  if (series === 'weekdays') return weekdays.map((label, index) => ({ bucket: String(index + 1), label }));
  return Array.from({ length: 24 }, (_, hour) => {
    const bucket = String(hour).padStart(2, '0');
    return { bucket, label: `${bucket}:00` };
  });
}

/** The value of each tick; 0 where its bucket is empty. */
export function valuesOf(ticks: readonly Tick[], parts: readonly Part[], currency: string | null): number[] {
  const values = new Map(
    parts.filter((part) => part.currency === currency).map(({ bucket, value }) => [bucket, value]),
  );
  return ticks.map(({ bucket }) => values.get(bucket) ?? 0);
}

/** The quantity at the end of each day: today's, less the changes after that day. */
export function stockByDay(range: DayRange, quantity: number, changes: readonly Part[]): Part[] {
  const changed = new Map(changes.map(({ bucket, value }) => [bucket, value]));
  const days = daysOf(range);
  const last = days.at(-1) ?? range.to;
  // Walks from the last day to the first, so that each change is looked at once.
  let left =
    quantity - changes.filter(({ bucket }) => bucket > last).reduce((sum, { value }) => sum + value, 0);
  const parts = days.toReversed().map((bucket) => {
    const part = { bucket, currency: null, value: left };
    left -= changed.get(bucket) ?? 0;
    return part;
  });
  return parts.toReversed();
}
