import type { Variant } from '@evenstock/contract/catalog/variants';
import { listVariantStockMovements } from '@evenstock/contract/stock/stock';
import { Skeleton } from 'antd';
import { Link } from 'react-router';
import { failureOf } from '../../api/failure.ts';
import { useCall } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { useOpenDialog } from '../../ui/dialogs/open-dialog.ts';
import { Panel } from '../../ui/pages/panel.tsx';
import { Retry } from '../../ui/pages/retry.tsx';
import { everyEntry, MovementLines } from './movement-lines.tsx';
import { useStockText } from './stock.texts.ts';

/** Number of newest movements in the short explanation. */
const shownMovements = 5;

/** The short explanation of a quantity: the newest entries of the ledger. */
export function WhyQuantity({ variant }: { readonly variant: Variant }) {
  const t = useStockText();
  const { storeId } = useStore();
  const dialog = useOpenDialog();
  const { data, error, refetch, isFetching } = useCall(
    listVariantStockMovements,
    {
      params: { storeId, variantId: String(variant.id) },
      query: { per_page: shownMovements, q: everyEntry },
    },
    { live: ['stock_movements'] },
  );
  return (
    <Panel
      title={t('whyQuantity', { quantity: variant.quantity })}
      hint={t('whyHint')}
      action={<Link {...dialog.linkTo('stock_movements')}>{t('allMovements')}</Link>}
      flush
    >
      {data === undefined && error === null && <Skeleton active title={false} className="es-panel-body" />}
      {data === undefined && error !== null && (
        <Retry failure={failureOf(error)} onRetry={() => void refetch()} loading={isFetching} />
      )}
      {data?.stock_movements.length === 0 && <p className="es-panel-body es-quiet">{t('noMovements')}</p>}
      {data !== undefined && <MovementLines movements={data.stock_movements} />}
    </Panel>
  );
}
