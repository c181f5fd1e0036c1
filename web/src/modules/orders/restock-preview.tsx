import { previewRestock, type RestockPreview, type ShownAgain } from '@evenstock/contract/orders/order-work';
import type { Order } from '@evenstock/contract/orders/orders';
import { Alert, Radio } from 'antd';
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
  /** Items whose units are others than what their marketplace shows more. */
  readonly apart: readonly number[];
  readonly onApart: (itemId: number, isApart: boolean) => void;
}

/**
 * The quantity that each marketplace will show after the restock, and those that get no push for now. Where a marketplace shows more
 * since units came back, it asks whether these are the same.
 */
export function RestockPreviewTable({ order, units, apart, onApart }: RestockPreviewProps) {
  const t = useOrdersText();
  const { storeId } = useStore();
  const items = Object.entries(units);
  const { data, error, refetch, isFetching } = useCall(
    previewRestock,
    {
      params: { storeId, referenceNumber: order.reference_number },
      query: {
        order_item_ids: items.map(([id]) => Number(id)),
        quantities: items.map(([, count]) => count),
        counted_apart: [...apart],
      },
    },
    { live: ['variants'], staleTime: 0 },
  );
  const last = useLast(data);
  if (last === undefined) {
    if (error === null) return null;
    return (
      <>
        <p>{t('previewFailed')}</p>
        <Retry failure={failureOf(error)} onRetry={() => void refetch()} loading={isFetching} />
      </>
    );
  }
  return (
    <>
      {last.shown_again
        .filter(({ order_item_id: id }) => (units[id] ?? 0) > 0)
        .map((shown) => (
          <SameUnits
            key={shown.order_item_id}
            shown={shown}
            name={order.order_items.find(({ id }) => id === shown.order_item_id)?.name ?? ''}
            isApart={apart.includes(shown.order_item_id)}
            onApart={(isApart) => onApart(shown.order_item_id, isApart)}
          />
        ))}
      {last.restock_preview.map((sku) => (
        <OneSku key={sku.variant_id} sku={sku} isStale={data === undefined} />
      ))}
    </>
  );
}

/** While the preview for other units loads, the previous one stays. */
function useLast<T>(reply: T | undefined): T | undefined {
  const [last, keep] = useState<T>();
  if (reply !== undefined && reply !== last) keep(reply);
  return reply ?? last;
}

interface SameUnitsProps {
  readonly shown: ShownAgain[number];
  readonly name: string;
  readonly isApart: boolean;
  readonly onApart: (isApart: boolean) => void;
}

/** Asks whether what a marketplace shows more are the units to restock. */
function SameUnits({ shown: { marketplace, units }, name, isApart, onApart }: SameUnitsProps) {
  const t = useOrdersText();
  const question = t('shownAgain', { marketplace, count: units, name });
  return (
    <Alert
      className="es-restock-same"
      type="info"
      showIcon
      title={question}
      description={
        <Radio.Group
          className="es-choices"
          aria-label={question}
          value={isApart}
          onChange={(event) => onApart(event.target.value === true)}
        >
          <Radio value={false}>{t('sameUnits', { count: units })}</Radio>
          <Radio value>{t('otherUnits', { count: units })}</Radio>
        </Radio.Group>
      }
    />
  );
}

function OneSku({ sku, isStale }: { readonly sku: RestockPreview[number]; readonly isStale: boolean }) {
  const t = useOrdersText();
  return (
    <table className={isStale ? 'es-before-after es-stale' : 'es-before-after'} aria-busy={isStale}>
      <caption>
        {t('restockPreview')} · <Code>{sku.sku}</Code> · {t('quantityAfter')} <Count value={sku.before} /> →{' '}
        <strong>
          <Count value={sku.after} />
        </strong>
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
