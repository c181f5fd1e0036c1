import { UndoMerge } from '../../modules/catalog/undo-merge.tsx';
import { DownloadMovements } from '../../modules/spreadsheets/download-movements.tsx';
import { StockMovementsPage } from '../../modules/stock/stock-movements.page.tsx';

/** The ledger of the store, which can be exported, and from which merges can be undone. */
export default function StockMovements() {
  return (
    <StockMovementsPage
      download={(filters) => <DownloadMovements filters={filters} />}
      mergeActions={(id) => <UndoMerge mergeId={id} />}
    />
  );
}
