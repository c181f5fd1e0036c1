import type { VariantListing } from '@evenstock/contract/catalog/listings';
import type { Variant } from '@evenstock/contract/catalog/variants';
import { Empty, Table, type TableColumnType } from 'antd';
import { Fragment, useState } from 'react';
import { MarketplaceName } from '../../ui/values/channel-mark.tsx';
import { Explained } from '../../ui/dialogs/explained.tsx';
import { Code, Count, Money } from '../../ui/values/money.tsx';
import { useNarrow } from '../../ui/theme/narrow.ts';
import { Panel } from '../../ui/pages/panel.tsx';
import { BoostTag } from './listings/boost-listing.tsx';
import { useCatalogText } from './product/catalog.texts.ts';
import { ListingActions, type ListingActionsProps } from './listings/listing-actions.tsx';
import { ForceZero, ListingName, ListingState } from './listings/listing-parts.tsx';
import { SyncReason, SyncStateTag, SyncStep, SyncSteps } from './listings/listing-sync.tsx';
import { SettleDifference } from './listings/settle-difference.tsx';
import { UnmergeListingModal } from './merges/unmerge-listing.modal.tsx';

/** One row for each marketplace: target, sent, confirmed and shown quantity, with the reason for a difference beneath. */
export function VariantListings({ variant }: { readonly variant: Variant }) {
  const t = useCatalogText();
  const narrow = useNarrow();
  const [leaving, setLeaving] = useState<VariantListing | null>(null);
  const columns = useListingColumns(variant, setLeaving);
  const listings = variant.variant_listings;
  return (
    <Panel title={t('listings')} hint={t('listingsHint')} flush>
      {listings.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('noListings')} />
      ) : narrow ? (
        <ul className="es-listing-cards">
          {listings.map((listing) => (
            <li key={listing.id}>
              <ListingCard variant={variant} listing={listing} onUnmerge={setLeaving} />
            </li>
          ))}
        </ul>
      ) : (
        <Table<VariantListing>
          className="es-table-plain es-listings"
          aria-label={t('listings')}
          columns={columns}
          dataSource={[...listings]}
          rowKey="id"
          pagination={false}
          scroll={{ x: 'max-content' }}
          expandable={{
            expandedRowKeys: listings
              .filter(({ sync, difference }) => sync.reason !== null || difference !== null)
              .map(({ id }) => id),
            expandedRowRender: (listing) => (
              <>
                <SyncReason sync={listing.sync} />
                <SettleDifference variant={variant} listing={listing} />
              </>
            ),
            expandedRowClassName: 'es-reason-row',
            showExpandColumn: false,
          }}
        />
      )}
      {leaving !== null && (
        <UnmergeListingModal variant={variant} listing={leaving} onClose={() => setLeaving(null)} />
      )}
    </Panel>
  );
}

function useListingColumns(
  variant: Variant,
  onUnmerge: (listing: VariantListing) => void,
): TableColumnType<VariantListing>[] {
  const t = useCatalogText();
  return [
    {
      key: 'marketplace',
      title: t('marketplaceAndItem'),
      render: (_, listing) => (
        <>
          <MarketplaceName marketplace={listing.marketplace} />
          <small className="es-cell-sub">
            <ItemId listing={listing} />
          </small>
        </>
      ),
    },
    {
      key: 'name',
      title: t('nameAndSku'),
      render: (_, listing) => (
        <>
          <ListingName listing={listing} />
          <small className="es-cell-sub">
            <Code>{listing.sku}</Code>
          </small>
        </>
      ),
    },
    {
      key: 'price',
      title: t('price'),
      align: 'right',
      render: (_, listing) => <Price listing={listing} />,
    },
    {
      key: 'quantity',
      title: t('quantity'),
      align: 'right',
      render: (_, listing) => (
        <>
          <Explained variantId={variant.id} listingId={listing.id}>
            <Count value={listing.quantity} />
          </Explained>
          <small className="es-cell-sub">
            {t('reservedUnits', { count: listing.marketplace_reserved_quantity })}
          </small>
          {keptBack(listing, t).map((text) => (
            <small key={text} className="es-cell-sub">
              {text}
            </small>
          ))}
        </>
      ),
    },
    {
      key: 'sold',
      title: t('sold'),
      align: 'right',
      render: (_, listing) => (
        <>
          <Count value={listing.quantity_sold} />
          <small className="es-cell-sub">
            {t('soldIn30Days', { count: listing.past_30_days_sales_count })}
          </small>
        </>
      ),
    },
    { key: 'state', title: t('state'), render: (_, listing) => <StateAndStatus listing={listing} /> },
    {
      key: 'target',
      title: t('target'),
      align: 'right',
      render: (_, listing) => (
        <Explained variantId={variant.id} listingId={listing.id}>
          <strong>
            <Count value={listing.sync.target} />
          </strong>
        </Explained>
      ),
    },
    {
      key: 'sent',
      title: t('sent'),
      align: 'right',
      render: (_, listing) => <SyncStep step="sent" sync={listing.sync} />,
    },
    {
      key: 'acknowledged',
      title: t('acknowledged'),
      align: 'right',
      render: (_, listing) => <SyncStep step="acknowledged" sync={listing.sync} />,
    },
    {
      key: 'read',
      title: t('readBack'),
      align: 'right',
      render: (_, listing) => <SyncStep step="read_back" sync={listing.sync} />,
    },
    { key: 'step', title: t('sync'), render: (_, listing) => <SyncStateTag state={listing.sync.state} /> },
    {
      key: 'actions',
      title: <span className="es-unseen">{t('moreActions')}</span>,
      width: 52,
      render: (_, listing) => <ListingActions listing={listing} onUnmerge={onUnmerge} />,
    },
  ];
}

/** The marketplace's id of the variation, or of the item if it has no variations. */
function ItemId({ listing }: { readonly listing: VariantListing }) {
  const { marketplace_item_id: variation, product_listing_marketplace_item_id: item } = listing;
  return (
    <span title={`${item} / ${variation}`}>
      <Code>{variation === '0' ? item : variation}</Code>
    </span>
  );
}

function Price({ listing }: { readonly listing: VariantListing }) {
  const t = useCatalogText();
  const special = listing.formatted_special_price;
  return (
    <>
      <Money formatted={listing.formatted_price} />
      {special !== null && <small className="es-cell-sub">{t('specialPriceOf', { price: special })}</small>}
    </>
  );
}

function StateAndStatus({ listing }: { readonly listing: VariantListing }) {
  return (
    <>
      <ListingState listing={listing} />
      {listing.marketplace_status !== null && (
        <small className="es-cell-sub">{listing.marketplace_status}</small>
      )}
      <ForceZero listing={listing} />
      <BoostTag listing={listing} />
    </>
  );
}

function ListingCard({ variant, listing, onUnmerge }: ListingActionsProps & { readonly variant: Variant }) {
  const t = useCatalogText();
  return (
    <>
      <div className="es-card-row">
        <MarketplaceName marketplace={listing.marketplace} />
        <span className="es-listing-card-end">
          <SyncStateTag state={listing.sync.state} />
          <ListingActions listing={listing} onUnmerge={onUnmerge} />
        </span>
      </div>
      <div className="es-card-row">
        <span>
          <ListingName listing={listing} />
          <small className="es-cell-sub">
            <Code>{listing.sku}</Code> · <ItemId listing={listing} />
          </small>
        </span>
        <span className="es-listing-card-price">
          <Price listing={listing} />
        </span>
      </div>
      <SyncSteps sync={listing.sync} />
      <SyncReason sync={listing.sync} />
      <SettleDifference variant={variant} listing={listing} />
      <p className="es-quiet es-listing-shows">
        <Explained variantId={variant.id} listingId={listing.id}>
          {t('shows', { quantity: listing.quantity ?? '–' })}
        </Explained>{' '}
        · {t('reservedUnits', { count: listing.marketplace_reserved_quantity })}
        {keptBack(listing, t).map((text) => (
          <Fragment key={text}> · {text}</Fragment>
        ))}{' '}
        · {t('soldUnits', { count: listing.quantity_sold })} ·{' '}
        {t('soldIn30Days', { count: listing.past_30_days_sales_count })}
      </p>
      <div className="es-listing-facts">
        <StateAndStatus listing={listing} />
      </div>
    </>
  );
}

/** What a listing does not show of the quantity, in words. */
function keptBack(
  { kept_back: all, kept_for_another: another }: VariantListing,
  t: ReturnType<typeof useCatalogText>,
): string[] {
  return [
    ...(all > another ? [t('safetyUnits', { count: all - another })] : []),
    ...(another > 0 ? [t('keptForAnother', { count: another })] : []),
  ];
}
