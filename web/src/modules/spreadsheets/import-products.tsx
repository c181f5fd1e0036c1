import { Button } from 'antd';
import { useState } from 'react';
import { useStore } from '../../api/store-context.ts';
import { ImportProductsDialog } from './import-products.modal.tsx';
import { useSpreadsheetsText } from './spreadsheets.texts.ts';

interface ImportProductsProps {
  /** Runs what changes quantities once inventory sync is allowed. */
  readonly allowSync: (go: () => void) => void;
}

/** Updates quantities by a sheet. */
export function ImportProducts({ allowSync }: ImportProductsProps) {
  const t = useSpreadsheetsText();
  const { can } = useStore();
  const [isOpen, setOpen] = useState(false);
  if (!can('product.work')) return null;
  return (
    <>
      <Button onClick={() => allowSync(() => setOpen(true))}>{t('importProducts')}</Button>
      {isOpen && <ImportProductsDialog onClose={() => setOpen(false)} />}
    </>
  );
}
