import { ProductDetailPage } from '../../modules/catalog/product-detail.page.tsx';
import { useActivitiesText } from '../../modules/journal/activities.texts.ts';
import { ProductActivities } from '../../modules/journal/record-activities.tsx';

/** A product of the catalogue, with what was done to it. */
export default function ProductDetail() {
  const t = useActivitiesText();
  const activities = {
    key: 'activities',
    label: t('activities'),
    content: ({ slug }: { readonly slug: string }) => <ProductActivities slug={slug} />,
  };
  return <ProductDetailPage moreTabs={[activities]} />;
}
