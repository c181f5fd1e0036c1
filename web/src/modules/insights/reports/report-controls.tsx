import type { ReportName } from '@evenstock/contract/kinds/report-names';
import { monthsListed } from '@evenstock/contract/api/fields';
import { earliestReportDay, reportSeries, type ReportSeries } from '@evenstock/contract/insights/reports';
import { DatePicker, Segmented, Select } from 'antd';
import dayjs from 'dayjs';
import { useId } from 'react';
import { useUser } from '../../../api/session.ts';
import { monthsBefore } from '../../../ui/values/time.rules.ts';
import { useReportsText } from './reports.texts.ts';
import type { ReportChoice } from './report-choice.ts';

interface ReportControlsProps {
  readonly names: readonly ReportName[];
  readonly choice: ReportChoice;
  /** Today in the store's zone. */
  readonly today: string;
  readonly onChange: (change: Partial<ReportChoice>) => void;
}

/** The controls for report, series, period and view. */
export function ReportControls({ names, choice, today, onChange }: ReportControlsProps) {
  const t = useReportsText();
  const { role } = useUser();
  const id = useId();
  const earliest = role === 'member' ? monthsBefore(today, monthsListed) : earliestReportDay;
  const series: readonly ReportSeries[] = choice.name === 'product_stocks' ? ['days'] : reportSeries;
  return (
    <div className="es-report-controls">
      <div>
        <label htmlFor={`${id}-name`}>{t('report')}</label>
        <Select
          id={`${id}-name`}
          value={choice.name}
          options={names.map((value) => ({ value, label: t(value) }))}
          onChange={(name: ReportName) => onChange({ name })}
        />
      </div>
      <div>
        <label htmlFor={`${id}-series`}>{t('series')}</label>
        <Select
          id={`${id}-series`}
          value={choice.series}
          options={series.map((value) => ({ value, label: t(value) }))}
          onChange={(value: ReportSeries) => onChange({ series: value })}
        />
      </div>
      <div>
        <label htmlFor={`${id}-from`}>{t('dateRange')}</label>
        <DatePicker.RangePicker
          id={{ start: `${id}-from`, end: `${id}-to` }}
          aria-label={t('dateRange')}
          allowClear={false}
          value={[dayjs(choice.from), dayjs(choice.to)]}
          placeholder={[t('from'), t('to')]}
          minDate={dayjs(earliest)}
          maxDate={dayjs(today)}
          onChange={(range) => {
            const [from, to] = range ?? [];
            if (from != null && to != null)
              onChange({ from: from.format('YYYY-MM-DD'), to: to.format('YYYY-MM-DD') });
          }}
        />
      </div>
      <Segmented
        aria-label={t('show')}
        value={choice.view}
        options={[
          { value: 'chart', label: t('chart') },
          { value: 'table', label: t('table') },
        ]}
        onChange={(view) => onChange({ view: view === 'table' ? 'table' : 'chart' })}
      />
    </div>
  );
}
