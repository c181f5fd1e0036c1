import type { ComponentProps } from 'react';
import { VariantDetailPage } from '../../modules/catalog/variant-detail.page.tsx';
import { DownloadMovements } from '../../modules/spreadsheets/download-movements.tsx';
import { VariantMovementsModal } from '../../modules/stock/variant-movements.modal.tsx';
import { WhyQuantity } from '../../modules/stock/why-quantity.tsx';

/** The ledger of a SKU, which can be exported. */
function Movements(props: Omit<ComponentProps<typeof VariantMovementsModal>, 'download'>) {
  return <VariantMovementsModal {...props} download={(filters) => <DownloadMovements filters={filters} />} />;
}

/** A SKU of the catalogue with its ledger. */
export default function VariantDetail() {
  return <VariantDetailPage WhyQuantity={WhyQuantity} Movements={Movements} />;
}
