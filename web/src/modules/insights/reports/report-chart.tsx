import type { Report } from '@evenstock/contract/insights/reports';
import {
  Bar,
  BarChart,
  CartesianGrid,
  Line,
  LineChart,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { useLanguage } from '../../../i18n/texts.ts';
import { chartTicks, formatValue } from './report-view.rules.ts';

interface ReportChartProps {
  readonly report: Report;
  /** Index of the drawn line in `tick_labels`. */
  readonly line: number;
  /** The name of the values. */
  readonly name: string;
  /** The accessible name of the chart. */
  readonly label: string;
}

const height = 300;
const margin = { top: 12, right: 12, bottom: 4, left: 0 };

/** Draws one line of a report: stock as a line, events as bars. Left and right keys move between ticks. */
export default function ReportChart({ report, line, name, label }: ReportChartProps) {
  const language = useLanguage();
  const unit = report.tick_labels[line] ?? '';
  const data = chartTicks(report, line, language);
  const parts = (
    <>
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis
        dataKey="tick"
        tick={{ fill: 'var(--tertiary)', fontSize: 12 }}
        stroke="var(--edge)"
        minTickGap={12}
      />
      <YAxis
        width="auto"
        allowDecimals={report.measure === 'money'}
        tick={{ fill: 'var(--tertiary)', fontSize: 12 }}
        stroke="var(--edge)"
        tickFormatter={(value: number) => formatValue(report, unit, value)}
      />
      <Tooltip
        formatter={(value) => [formatValue(report, unit, Number(value)), name]}
        cursor={{ fill: 'var(--hover)', stroke: 'var(--line)' }}
        contentStyle={{ background: 'var(--raised)', border: '1px solid var(--line)', borderRadius: 6 }}
        labelStyle={{ color: 'var(--ink)' }}
        itemStyle={{ color: 'var(--secondary)' }}
      />
    </>
  );
  return (
    <ResponsiveContainer width="100%" height={height}>
      {report.name === 'product_stocks' ? (
        <LineChart data={data} margin={margin} title={label}>
          {parts}
          <Line
            dataKey="value"
            name={name}
            type="stepAfter"
            stroke="var(--accent)"
            strokeWidth={2}
            dot={{ r: 2 }}
            isAnimationActive={false}
          />
        </LineChart>
      ) : (
        <BarChart data={data} margin={margin} title={label}>
          {parts}
          <Bar
            dataKey="value"
            name={name}
            fill="var(--accent)"
            radius={[3, 3, 0, 0]}
            maxBarSize={48}
            isAnimationActive={false}
          />
        </BarChart>
      )}
    </ResponsiveContainer>
  );
}
