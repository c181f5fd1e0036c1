import { bumpedStatus, channelKinds, channels } from '@evenstock/contract/channels/channels';
import {
  countVariantStatuses,
  daysOfCoverSort,
  listVariants,
  runningOutStatus,
  variantProblems,
  variantStatuses,
  type VariantRow,
} from '@evenstock/contract/catalog/variants';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useCall } from '../../api/queries.ts';
import { useUser } from '../../api/session.ts';
import { useStore } from '../../api/store-context.ts';
import { ChannelMark } from '../../ui/values/channel-mark.tsx';
import { DataTable, type Column } from '../../ui/lists/data-table.tsx';
import { Explained } from '../../ui/dialogs/explained.tsx';
import { listFilters, type Filter, type TabOption } from '../../ui/lists/list-state.ts';
import { useList } from '../../ui/lists/list.ts';
import { LiveIndicator } from '../../ui/pages/live-indicator.tsx';
import { Code, Count } from '../../ui/values/money.tsx';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { useSelection } from '../../ui/lists/selection.ts';
import { useAllowSync } from './product/allow-sync.tsx';
import './product/catalog.css';
import { useCatalogText } from './product/catalog.texts.ts';
import type { Paying } from './product/paying.ts';
import { PinVariant } from './pin-variant.tsx';
import { ProductsMassBar, type MassActionProps } from './products-mass-bar.tsx';
import { CoverAndPace, runningOutColumns } from './running-out.tsx';
import { DaysLeft, Picture, VariantQuantity } from './product/variant-quantity.tsx';

interface ProductsListProps extends Paying {
  /** The menus for spreadsheets: export by the list's filters, and quantity updates once inventory sync is allowed. */
  readonly sheets: (
    filters: Readonly<Record<string, string>>,
    allowSync: (go: () => void) => void,
  ) => ReactNode;
  /** Exports the chosen SKUs. */
  readonly exportChosen: (mass: MassActionProps) => ReactNode;
  /** The background operations. */
  readonly operations: ReactNode;
  /** Called with the id of an operation that was started, so that its progress is shown. */
  readonly onStarted: (operationId: number) => void;
}

/** The products list of a store. */
export function ProductsListPage({
  sheets,
  exportChosen,
  operations,
  onStarted,
  askPayment,
}: ProductsListProps) {
  const t = useCatalogText();
  const { storeId, store } = useStore();
  const [address] = useSearchParams();
  const fewDays = address.get('filter_status') === runningOutStatus ? store.running_out_days : null;
  const list = useList(listVariants, {
    params: { storeId },
    live: ['variants', 'store'],
    sort: fewDays === null ? '' : `${daysOfCoverSort} asc`,
    tabs: {
      options: useStatuses(),
      initial: 'live',
      name: 'filter_status',
      sendAs: { filter: 'filter_status' },
    },
    filters: useProductFilters(),
  });
  const merged = list.data?.merged_count;
  const rows = list.data?.variants;
  const total = list.data?.total_count;
  const { chosen, selection, clear } = useSelection(list, { rows, total }, variantKey);
  return (
    <>
      <PageHeader
        title={t('products')}
        actions={sheets(listFilters(list.state, list.spec), useAllowSync())}
        aside={
          <>
            <LiveIndicator />
            {merged !== undefined && <span className="es-quiet">{t('merged', { count: merged })}</span>}
          </>
        }
      />
      {operations}
      <DataTable<VariantRow>
        list={list}
        label={t('products')}
        savedAs="products"
        rows={rows}
        total={total}
        columns={useProductColumns(fewDays !== null)}
        rowKey={variantKey}
        rowName={(variant) => variant.full_product_name}
        empty={fewDays === null ? t('noProducts') : t('nothingRunsOut', { count: fewDays })}
        card={(variant) => <VariantCard variant={variant} isRunningOut={fewDays !== null} />}
        rowHref={(variant) => variantAddress(storeId, variant)}
        selection={{
          ...selection,
          actions: (
            <>
              <ProductsMassBar chosen={chosen} done={clear} askPayment={askPayment} onStarted={onStarted} />
              {exportChosen({ chosen, done: clear })}
            </>
          ),
        }}
      />
    </>
  );
}

type Status = (typeof variantStatuses)[number];

/** The less frequent statuses, which are in a menu under headings. */
const rareStatuses: Readonly<Partial<Record<Status, 'viewsOfListings' | 'viewsOfStock' | 'viewsOfSales'>>> = {
  bundled: 'viewsOfListings',
  not_bundled: 'viewsOfListings',
  [bumpedStatus]: 'viewsOfListings',
  have_reserved_quantity: 'viewsOfStock',
  no_reserved_quantity: 'viewsOfStock',
  disable_restock: 'viewsOfStock',
  force_zero_qty: 'viewsOfStock',
  pending_force_zero_qty: 'viewsOfStock',
  '0_sold_past_30_days': 'viewsOfSales',
  more_than_0_sold_past_30_days: 'viewsOfSales',
};

function useStatuses(): readonly TabOption[] {
  const t = useCatalogText();
  const { storeId, store } = useStore();
  const { data } = useCall(countVariantStatuses, { params: { storeId } }, { live: ['variants', 'store'] });
  const statuses = variantStatuses.map((status) => {
    const group = rareStatuses[status];
    return {
      key: status,
      label: t(status === bumpedStatus ? 'status_bumped' : `status_${status}`),
      count: data?.counts[status],
      ...(group === undefined ? {} : { group: t(group) }),
    };
  });
  if (store.running_out_days === null) return statuses;
  const runningOut = {
    key: runningOutStatus,
    label: t('status_running_out'),
    count: data?.running_out ?? undefined,
    ownSort: daysOfCoverSort,
  };
  return [...statuses, runningOut];
}

const variantKey = (variant: VariantRow) => variant.id;

function variantAddress(storeId: string, variant: VariantRow): string {
  return `/stores/${storeId}/products/${variant.product.slug}/variants/${variant.slug}`;
}

function useProductFilters(): readonly Filter[] {
  const t = useCatalogText();
  const { store } = useStore();
  const { role } = useUser();
  return [
    { kind: 'search', name: 'name_or_sku_cont', label: t('searchNameOrSku') },
    {
      kind: 'choice',
      name: 'marketplace_id_eq',
      label: t('marketplace'),
      options: store.marketplaces
        .toSorted((a, b) => a.name.localeCompare(b.name))
        .map(({ id, name }) => ({ value: String(id), label: name })),
    },
    { kind: 'flag', name: 'is_pinned_eq', label: t('pinned') },
    ...(store.makes_sets ? [{ kind: 'flag', name: 'is_set_eq', label: t('set') } as const] : []),
    {
      kind: 'choice',
      name: 'problem_eq',
      label: t('problem'),
      options: variantProblems.map((problem) => ({ value: problem, label: t(`problem_${problem}`) })),
    },
    ...(role === 'member' ? [] : platformFilters(t)),
  ];
}

/** Filters for platform admins. */
const platformFilters = (t: ReturnType<typeof useCatalogText>): readonly Filter[] => [
  {
    kind: 'choice',
    name: 'marketplace_type_eq',
    label: t('marketplaceType'),
    options: channelKinds.map((kind) => ({
      value: channels[kind].marketplaceType,
      label: channels[kind].label,
    })),
  },
  { kind: 'text', name: 'marketplace_item_id_eq', label: t('marketplaceItemId') },
];

function useProductColumns(isRunningOut: boolean): readonly Column<VariantRow>[] {
  const t = useCatalogText();
  const { storeId } = useStore();
  return [
    {
      key: 'image',
      title: t('image'),
      width: 64,
      render: (variant) => <Picture url={variant.product.product_image} size={28} />,
    },
    {
      key: 'name',
      title: t('productAndVariant'),
      sort: 'full_product_name',
      render: (variant) => <VariantName variant={variant} />,
    },
    { key: 'sku', title: t('sku'), sort: 'sku', render: (variant) => <Code>{variant.sku}</Code> },
    {
      key: 'quantity',
      title: t('quantity'),
      sort: 'quantity',
      align: 'right',
      render: (variant) => <VariantQuantity variant={variant} />,
    },
    ...(isRunningOut ? runningOutColumns(t) : salesColumns(t)),
    { key: 'marketplaces', title: t('marketplaces'), render: (variant) => <Marks variant={variant} /> },
    {
      key: 'pinned',
      title: t('pinned'),
      render: (variant) => <PinVariant variant={variant} type="text" />,
    },
    {
      key: 'view',
      title: t('view'),
      render: (variant) => <Link to={variantAddress(storeId, variant)}>{t('view')}</Link>,
    },
  ];
}

const salesColumns = (t: ReturnType<typeof useCatalogText>): readonly Column<VariantRow>[] => [
  {
    key: 'sales',
    title: t('sales30'),
    align: 'right',
    render: (variant) => <Count value={variant.past_30_days_sales_count} />,
  },
  {
    key: 'days',
    title: t('daysTillOos'),
    align: 'right',
    render: (variant) => <DaysLeft days={variant.days_till_oos} />,
  },
];

function VariantName({ variant }: { readonly variant: VariantRow }) {
  return (
    <span className="es-one-line es-one-name" title={variant.full_product_name}>
      {variant.product.name}
      {variant.name !== '' && variant.name !== variant.product.name && (
        <span className="es-quiet"> · {variant.name}</span>
      )}
    </span>
  );
}

/** The marketplaces of a SKU, each with its shown quantity. */
function Marks({ variant }: { readonly variant: VariantRow }) {
  const t = useCatalogText();
  return (
    <span className="es-marks">
      {variant.variant_listings
        .filter((listing) => listing.state === 'live')
        .map((listing) => (
          <span key={listing.id} className="es-marketplace" title={listing.marketplace.name}>
            <ChannelMark channel={listing.marketplace.channel} />
            <Explained variantId={variant.id} listingId={listing.id}>
              {listing.quantity === Math.max(0, variant.on_sale - listing.kept_back) ? (
                <Count value={listing.quantity} />
              ) : (
                <span className="es-differs" title={t('differs')}>
                  <Count value={listing.quantity} />!
                </span>
              )}
            </Explained>
          </span>
        ))}
    </span>
  );
}

interface VariantCardProps {
  readonly variant: VariantRow;
  readonly isRunningOut: boolean;
}

function VariantCard({ variant, isRunningOut }: VariantCardProps) {
  const { storeId } = useStore();
  return (
    <div className="es-product-card">
      <Picture url={variant.product.product_image} size={48} />
      <div className="es-product-card-words">
        <Link className="es-card-link es-whole-card" to={variantAddress(storeId, variant)}>
          <VariantName variant={variant} />
        </Link>
        <Code>{variant.sku}</Code>
        {isRunningOut && <CoverAndPace variant={variant} />}
        <Marks variant={variant} />
      </div>
      <div className="es-product-card-number">
        <strong>
          <VariantQuantity variant={variant} />
        </strong>
        <PinVariant variant={variant} type="text" />
      </div>
    </div>
  );
}
