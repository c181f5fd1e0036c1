import type { Variant } from '@evenstock/contract/catalog/variants';
import { listVariantStockMovements } from '@evenstock/contract/stock/stock';
import type { ReactNode } from 'react';
import { useStore } from '../../api/store-context.ts';
import { Modal } from '../../ui/dialogs/dialog.tsx';
import { listFilters } from '../../ui/lists/list-state.ts';
import { useList } from '../../ui/lists/list.ts';
import { MovementsTable, useMovementFilters, type MergeActions } from './movements-table.tsx';
import { useStockText } from './stock.texts.ts';

const modalWidth = 1080;

interface VariantMovementsProps extends MergeActions {
  readonly variant: Pick<Variant, 'id' | 'full_product_name'>;
  readonly onClose: () => void;
  /** Exports the movements of the dialog's filters. */
  readonly download: (filters: Readonly<Record<string, string>>) => ReactNode;
}

/** The ledger of one SKU in a dialog over its page; filters and paging are kept in the dialog, not in the address. */
export function VariantMovementsModal({ variant, onClose, download, mergeActions }: VariantMovementsProps) {
  const t = useStockText();
  return (
    <Modal
      open
      width={modalWidth}
      title={t('stockMovementsOf', { name: variant.full_product_name })}
      footer={null}
      onCancel={onClose}
    >
      <VariantMovements variantId={variant.id} download={download} mergeActions={mergeActions} />
    </Modal>
  );
}

function VariantMovements({
  variantId,
  download,
  mergeActions,
}: Pick<VariantMovementsProps, 'download' | 'mergeActions'> & { readonly variantId: number }) {
  const { storeId } = useStore();
  const list = useList(listVariantStockMovements, {
    params: { storeId, variantId: String(variantId) },
    live: ['stock_movements'],
    sort: 'created_at desc',
    filters: useMovementFilters({ isOfStore: false }),
    inDialog: true,
  });
  return (
    <>
      {download({ ...listFilters(list.state, list.spec), variant_id_eq: String(variantId) })}
      <MovementsTable
        list={list}
        movements={list.data?.stock_movements}
        total={list.data?.total_count}
        mergeActions={mergeActions}
        isOfOneVariant
      />
    </>
  );
}
