import type { Variant } from '@evenstock/contract/catalog/variants';
import { UndoMerge } from '../../modules/catalog/merges/undo-merge.tsx';
import { VariantDetailPage } from '../../modules/catalog/variant-detail.page.tsx';
import { useActivitiesText } from '../../modules/journal/activities.texts.ts';
import { VariantActivities } from '../../modules/journal/record-activities.tsx';
import { DownloadMovements } from '../../modules/spreadsheets/download-movements.tsx';
import { VariantMovementsModal } from '../../modules/stock/variant-movements.modal.tsx';
import { WhyQuantity } from '../../modules/stock/why-quantity.tsx';

/** A SKU of the catalogue with its ledger and activities. */
export default function VariantDetail() {
  const t = useActivitiesText();
  return (
    <VariantDetailPage
      WhyQuantity={WhyQuantity}
      Movements={Movements}
      activities={{
        label: t('activities'),
        content: ({ slug }) => <VariantActivities slug={slug} />,
      }}
    />
  );
}

interface MovementsProps {
  readonly variant: Variant;
  readonly onClose: () => void;
}

function Movements({ variant, onClose }: MovementsProps) {
  return (
    <VariantMovementsModal
      variant={variant}
      onClose={onClose}
      mergeActions={(id) => <UndoMerge mergeId={id} />}
      download={(filters) => <DownloadMovements filters={filters} />}
    />
  );
}
