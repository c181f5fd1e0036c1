import { previewRestock, type RestockPreview } from '@evenstock/contract/orders/order-work';
import type { Order } from '@evenstock/contract/orders/orders';
import { useState } from 'react';
import { failureOf } from '../../api/failure.ts';
import { useCall } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { messageText } from '../../i18n/message-text.ts';
import '../../ui/values/before-after.css';
import { MarketplaceName } from '../../ui/values/channel-mark.tsx';
import { Code, Count } from '../../ui/values/money.tsx';
import { Retry } from '../../ui/pages/retry.tsx';
import { useOrdersText } from './orders.texts.ts';

interface RestockPreviewProps {
  readonly order: Order;
  /** The units to restock, by item. */
  readonly units: Readonly<Record<number, number>>;
}

/** The quantity that each marketplace will show after the restock, and those that get no push for now. */
export function RestockPreviewTable({ order, units }: RestockPreviewProps) {
  const t = useOrdersText();
  const { storeId } = useStore();
  const items = Object.entries(units);
  const { data, error, refetch, isFetching } = useCall(
    previewRestock,
    {
      params: { storeId, referenceNumber: order.reference_number },
      query: { order_item_ids: items.map(([id]) => Number(id)), quantities: items.map(([, count]) => count) },
    },
    { live: ['variants'], staleTime: 0 },
  );
  const shown = useLast(data?.restock_preview);
  if (shown === undefined) {
    if (error === null) return null;
    return (
      <>
        <p>{t('previewFailed')}</p>
        <Retry failure={failureOf(error)} onRetry={() => void refetch()} loading={isFetching} />
      </>
    );
  }
  return shown.map((sku) => <OneSku key={sku.variant_id} sku={sku} isStale={data === undefined} />);
}

/** While the preview for other units loads, the previous one stays. */
function useLast(preview: RestockPreview | undefined): RestockPreview | undefined {
  const [last, keep] = useState<RestockPreview>();
  if (preview !== undefined && preview !== last) keep(preview);
  return preview ?? last;
}

function OneSku({ sku, isStale }: { readonly sku: RestockPreview[number]; readonly isStale: boolean }) {
  const t = useOrdersText();
  return (
    <table className={isStale ? 'es-before-after es-stale' : 'es-before-after'} aria-busy={isStale}>
      <caption>
        {t('restockPreview')} · <Code>{sku.sku}</Code>
      </caption>
      <thead>
        <tr>
          <th scope="col">{t('marketplace')}</th>
          <th scope="col" className="es-right">
            {t('shownNow')}
          </th>
          <th scope="col" className="es-right">
            {t('shownThen')}
          </th>
        </tr>
      </thead>
      <tbody>
        {sku.listings.map((listing) => (
          <tr key={listing.id}>
            <td>
              <MarketplaceName marketplace={listing.marketplace} />
              <small className="es-cell-sub es-quiet">
                {listing.held_because.length === 0
                  ? listing.name
                  : t('staysAsItIs', { reason: listing.held_because.map(messageText).join(' ') })}
              </small>
            </td>
            <td className="es-right">
              <Count value={listing.before} />
            </td>
            <td className="es-right">
              {listing.held_because.length === 0 ? (
                <strong>
                  <Count value={listing.after} />
                </strong>
              ) : (
                <Count value={listing.before} />
              )}
            </td>
          </tr>
        ))}
        {sku.listings.length === 0 && (
          <tr>
            <td colSpan={3} className="es-quiet">
              {t('noListings')}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}
