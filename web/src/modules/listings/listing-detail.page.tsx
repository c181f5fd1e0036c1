import { showProductListing, type ListingDetail } from '@evenstock/contract/catalog/product-listings';
import { channels } from '@evenstock/contract/channels/channels';
import { Link, useParams } from 'react-router';
import { useCall } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { MarketplaceName } from '../../ui/values/channel-mark.tsx';
import { LiveIndicator } from '../../ui/pages/live-indicator.tsx';
import { Code, Money } from '../../ui/values/money.tsx';
import { useOpenDialog } from '../../ui/dialogs/open-dialog.ts';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { NotHere, PageState } from '../../ui/pages/page-state.tsx';
import { Facts, Panel } from '../../ui/pages/panel.tsx';
import { StateTag } from '../../ui/values/state-tag.tsx';
import { Time } from '../../ui/values/time.tsx';
import { EditListingModal } from './edit-listing.modal.tsx';
import { EditThere, ListingActs } from './listing-acts.tsx';
import type { ListingParts } from './listing-parts.ts';
import { ListingPriceModal } from './listing-price.modal.tsx';
import { ListingSkus } from './listing-skus.tsx';
import { ListingWorks } from './listing-works.tsx';
import './listings.css';
import { useListingsText } from './listings.texts.ts';

/** One listing at its marketplace: its facts, actions and SKUs. */
export function ListingDetailPage(parts: ListingParts) {
  const t = useListingsText();
  const { storeId } = useStore();
  const { productListingId = '' } = useParams();
  const query = useCall(
    showProductListing,
    { params: { storeId, productListingId } },
    { live: ['variants', 'actions'] },
  );
  const back = { to: `/stores/${storeId}/products`, label: t('backToProducts') };
  return (
    <PageState query={query} notHere={<NotHere title={t('notFound')} hint={t('notFoundHint')} back={back} />}>
      {({ product_listing: listing }) => <ListingPage listing={listing} parts={parts} />}
    </PageState>
  );
}

interface ListingPageProps {
  readonly listing: ListingDetail;
  readonly parts: ListingParts;
}

function ListingPage({ listing, parts }: ListingPageProps) {
  const t = useListingsText();
  const { storeId } = useStore();
  const { open, close, dialog } = useOpenDialog();
  const { State, Picture, AskSync } = parts;
  const { marketplace, product } = listing;
  const products = `/stores/${storeId}/products`;
  return (
    <>
      <PageHeader
        title={listing.name}
        trail={[
          { label: t('products'), to: products },
          { label: product.name, to: `${products}/${product.slug}` },
        ]}
        here={marketplace.name}
        picture={<Picture url={listing.image_url} size={56} />}
        aside={
          <>
            <State listing={listing} />
            <LiveIndicator />
          </>
        }
        subtitle={
          <span className="es-works-line">
            <MarketplaceName
              marketplace={marketplace}
              to={`/stores/${storeId}/marketplaces/${marketplace.slug}`}
            />
            <StateTag colour="grey">{channels[marketplace.channel].label}</StateTag>
            <EditThere listing={listing} />
          </span>
        }
        actions={<ListingActs listing={listing} AskSync={AskSync} onOpen={open} />}
      />
      <ListingWorks listing={listing} />
      <Panel title={t('details')}>
        <ListingFacts listing={listing} />
      </Panel>
      <ListingSkus listing={listing} State={State} AskSync={AskSync} onOpen={open} />
      <Dialogs listing={listing} parts={parts} dialog={dialog} onClose={close} />
    </>
  );
}

function ListingFacts({ listing }: { readonly listing: ListingDetail }) {
  const t = useListingsText();
  const { storeId } = useStore();
  const { product } = listing;
  const differs = listing.price === null && listing.variant_listings.some(({ price }) => price !== null);
  return (
    <Facts
      facts={[
        { label: t('status'), value: listing.status ?? <span className="es-quiet">{t('noStatus')}</span> },
        { label: t('itemId'), value: <Code>{listing.marketplace_item_id}</Code> },
        { label: t('ownSku'), value: <Code>{listing.marketplace_sku}</Code> },
        {
          label: t('priceOfAll'),
          value: differs ? t('pricesDiffer') : <Money formatted={listing.formatted_price} />,
        },
        {
          label: t('product'),
          value: <Link to={`/stores/${storeId}/products/${product.slug}`}>{product.name}</Link>,
        },
        { label: t('lastRead'), value: <Time at={listing.last_synced_at} /> },
      ]}
    />
  );
}

interface DialogsProps extends ListingPageProps {
  readonly dialog: string | null;
  readonly onClose: () => void;
}

/** The dialog that the address names, if its action is offered. */
function Dialogs({ listing, parts: { Unmerge }, dialog, onClose }: DialogsProps) {
  const { can } = useStore();
  if (dialog === null || !can('product.work')) return null;
  if (dialog === 'price' && listing.actions.includes('edit_price')) {
    return <ListingPriceModal listing={listing} onClose={onClose} />;
  }
  if (dialog === 'unmerge' && listing.actions.includes('unmerge')) {
    return <Unmerge listing={listing} onClose={onClose} />;
  }
  const sku = listing.variant_listings.find(({ id }) => dialog === `edit-${String(id)}`);
  return sku === undefined ? null : <EditListingModal listing={listing} sku={sku} onClose={onClose} />;
}
