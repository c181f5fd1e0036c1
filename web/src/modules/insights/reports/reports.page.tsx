import { storeReports } from '@evenstock/contract/kinds/report-names';
import { showReport } from '@evenstock/contract/insights/reports';
import { useCall } from '../../../api/queries.ts';
import { useStore } from '../../../api/store-context.ts';
import { PageHeader } from '../../../ui/pages/page-header.tsx';
import { ReportView } from './report-view.tsx';
import { useReportChoice } from './report-choice.ts';
import { useReportsText } from './reports.texts.ts';

/** The reports of the store. */
export default function ReportsPage() {
  const t = useReportsText();
  const { store, storeId } = useStore();
  const chosen = useReportChoice(storeReports, 'orders_total');
  const { name, series, from, to } = chosen.choice;
  const query = useCall(
    showReport,
    { params: { storeId }, query: { name, series, from, to } },
    { live: ['orders'] },
  );
  return (
    <>
      <PageHeader title={t('reports')} subtitle={t('inZone', { zone: store.time_zone })} />
      <ReportView names={storeReports} query={query} {...chosen} />
    </>
  );
}
