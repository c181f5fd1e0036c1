import { UndoMerge } from '../../modules/catalog/merges/undo-merge.tsx';
import { DownloadMovements } from '../../modules/spreadsheets/download-movements.tsx';
import { StockMovementsPage } from '../../modules/stock/stock-movements.page.tsx';

/** The ledger of the store, with its export and the undo of merges. */
export default function StockMovements() {
  return (
    <StockMovementsPage
      download={(filters) => <DownloadMovements filters={filters} />}
      mergeActions={(id) => <UndoMerge mergeId={id} />}
    />
  );
}
