import { listVariants, type VariantRow } from '@evenstock/contract/catalog/variants';
import { Button } from 'antd';
import { useStore } from '../../../api/store-context.ts';
import { DataTable } from '../../../ui/lists/data-table.tsx';
import { Modal } from '../../../ui/dialogs/dialog.tsx';
import { useList } from '../../../ui/lists/list.ts';
import { Code } from '../../../ui/values/money.tsx';
import { LiveMarks } from '../product/live-marks.tsx';
import { useMergingText } from './merging.texts.ts';
import { Picture, VariantQuantity } from '../product/variant-quantity.tsx';

const shownAtOnce = 9;

interface SearchProductsProps {
  readonly onPick: (variant: VariantRow) => void;
  readonly onClose: () => void;
}

/** Finds SKUs by name, code and marketplace. It stays open, so that several can be chosen. */
export function SearchProductsModal({ onPick, onClose }: SearchProductsProps) {
  const t = useMergingText();
  const { store, storeId } = useStore();
  const list = useList(listVariants, {
    params: { storeId },
    live: ['variants'],
    sort: '',
    perPage: shownAtOnce,
    inDialog: true,
    filters: [
      { kind: 'search', name: 'name_or_sku_cont', label: t('nameOrSku') },
      {
        kind: 'choice',
        name: 'marketplace_id_eq',
        label: t('marketplace'),
        options: store.marketplaces
          .toSorted((a, b) => a.name.localeCompare(b.name))
          .map(({ id, name }) => ({ value: String(id), label: name })),
      },
    ],
  });
  const pick = (variant: VariantRow) => (
    <Button
      size="small"
      aria-label={t('addNamed', { name: variant.full_product_name })}
      onClick={() => onPick(variant)}
    >
      {t('add')}
    </Button>
  );
  return (
    <Modal open width={820} title={t('searchTitle')} footer={null} onCancel={onClose}>
      <DataTable<VariantRow>
        list={list}
        label={t('products')}
        rows={list.data?.variants}
        total={list.data?.total_count}
        rowKey={({ id }) => id}
        empty={t('noProducts')}
        columns={[
          { key: 'product', title: t('product'), render: (variant) => <Product variant={variant} /> },
          { key: 'sku', title: t('sku'), render: (variant) => <Code>{variant.sku}</Code> },
          {
            key: 'marketplaces',
            title: t('marketplaces'),
            render: (variant) => <LiveMarks variant={variant} />,
          },
          {
            key: 'quantity',
            title: t('quantity'),
            align: 'right',
            render: (variant) => <VariantQuantity variant={variant} />,
          },
          { key: 'action', title: t('action'), render: pick },
        ]}
        card={(variant) => (
          <div className="es-merge-pick">
            <Product variant={variant} />
            <span>
              <Code>{variant.sku}</Code> <LiveMarks variant={variant} />
            </span>
            <VariantQuantity variant={variant} />
            {pick(variant)}
          </div>
        )}
      />
    </Modal>
  );
}

function Product({ variant }: { readonly variant: VariantRow }) {
  return (
    <span className="es-merge-product">
      <Picture url={variant.product.product_image} size={28} />
      <span>{variant.full_product_name}</span>
    </span>
  );
}
