import type { Report } from '@evenstock/contract/insights/reports';
import { Empty, Skeleton, Table } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useLanguage } from '../../../i18n/texts.ts';
import { ShortPager } from '../../../ui/pages/short-pager.tsx';
import { formatValue, isByMonth, tickName } from './report-view.rules.ts';
import { useReportsText } from './reports.texts.ts';

/** Loads the chart library when a chart is shown for the first time. */
const ReportChart = lazy(() => import('./report-chart.tsx'));

/** One chart for each line of a report, because amounts of two currencies cannot share an axis. */
export function ReportCharts({ report }: { readonly report: Report }) {
  const t = useReportsText();
  const { from, to } = report;
  if (report.tick_labels.length === 0) return <Nothing />;
  return report.tick_labels.map((line, index) => {
    const label =
      report.measure === 'money'
        ? t('chartOfCurrency', { report: t(report.name), currency: line, from, to })
        : t('chartOf', { report: t(report.name), from, to });
    return (
      <figure key={line} className="es-report-chart">
        <figcaption>{label}</figcaption>
        {isByMonth(report) && <p className="es-quiet">{t('byMonth')}</p>}
        <Suspense fallback={<Skeleton active paragraph={{ rows: 6 }} />}>
          <ReportChart report={report} line={index} name={t(report.name)} label={label} />
        </Suspense>
      </figure>
    );
  });
}

function Nothing() {
  const t = useReportsText();
  return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('nothing')} />;
}

interface Row {
  readonly key: string;
  readonly values: readonly number[];
}

const rowsOnPage = 100;

/** A report as a table with totals; a stock report has no totals. */
export function ReportTable({ report }: { readonly report: Report }) {
  const t = useReportsText();
  const language = useLanguage();
  const [turnedTo, setTurnedTo] = useState(1);
  if (report.tick_labels.length === 0) return <Nothing />;
  const rows: readonly Row[] = report.ticks.map(({ values }, index) => ({
    key: tickName(report, index, language),
    values,
  }));
  // Another report may have fewer pages.
  const page = Math.min(turnedTo, Math.max(1, Math.ceil(rows.length / rowsOnPage)));
  const isSummed = report.name !== 'product_stocks';
  const totals = report.tick_labels.map((_, line) =>
    rows.reduce((sum, { values }) => sum + (values[line] ?? 0), 0),
  );
  return (
    <>
      <Table<Row>
        className="es-table-plain es-report-table"
        aria-label={t(report.name)}
        dataSource={rows.slice((page - 1) * rowsOnPage, page * rowsOnPage)}
        pagination={false}
        columns={[
          { key: 'tick', title: t(report.series), dataIndex: 'key' },
          ...report.tick_labels.map((line, index) => ({
            key: line,
            title: report.measure === 'money' ? line : t(report.name),
            align: 'right' as const,
            render: (_: unknown, { values }: Row) => (
              <span className="es-number">{formatValue(report, line, values[index] ?? 0)}</span>
            ),
          })),
        ]}
        summary={() =>
          isSummed && (
            <Table.Summary.Row>
              <Table.Summary.Cell index={0}>
                <strong>{t(rows.length > rowsOnPage ? 'totalOfAllPages' : 'total')}</strong>
              </Table.Summary.Cell>
              {report.tick_labels.map((line, index) => (
                <Table.Summary.Cell key={line} index={index + 1} align="right">
                  <strong className="es-number">{formatValue(report, line, totals[index] ?? 0)}</strong>
                </Table.Summary.Cell>
              ))}
            </Table.Summary.Row>
          )
        }
      />
      <ShortPager page={page} perPage={rowsOnPage} total={rows.length} onTurn={setTurnedTo} />
    </>
  );
}
