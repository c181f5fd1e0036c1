import type { VariantListing } from '@evenstock/contract/catalog/listings';
import type { ListingDetail } from '@evenstock/contract/catalog/product-listings';
import { Button, Empty, Table, type TableColumnType } from 'antd';
import { Link, useSearchParams } from 'react-router';
import { useUser } from '../../api/session.ts';
import { useStore } from '../../api/store-context.ts';
import { Explained } from '../../ui/dialogs/explained.tsx';
import { Code, Count, Money } from '../../ui/values/money.tsx';
import { useNarrow } from '../../ui/theme/narrow.ts';
import { Panel } from '../../ui/pages/panel.tsx';
import type { ListingParts } from './listing-parts.ts';
import { useListingsText } from './listings.texts.ts';

interface ListingSkusProps {
  readonly listing: ListingDetail;
  readonly State: ListingParts['State'];
  readonly AskSync: ListingParts['AskSync'];
  readonly onOpen: (dialog: string) => void;
}

const isShownFirst = ({ state, deleted_at: gone }: VariantListing): boolean =>
  state === 'live' && gone === null;

/** The SKUs of a listing. Those that are not on sale are shown on demand, or if no SKU is on sale. */
export function ListingSkus(props: ListingSkusProps) {
  const { listing } = props;
  const t = useListingsText();
  const narrow = useNarrow();
  const columns = useColumns(props);
  const all = listing.variant_listings;
  const live = all.filter(isShownFirst);
  const [search, setSearch] = useSearchParams();
  const isShown = search.get('deleted') === 'shown' || live.length === 0;
  const skus = isShown ? all : live;
  const hidden = all.length - live.length;
  return (
    <Panel
      title={t('variants')}
      flush
      action={
        live.length > 0 &&
        hidden > 0 && (
          <>
            {t('hidden', { count: hidden })}{' '}
            <Button
              type="link"
              size="small"
              onClick={() =>
                setSearch(
                  (now) => {
                    if (isShown) now.delete('deleted');
                    else now.set('deleted', 'shown');
                    return now;
                  },
                  { replace: true, preventScrollReset: true },
                )
              }
            >
              {t(isShown ? 'hide' : 'show')}
            </Button>
          </>
        )
      }
    >
      {skus.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('noVariants')} />
      ) : narrow ? (
        <ul className="es-product-rows">
          {skus.map((sku) => (
            <li key={sku.id}>
              <SkuCard {...props} sku={sku} />
            </li>
          ))}
        </ul>
      ) : (
        <Table<VariantListing>
          className="es-table-plain"
          aria-label={t('variants')}
          columns={columns}
          dataSource={[...skus]}
          rowKey="id"
          pagination={false}
          scroll={{ x: 'max-content' }}
        />
      )}
    </Panel>
  );
}

function useColumns(props: ListingSkusProps): TableColumnType<VariantListing>[] {
  const t = useListingsText();
  const { role } = useUser();
  return [
    { key: 'name', title: t('nameAndSku'), render: (_, sku) => <Name sku={sku} /> },
    { key: 'item', title: t('itemId'), render: (_, sku) => <Code>{sku.marketplace_item_id}</Code> },
    { key: 'price', title: t('price'), align: 'right', render: (_, sku) => <Price sku={sku} /> },
    {
      key: 'quantity',
      title: t('quantity'),
      align: 'right',
      render: (_, sku) => (
        <>
          <Explained variantId={sku.variant_slug} listingId={sku.id}>
            <Count value={sku.quantity} />
          </Explained>
          <small className="es-cell-sub">
            {t('reservedUnits', { count: sku.marketplace_reserved_quantity })}
          </small>
        </>
      ),
    },
    {
      key: 'sold',
      title: t('sold'),
      align: 'right',
      render: (_, sku) => (
        <>
          <Count value={sku.quantity_sold} />
          <small className="es-cell-sub">{t('soldIn30Days', { count: sku.past_30_days_sales_count })}</small>
        </>
      ),
    },
    {
      key: 'state',
      title: t('state'),
      render: (_, sku) => (
        <>
          <props.State listing={sku} />
          {sku.marketplace_status !== null && <small className="es-cell-sub">{sku.marketplace_status}</small>}
        </>
      ),
    },
    ...(role === 'member'
      ? []
      : [
          {
            key: 'ids',
            title: t('ids'),
            render: (_: unknown, sku: VariantListing) => (
              <Code>{`${String(sku.id)} / ${String(sku.product_listing.id)}`}</Code>
            ),
          },
        ]),
    {
      key: 'edit',
      title: <span className="es-unseen">{t('edit')}</span>,
      align: 'right',
      render: (_, sku) => <Edit {...props} sku={sku} />,
    },
  ];
}

/** The name of a SKU's listing, with a link to the SKU. */
function Name({ sku }: { readonly sku: VariantListing }) {
  const { storeId } = useStore();
  return (
    <>
      <Link className="es-wrap" to={`/stores/${storeId}/variants/${sku.variant_slug}`}>
        {sku.name}
      </Link>
      <small className="es-cell-sub">
        <Code>{sku.sku}</Code>
      </small>
    </>
  );
}

function Price({ sku }: { readonly sku: VariantListing }) {
  const t = useListingsText();
  const special = sku.formatted_special_price;
  return (
    <>
      <Money formatted={sku.formatted_price} />
      {special !== null && <small className="es-cell-sub">{t('specialPriceOf', { price: special })}</small>}
    </>
  );
}

function Edit({ listing, sku, AskSync, onOpen }: ListingSkusProps & { readonly sku: VariantListing }) {
  const t = useListingsText();
  const { can } = useStore();
  const isEdited = listing.actions.includes('edit_price') || listing.actions.includes('edit_name');
  if (!isEdited || sku.deleted_at !== null || !can('product.work')) return null;
  return (
    <AskSync>
      {(ask) => (
        <Button
          size="small"
          aria-label={t('editOf', { name: sku.name })}
          onClick={() => ask(() => onOpen(`edit-${String(sku.id)}`))}
        >
          {t('edit')}
        </Button>
      )}
    </AskSync>
  );
}

function SkuCard(props: ListingSkusProps & { readonly sku: VariantListing }) {
  const { sku, State } = props;
  const t = useListingsText();
  return (
    <div className="es-listing-sku-card">
      <div className="es-card-row">
        <span>
          <Name sku={sku} />
        </span>
        <span>
          <Price sku={sku} />
        </span>
      </div>
      <div className="es-card-row">
        <State listing={sku} />
        <Edit {...props} />
      </div>
      <small className="es-quiet">
        {t('quantity')}{' '}
        <Explained variantId={sku.variant_slug} listingId={sku.id}>
          <Count value={sku.quantity} />
        </Explained>{' '}
        · {t('reservedUnits', { count: sku.marketplace_reserved_quantity })} · {t('sold')}{' '}
        <Count value={sku.quantity_sold} />
      </small>
      <small className="es-quiet">
        <Code>{sku.marketplace_item_id}</Code>
      </small>
    </div>
  );
}
