import { VariantDetailPage } from '../../modules/catalog/variant-detail.page.tsx';
import { useActivitiesText } from '../../modules/journal/activities.texts.ts';
import { VariantActivities } from '../../modules/journal/record-activities.tsx';
import { VariantMovementsModal } from '../../modules/stock/variant-movements.modal.tsx';
import { WhyQuantity } from '../../modules/stock/why-quantity.tsx';

/** A SKU of the catalogue with its ledger, and what was done to it. */
export default function VariantDetail() {
  const t = useActivitiesText();
  return (
    <VariantDetailPage
      WhyQuantity={WhyQuantity}
      Movements={VariantMovementsModal}
      activities={{
        label: t('activities'),
        content: ({ slug }) => <VariantActivities slug={slug} />,
      }}
    />
  );
}
