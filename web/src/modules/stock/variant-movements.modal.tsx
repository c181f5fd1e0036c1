import type { Variant } from '@evenstock/contract/variants';
import { listVariantStockMovements } from '@evenstock/contract/stock';
import { Modal } from 'antd';
import { useStore } from '../../api/store-context.ts';
import { useList } from '../../ui/list.ts';
import { MovementsTable, useMovementFilters, type MergeActions } from './movements-table.tsx';
import { useStockText } from './stock.texts.ts';

const modalWidth = 1080;

interface VariantMovementsProps extends MergeActions {
  readonly variant: Pick<Variant, 'id' | 'full_product_name'>;
  readonly onClose: () => void;
}

/** The ledger of one SKU over the page that it belongs to; its filters and pages are the dialog's own. */
export function VariantMovementsModal({ variant, onClose, mergeActions }: VariantMovementsProps) {
  const t = useStockText();
  return (
    <Modal
      open
      width={modalWidth}
      title={t('stockMovementsOf', { name: variant.full_product_name })}
      footer={null}
      onCancel={onClose}
    >
      <VariantMovements variantId={variant.id} mergeActions={mergeActions} />
    </Modal>
  );
}

function VariantMovements({ variantId, mergeActions }: MergeActions & { readonly variantId: number }) {
  const { storeId } = useStore();
  const list = useList(listVariantStockMovements, {
    params: { storeId, variantId: String(variantId) },
    live: ['stock_movements'],
    sort: 'created_at desc',
    filters: useMovementFilters(),
    inDialog: true,
  });
  return (
    <MovementsTable
      list={list}
      movements={list.data?.stock_movements}
      total={list.data?.total_count}
      mergeActions={mergeActions}
      isOfOneVariant
    />
  );
}
