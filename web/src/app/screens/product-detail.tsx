import { ProductDetailPage } from '../../modules/catalog/product-detail.page.tsx';
import { ProductReport } from '../../modules/insights/reports/product-report.tsx';
import { useReportsText } from '../../modules/insights/reports/reports.texts.ts';
import { useActivitiesText } from '../../modules/journal/activities.texts.ts';
import { ProductActivities } from '../../modules/journal/record-activities.tsx';

/** A product of the catalogue, with its reports and activities. */
export default function ProductDetail() {
  const t = useActivitiesText();
  const tReports = useReportsText();
  const reports = {
    key: 'reports',
    label: tReports('reports'),
    content: ({ id }: { readonly id: number }) => <ProductReport id={id} />,
  };
  const activities = {
    key: 'activities',
    label: t('activities'),
    content: ({ slug }: { readonly slug: string }) => <ProductActivities slug={slug} />,
  };
  return <ProductDetailPage moreTabs={[reports, activities]} />;
}
