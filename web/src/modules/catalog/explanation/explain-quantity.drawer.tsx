import { explainQuantity, type ExplainedPart } from '@evenstock/contract/catalog/explained-quantity';
import { Skeleton } from 'antd';
import type { ComponentType } from 'react';
import { Link } from 'react-router';
import { failureOf } from '../../../api/failure.ts';
import { useCall } from '../../../api/queries.ts';
import { useStore } from '../../../api/store-context.ts';
import { Drawer } from '../../../ui/dialogs/dialog.tsx';
import type { ExplainedNumber } from '../../../ui/dialogs/explained.tsx';
import { Code, Count } from '../../../ui/values/money.tsx';
import { Panel } from '../../../ui/pages/panel.tsx';
import { Retry } from '../../../ui/pages/retry.tsx';
import '../product/catalog.css';
import './explain.css';
import { ExplainedListing } from './explained-listing.tsx';
import { useExplainText } from './explain.texts.ts';

interface ExplainQuantityProps extends ExplainedNumber {
  /** The list of all entries of the SKU's ledger. */
  readonly Ledger: ComponentType<{ readonly variantId: number }>;
  readonly onClose: () => void;
}

/** The parts of a set with the number that each allows, the least first. */
function ExplainedParts({ parts }: { readonly parts: readonly ExplainedPart[] }) {
  const t = useExplainText();
  const { storeId } = useStore();
  return (
    <Panel title={t('parts')} hint={t('partsHint')} flush>
      <ul className="es-parts">
        {parts.map(({ variant, units, quantity, allows }) => (
          <li key={variant.id}>
            <span className="es-parts-name">
              <Link to={`/stores/${storeId}/products/${variant.product.slug}/variants/${variant.slug}`}>
                {variant.full_product_name}
              </Link>{' '}
              <Code>{variant.sku}</Code>
              <small className="es-cell-sub">{t('partAllows', { quantity, units })}</small>
            </span>
            <Count value={allows} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Explains a number: the ledger back to its first entry, then the calculation for each marketplace. */
export function ExplainQuantityDrawer({ variantId, listingId, Ledger, onClose }: ExplainQuantityProps) {
  const t = useExplainText();
  const { storeId } = useStore();
  const { data, error, refetch, isFetching } = useCall(
    explainQuantity,
    { params: { storeId, variantId } },
    { live: ['variants', 'stock_movements'] },
  );
  const explained = data?.explained_quantity;
  const chosen = explained?.listings.find(({ id }) => id === listingId);
  const number = chosen === undefined ? explained?.quantity : chosen.quantity;
  return (
    <Drawer
      open
      className="es-explanation"
      size={720}
      title={explained === undefined ? t('explain') : t('why', { quantity: number ?? '–' })}
      onClose={onClose}
    >
      {explained === undefined && error === null && <Skeleton active />}
      {explained === undefined && error !== null && (
        <Retry failure={failureOf(error)} onRetry={() => void refetch()} loading={isFetching} />
      )}
      {explained !== undefined && (
        <>
          <p className="es-explanation-what">
            <Link
              to={`/stores/${storeId}/products/${explained.product.slug}/variants/${explained.variant.slug}`}
            >
              {explained.variant.full_product_name}
            </Link>{' '}
            <Code>{explained.variant.sku}</Code>
          </p>
          {chosen !== undefined && <ExplainedListing listing={chosen} />}
          {explained.made_of.length > 0 && <ExplainedParts parts={explained.made_of} />}
          <Panel
            title={t('ledger')}
            hint={t('entries', { count: explained.ledger.entries, sum: explained.ledger.sum })}
            flush
          >
            <Ledger variantId={explained.variant.id} />
          </Panel>
          {explained.listings.length === 0 && <p className="es-quiet">{t('noListings')}</p>}
          {explained.listings
            .filter((listing) => listing !== chosen)
            .map((listing) => (
              <ExplainedListing key={listing.id} listing={listing} />
            ))}
        </>
      )}
    </Drawer>
  );
}
