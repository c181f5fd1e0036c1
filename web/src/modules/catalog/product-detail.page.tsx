import { showProduct } from '@evenstock/contract/catalog/products';
import { Alert, Button, Empty, Table, Tabs, type TableColumnType } from 'antd';
import { useState, type ReactNode } from 'react';
import { Link, Navigate, useParams } from 'react-router';
import type { Reply } from '../../api/call.ts';
import { useCall } from '../../api/queries.ts';
import { useUser } from '../../api/session.ts';
import { useStore } from '../../api/store-context.ts';
import { MarketplaceName } from '../../ui/values/channel-mark.tsx';
import { LiveIndicator } from '../../ui/pages/live-indicator.tsx';
import { Code, Count } from '../../ui/values/money.tsx';
import { useNarrow } from '../../ui/theme/narrow.ts';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { NotHere, PageState } from '../../ui/pages/page-state.tsx';
import { Panel } from '../../ui/pages/panel.tsx';
import { useTabKey } from '../../ui/forms/tab-key.ts';
import { Time } from '../../ui/values/time.tsx';
import { useAllowSync } from './product/allow-sync.tsx';
import './product/catalog.css';
import { useCatalogText } from './product/catalog.texts.ts';
import { ListingState } from './listings/listing-parts.tsx';
import { EditProductName, ProductNameForm } from './product/product-name.tsx';
import { PullProduct } from './pull-product.tsx';
import { UnmergeProductModal } from './merges/unmerge-product.modal.tsx';
import { DaysLeft, Picture, VariantQuantity } from './product/variant-quantity.tsx';

type Product = Reply<typeof showProduct>['product'];
type Sku = Product['variants'][number];
type Listing = Product['product_listings'][number];

interface ProductDetailProps {
  /** Tabs of other modules for the product with that slug. */
  readonly moreTabs: readonly {
    readonly key: string;
    readonly label: string;
    readonly content: (product: Pick<Product, 'id' | 'slug'>) => ReactNode;
  }[];
}

export function ProductDetailPage({ moreTabs }: ProductDetailProps) {
  const t = useCatalogText();
  const { storeId } = useStore();
  const { productSlug = '' } = useParams();
  const query = useCall(showProduct, { params: { storeId, productId: productSlug } }, { live: ['variants'] });
  const back = { to: `/stores/${storeId}/products`, label: t('backToProducts') };
  return (
    <PageState query={query} notHere={<NotHere title={t('notFound')} hint={t('notFoundHint')} back={back} />}>
      {({ product }) => {
        const [survivor, ...others] = product.merged_into;
        return survivor !== undefined && others.length === 0 ? (
          <Navigate to={`/stores/${storeId}/variants/${survivor.slug}`} replace />
        ) : (
          <ProductDetail product={product} moreTabs={moreTabs} />
        );
      }}
    </PageState>
  );
}

function ProductDetail({ product, moreTabs }: ProductDetailProps & { readonly product: Product }) {
  const t = useCatalogText();
  const { storeId } = useStore();
  const products = `/stores/${storeId}/products`;
  const tab = useTabKey(`${products}/${product.slug}`, ['', ...moreTabs.map(({ key }) => key)]);
  const [isEditing, setIsEditing] = useState(false);
  return (
    <>
      <PageHeader
        title={product.name}
        trail={[{ label: t('products'), to: products }]}
        picture={<Picture url={product.image_url} size={56} />}
        aside={<LiveIndicator />}
        actions={
          <>
            <EditProductName onEdit={() => setIsEditing(true)} />
            <PullProduct slug={product.slug} />
          </>
        }
      />
      {isEditing && <ProductNameForm product={product} onClose={() => setIsEditing(false)} />}
      <Tabs
        activeKey={tab.active}
        onChange={tab.open}
        items={[{ key: '', label: t('product') }, ...moreTabs.map(({ key, label }) => ({ key, label }))]}
      />
      {moreTabs.find(({ key }) => key === tab.active)?.content(product) ?? <ProductTab product={product} />}
    </>
  );
}

function ProductTab({ product }: { readonly product: Product }) {
  const t = useCatalogText();
  const narrow = useNarrow();
  const skuColumns = useSkuColumns(product);
  const listingColumns = useListingColumns(product);
  return (
    <>
      {product.merged_into.length > 0 && <MergedInto product={product} />}
      <Panel title={t('skus')} flush>
        {narrow ? (
          <ul className="es-product-rows">
            {product.variants.map((sku) => (
              <SkuCard key={sku.id} product={product} sku={sku} />
            ))}
          </ul>
        ) : (
          <Table<Sku>
            className="es-table-plain"
            aria-label={t('skus')}
            columns={skuColumns}
            dataSource={[...product.variants]}
            rowKey="id"
            pagination={false}
            scroll={{ x: 'max-content' }}
          />
        )}
      </Panel>
      <Panel title={t('productListings')} flush>
        {product.product_listings.length === 0 ? (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('noProductListings')} />
        ) : narrow ? (
          <ul className="es-product-rows">
            {product.product_listings.map((listing) => (
              <ListingRow key={listing.id} product={product} listing={listing} />
            ))}
          </ul>
        ) : (
          <Table<Listing>
            className="es-table-plain"
            aria-label={t('productListings')}
            columns={listingColumns}
            dataSource={[...product.product_listings]}
            rowKey="id"
            pagination={false}
            scroll={{ x: 'max-content' }}
          />
        )}
      </Panel>
    </>
  );
}

/** Where the SKUs of a product that has none left are now. */
function MergedInto({ product }: { readonly product: Product }) {
  const t = useCatalogText();
  const { storeId } = useStore();
  return (
    <Alert
      type="info"
      title={t('mergedInto')}
      description={
        <ul>
          {product.merged_into.map(({ id, slug, full_product_name: name }) => (
            <li key={id}>
              <Link to={`/stores/${storeId}/variants/${slug}`}>{name}</Link>
            </li>
          ))}
        </ul>
      }
    />
  );
}

function SkuCard({ product, sku }: { readonly product: Product; readonly sku: Sku }) {
  const { storeId } = useStore();
  return (
    <li>
      <span className="es-card-row">
        <Link to={`/stores/${storeId}/products/${product.slug}/variants/${sku.slug}`}>
          {sku.name === '' ? sku.full_product_name : sku.name}
        </Link>
        <strong>
          <VariantQuantity variant={sku} />
        </strong>
      </span>
      <Code>{sku.sku}</Code>
      <SoldOn sku={sku} />
    </li>
  );
}

function ListingRow({ product, listing }: { readonly product: Product; readonly listing: Listing }) {
  const t = useCatalogText();
  const isPlatform = useUser().role !== 'member';
  return (
    <li>
      <span className="es-card-row">
        <MarketplaceName marketplace={listing.marketplace} />
        <ListingState listing={listing} />
      </span>
      <span className="es-pictured">
        <Picture url={listing.image_url} size={28} />
        <ListingLink listing={listing} />
      </span>
      {isPlatform && (
        <span className="es-card-row es-quiet">
          {t('marketplaceItemId')}
          <Code>{listing.marketplace_item_id}</Code>
        </span>
      )}
      <span className="es-card-row es-quiet">
        <Time at={listing.last_synced_at} />
        {product.product_listings.length > 1 && <UnmergeProduct product={product} listing={listing} />}
      </span>
    </li>
  );
}

function ListingLink({ listing }: { readonly listing: Listing }) {
  const { storeId } = useStore();
  return (
    <Link className="es-wrap" to={`/stores/${storeId}/product_listings/${listing.slug}`}>
      {listing.name}
    </Link>
  );
}

function SoldOn({ sku }: { readonly sku: Sku }) {
  return (
    <span className="es-marks">
      {sku.variant_listings.map((listing) => (
        <MarketplaceName key={listing.id} marketplace={listing.marketplace} />
      ))}
    </span>
  );
}

function useSkuColumns(product: Product): TableColumnType<Sku>[] {
  const t = useCatalogText();
  const { storeId } = useStore();
  const base = `/stores/${storeId}/products/${product.slug}/variants`;
  return [
    {
      key: 'name',
      title: t('variant'),
      render: (_, sku) => (
        <Link to={`${base}/${sku.slug}`}>{sku.name === '' ? sku.full_product_name : sku.name}</Link>
      ),
    },
    { key: 'sku', title: t('sku'), render: (_, sku) => <Code>{sku.sku}</Code> },
    {
      key: 'quantity',
      title: t('quantity'),
      align: 'right',
      render: (_, sku) => <VariantQuantity variant={sku} />,
    },
    {
      key: 'sales',
      title: t('sales30'),
      align: 'right',
      render: (_, sku) => <Count value={sku.past_30_days_sales_count} />,
    },
    {
      key: 'days',
      title: t('daysTillOos'),
      align: 'right',
      render: (_, sku) => <DaysLeft days={sku.days_till_oos} />,
    },
    {
      key: 'marketplaces',
      title: t('marketplaces'),
      render: (_, sku) => <SoldOn sku={sku} />,
    },
  ];
}

function useListingColumns(product: Product): TableColumnType<Listing>[] {
  const t = useCatalogText();
  const isPlatform = useUser().role !== 'member';
  const canUnmerge = product.product_listings.length > 1;
  return [
    {
      key: 'image',
      title: t('image'),
      width: 64,
      render: (_, listing) => <Picture url={listing.image_url} size={28} />,
    },
    {
      key: 'name',
      title: t('name'),
      render: (_, listing) => <ListingLink listing={listing} />,
    },
    {
      key: 'marketplace',
      title: t('marketplace'),
      render: (_, listing) => <MarketplaceName marketplace={listing.marketplace} />,
    },
    ...(isPlatform
      ? [
          {
            key: 'item',
            title: t('marketplaceItemId'),
            render: (_: unknown, listing: Listing) => <Code>{listing.marketplace_item_id}</Code>,
          },
        ]
      : []),
    { key: 'state', title: t('state'), render: (_, listing) => <ListingState listing={listing} /> },
    { key: 'updated', title: t('lastUpdated'), render: (_, listing) => <Time at={listing.last_synced_at} /> },
    ...(canUnmerge
      ? [
          {
            key: 'unmerge',
            title: <span className="es-unseen">{t('unmergeProduct')}</span>,
            align: 'right' as const,
            render: (_: unknown, listing: Listing) => <UnmergeProduct product={product} listing={listing} />,
          },
        ]
      : []),
  ];
}

function UnmergeProduct({ product, listing }: { readonly product: Product; readonly listing: Listing }) {
  const t = useCatalogText();
  const { can } = useStore();
  const allowSync = useAllowSync();
  const [isAsking, setIsAsking] = useState(false);
  const shares = product.unmerge_offers.some((offer) => offer.product_listing_id === listing.id);
  if (!shares || !can('product.work')) return null;
  return (
    <>
      <Button size="small" onClick={() => allowSync(() => setIsAsking(true))}>
        {t('unmergeProduct')}
      </Button>
      {isAsking && (
        <UnmergeProductModal product={product} listing={listing} onClose={() => setIsAsking(false)} />
      )}
    </>
  );
}
