import { VariantDetailPage } from '../../modules/catalog/variant-detail.page.tsx';
import { VariantMovementsModal } from '../../modules/stock/variant-movements.modal.tsx';
import { WhyQuantity } from '../../modules/stock/why-quantity.tsx';

/** A SKU of the catalogue with its ledger. */
export default function VariantDetail() {
  return <VariantDetailPage WhyQuantity={WhyQuantity} Movements={VariantMovementsModal} />;
}
