import { downloadStockMovements } from '@evenstock/contract/spreadsheets/spreadsheets';
import { Button } from 'antd';
import { useSend } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { useSpreadsheetsText } from './spreadsheets.texts.ts';
import { useExport } from './use-export.tsx';

/** Exports the stock movements of the list's filters. */
export function DownloadMovements({ filters }: { readonly filters: Readonly<Record<string, string>> }) {
  const t = useSpreadsheetsText();
  const { storeId, can } = useStore();
  const { isPending, start } = useExport(useSend(downloadStockMovements, ['operations']), {
    done: () => t('movementsMailed'),
    failed: t('movementsFailed'),
  });
  if (!can('stock.work')) return null;
  return (
    <Button loading={isPending} onClick={() => start({ params: { storeId }, query: { q: filters } })}>
      {t('downloadMovements')}
    </Button>
  );
}
