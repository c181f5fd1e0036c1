import { Button } from 'antd';
import { useStore } from '../../api/store-context.ts';
import { useOpenDialog } from '../../ui/dialogs/open-dialog.ts';
import { ImportProductsDialog } from './import-products.modal.tsx';
import { useSpreadsheetsText } from './spreadsheets.texts.ts';

interface ImportProductsProps {
  /** Runs an action that changes quantities once inventory sync is allowed. */
  readonly allowSync: (go: () => void) => void;
}

/** The button that updates quantities from a spreadsheet. */
export function ImportProducts({ allowSync }: ImportProductsProps) {
  const t = useSpreadsheetsText();
  const { can, store } = useStore();
  const { dialog, open, close } = useOpenDialog();
  if (!can('product.work')) return null;
  return (
    <>
      <Button onClick={() => allowSync(() => open('import'))}>{t('importProducts')}</Button>
      {dialog === 'import' && store.can_sync_quantity && <ImportProductsDialog onClose={close} />}
    </>
  );
}
