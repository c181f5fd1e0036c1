import { listVariantStockMovements } from '@evenstock/contract/stock/stock';
import { Skeleton } from 'antd';
import { useState } from 'react';
import { failureOf } from '../../api/failure.ts';
import { useCall } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { Retry } from '../../ui/pages/retry.tsx';
import { ShortPager } from '../../ui/pages/short-pager.tsx';
import { everyEntry, MovementLines } from './movement-lines.tsx';
import { useStockText } from './stock.texts.ts';

const perPage = 10;

/** Every entry of a SKU's ledger, newest first, loaded page by page. */
export function WholeLedger({ variantId }: { readonly variantId: number }) {
  const t = useStockText();
  const { storeId } = useStore();
  const [page, setPage] = useState(1);
  const { data, error, refetch, isFetching } = useCall(
    listVariantStockMovements,
    {
      params: { storeId, variantId: String(variantId) },
      query: { page, per_page: perPage, q: everyEntry },
    },
    { live: ['stock_movements'] },
  );
  if (data === undefined) {
    if (error === null) return <Skeleton active title={false} className="es-panel-body" />;
    return <Retry failure={failureOf(error)} onRetry={() => void refetch()} loading={isFetching} />;
  }
  if (data.total_count === 0) return <p className="es-panel-body es-quiet">{t('noMovements')}</p>;
  return (
    <>
      <MovementLines movements={data.stock_movements} isExplanation />
      <ShortPager page={page} perPage={perPage} total={data.total_count} onTurn={setPage} />
    </>
  );
}
