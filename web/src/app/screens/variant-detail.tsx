import type { Variant } from '@evenstock/contract/variants';
import { UndoMerge } from '../../modules/catalog/undo-merge.tsx';
import { VariantDetailPage } from '../../modules/catalog/variant-detail.page.tsx';
import { VariantMovementsModal } from '../../modules/stock/variant-movements.modal.tsx';
import { WhyQuantity } from '../../modules/stock/why-quantity.tsx';

/** A SKU of the catalogue with its ledger. */
export default function VariantDetail() {
  return <VariantDetailPage WhyQuantity={WhyQuantity} Movements={Movements} />;
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
    />
  );
}
