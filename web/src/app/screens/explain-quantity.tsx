import { ExplainQuantityDrawer } from '../../modules/catalog/explanation/explain-quantity.drawer.tsx';
import { WholeLedger } from '../../modules/stock/whole-ledger.tsx';
import type { ExplainedNumber } from '../../ui/dialogs/explained.tsx';

/** The explanation of a quantity, with its ledger. */
export default function ExplainQuantity(props: ExplainedNumber & { readonly onClose: () => void }) {
  return <ExplainQuantityDrawer {...props} Ledger={WholeLedger} />;
}
