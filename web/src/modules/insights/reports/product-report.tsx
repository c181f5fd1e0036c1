import { productReports } from '@evenstock/contract/kinds/report-names';
import { showReport } from '@evenstock/contract/insights/reports';
import { useCall } from '../../../api/queries.ts';
import { useStore } from '../../../api/store-context.ts';
import { ReportView } from './report-view.tsx';
import { useReportChoice } from './report-choice.ts';

/** The reports of a product, in a tab of its page. */
export function ProductReport({ id }: { readonly id: number }) {
  const { storeId } = useStore();
  const chosen = useReportChoice(productReports, 'product_stocks');
  const { name, series, from, to } = chosen.choice;
  const query = useCall(
    showReport,
    { params: { storeId }, query: { name, series, from, to, actor: id } },
    { live: ['orders', 'stock_movements'] },
  );
  return <ReportView names={productReports} query={query} {...chosen} />;
}
