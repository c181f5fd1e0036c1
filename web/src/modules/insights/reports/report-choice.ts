import type { ReportName } from '@evenstock/contract/kinds/report-names';
import { reportDays, reportSeries, type ReportSeries } from '@evenstock/contract/insights/reports';
import { useSearchParams } from 'react-router';
import { useStore } from '../../../api/store-context.ts';
import { dayOf } from '../../../ui/values/time.rules.ts';
import { useNow } from '../../../ui/values/time.tsx';

/** The choice of report, series, period and view. */
export interface ReportChoice {
  readonly name: ReportName;
  readonly series: ReportSeries;
  readonly from: string;
  readonly to: string;
  readonly view: 'chart' | 'table';
}

const DAY = 24 * 60 * 60_000;

/** The report that the address names. Without one: `otherwise`, by days, for the last 14 days, as a chart. */
export function useReportChoice(
  names: readonly ReportName[],
  otherwise: ReportName,
): {
  choice: ReportChoice;
  today: string;
  change: (change: Partial<ReportChoice>) => void;
} {
  const { store } = useStore();
  const now = useNow();
  const [search, setSearch] = useSearchParams();
  const today = dayOf(now, store.time_zone);
  const name = names.find((known) => known === search.get('report')) ?? otherwise;
  const series = reportSeries.find((known) => known === search.get('series')) ?? 'days';
  const choice: ReportChoice = {
    name,
    series: name === 'product_stocks' ? 'days' : series,
    from: search.get('from') ?? dayOf(now - (reportDays - 1) * DAY, store.time_zone),
    to: search.get('to') ?? today,
    view: search.get('view') === 'table' ? 'table' : 'chart',
  };
  const change = (asked: Partial<ReportChoice>) => {
    const { name: report, ...rest } = asked;
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        const changed = { ...rest, ...(report === undefined ? {} : { report }) };
        for (const [key, value] of Object.entries(changed)) next.set(key, value);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  return { choice, today, change };
}
