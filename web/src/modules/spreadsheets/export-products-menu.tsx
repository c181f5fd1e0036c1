import { downloadVariants } from '@evenstock/contract/spreadsheets/spreadsheets';
import { Button, Dropdown } from 'antd';
import { Link } from 'react-router';
import { useSend } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { useSpreadsheetsText } from './spreadsheets.texts.ts';
import { useExport } from './use-export.tsx';

/** The menu 'Export': the products that match the list's filters, or SKUs by their codes. */
export function ExportProductsMenu({ filters }: { readonly filters: Readonly<Record<string, string>> }) {
  const t = useSpreadsheetsText();
  const { storeId, can } = useStore();
  const { isPending, start } = useExport(useSend(downloadVariants, ['operations']), {
    done: (email) => t('mailed', { email }),
    failed: t('exportFailed'),
  });
  if (!can('product.work')) return null;
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: [
          {
            key: 'filters',
            label: t('exportFiltered'),
            onClick: () => start({ params: { storeId }, query: { q: filters } }),
          },
          {
            key: 'skus',
            label: <Link to={`/stores/${storeId}/products/export_products`}>{t('exportBySku')}</Link>,
          },
        ],
      }}
    >
      <Button loading={isPending}>{t('exportFilters')}</Button>
    </Dropdown>
  );
}
