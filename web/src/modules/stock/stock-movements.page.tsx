import { listStockMovements } from '@evenstock/contract/stock/stock';
import { useStore } from '../../api/store-context.ts';
import type { ReactNode } from 'react';
import { listFilters } from '../../ui/lists/list-state.ts';
import { useList } from '../../ui/lists/list.ts';
import { LiveIndicator } from '../../ui/pages/live-indicator.tsx';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { MovementsTable, useMovementFilters, type MergeActions } from './movements-table.tsx';
import { useStockText } from './stock.texts.ts';

interface StockMovementsProps extends MergeActions {
  /** Exports the movements of the list's filters. */
  readonly download: (filters: Readonly<Record<string, string>>) => ReactNode;
}

export function StockMovementsPage({ download, mergeActions }: StockMovementsProps) {
  const t = useStockText();
  const { storeId } = useStore();
  const list = useList(listStockMovements, {
    params: { storeId },
    live: ['stock_movements'],
    sort: 'created_at desc',
    filters: [
      { kind: 'search', name: 'variant_product_name', label: t('name') },
      ...useMovementFilters({ isOfStore: true }),
    ],
  });
  return (
    <>
      <PageHeader
        title={t('stockMovements')}
        trail={[{ label: t('products'), to: `/stores/${storeId}/products` }]}
        aside={<LiveIndicator />}
        actions={download(listFilters(list.state, list.spec))}
      />
      <MovementsTable
        list={list}
        movements={list.data?.stock_movements}
        total={list.data?.total_count}
        mergeActions={mergeActions}
      />
    </>
  );
}
