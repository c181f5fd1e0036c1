import { UndoMerge } from '../../modules/catalog/undo-merge.tsx';
import { StockMovementsPage } from '../../modules/stock/stock-movements.page.tsx';

/** The ledger of a store, from which merges can be undone. */
export default function StockMovements() {
  return <StockMovementsPage mergeActions={(id) => <UndoMerge mergeId={id} />} />;
}
