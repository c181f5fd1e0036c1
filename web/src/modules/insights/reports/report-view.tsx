import type { ReportName } from '@evenstock/contract/kinds/report-names';
import type { Report } from '@evenstock/contract/insights/reports';
import type { UseQueryResult } from '@tanstack/react-query';
import { useRef } from 'react';
import { PageState } from '../../../ui/pages/page-state.tsx';
import { Panel } from '../../../ui/pages/panel.tsx';
import type { ReportChoice } from './report-choice.ts';
import { ReportControls } from './report-controls.tsx';
import { ReportCharts, ReportTable } from './report-shown.tsx';
import './reports.css';
import { useReportsText } from './reports.texts.ts';
import { SaveReport } from './save-report.tsx';

interface ReportViewProps {
  readonly names: readonly ReportName[];
  readonly choice: ReportChoice;
  readonly today: string;
  readonly change: (change: Partial<ReportChoice>) => void;
  readonly query: UseQueryResult<Report>;
}

/** The controls of a report, and the report as a chart or a table. */
export function ReportView({ names, choice, today, change, query }: ReportViewProps) {
  const t = useReportsText();
  const charts = useRef<HTMLDivElement>(null);
  const isChart = choice.view === 'chart';
  return (
    <>
      <ReportControls names={names} choice={choice} today={today} onChange={change} />
      <Panel
        title={t(choice.name)}
        {...(query.data === undefined
          ? {}
          : { action: <SaveReport report={query.data} charts={isChart ? charts : null} /> })}
      >
        <PageState query={query}>
          {(report) =>
            isChart ? (
              <div ref={charts}>
                <ReportCharts report={report} />
              </div>
            ) : (
              <ReportTable report={report} />
            )
          }
        </PageState>
      </Panel>
    </>
  );
}
