import { downloadSelectedVariants, downloadVariants } from '@evenstock/contract/spreadsheets/spreadsheets';
import { Button } from 'antd';
import { useSend } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { useSpreadsheetsText } from './spreadsheets.texts.ts';
import { useExport } from './use-export.tsx';

interface ExportProductsProps {
  /** Ids of the selected SKUs; null for those that match the filters. */
  readonly ids: readonly number[] | null;
  readonly filters: Readonly<Record<string, string>>;
  readonly onDone?: () => void;
}

/** Exports the selected SKUs, or those that match the list's filters. */
export function ExportProducts({ ids, filters, onDone }: ExportProductsProps) {
  const t = useSpreadsheetsText();
  const { storeId, can } = useStore();
  const texts = { done: (email: string) => t('mailed', { email }), failed: t('exportFailed') };
  const chosen = useExport(useSend(downloadSelectedVariants, ['operations']), texts);
  const matching = useExport(useSend(downloadVariants, ['operations']), texts);
  if (!can('product.work')) return null;
  const params = { storeId };
  return (
    <Button
      loading={chosen.isPending || matching.isPending}
      onClick={() => {
        if (ids !== null) chosen.start({ params, body: { variants: { ids } } }, onDone);
        else matching.start({ params, query: { q: filters } }, onDone);
      }}
    >
      {t('exportFilters')}
    </Button>
  );
}
