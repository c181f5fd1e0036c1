import type { Order } from '@evenstock/contract/orders/orders';
import { Table, Tooltip, type TableColumnType } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useStore } from '../../api/store-context.ts';
import { Explained } from '../../ui/dialogs/explained.tsx';
import { Code, Count, Money } from '../../ui/values/money.tsx';
import { useNarrow } from '../../ui/theme/narrow.ts';
import { Panel } from '../../ui/pages/panel.tsx';
import { StateTag } from '../../ui/values/state-tag.tsx';
import { itemGroups, type ItemGroup, type ItemUnits } from './item-groups.rules.ts';
import { LinkItem } from './link-item.tsx';
import { useOrdersText } from './orders.texts.ts';

type Item = Order['order_items'][number];

/** The items of an order, grouped by status. */
export function OrderItems({ order }: { readonly order: Order }) {
  const t = useOrdersText();
  const narrow = useNarrow();
  const columns = useItemColumns(order);
  const groups = itemGroups(order);
  const units = order.order_items.reduce((sum, item) => sum + item.quantity, 0);
  return (
    <Panel title={t('itemsHeading')} hint={t('units', { count: units })} flush>
      {narrow ? (
        groups.map((group) => (
          <section key={keyOf(group)} className="es-item-group">
            <h3>
              <GroupName group={group} order={order} />
            </h3>
            <ul className="es-item-cards">
              {group.items.map((part) => (
                <ItemCard key={part.item.id} part={part} order={order} />
              ))}
            </ul>
          </section>
        ))
      ) : (
        <Table<Row>
          className="es-table-plain"
          columns={columns.map((column, place) => ({
            ...column,
            // The name of a group spans its row.
            onCell: (row) => ('group' in row ? { colSpan: place === 0 ? columns.length : 0 } : {}),
            render: (_, row) =>
              'group' in row ? (
                <h3 className="es-item-group-name">
                  <GroupName group={row.group} order={order} />
                </h3>
              ) : (
                column.of(row)
              ),
          }))}
          dataSource={groups.flatMap((group): Row[] => [
            { key: keyOf(group), group },
            ...group.items.map((part) => ({ key: `${keyOf(group)}-${String(part.item.id)}`, ...part })),
          ])}
          pagination={false}
          scroll={{ x: 'max-content' }}
        />
      )}
    </Panel>
  );
}

type Row = { readonly key: string; readonly group: ItemGroup } | ({ readonly key: string } & ItemUnits);

const keyOf = (group: ItemGroup): string =>
  group.fate === 'parcel' ? JSON.stringify([group.provider, group.tracking]) : group.fate;

/** The status of the items beneath; for a parcel, its carrier and tracking number. */
function GroupName({ group, order }: { readonly group: ItemGroup; readonly order: Order }) {
  const t = useOrdersText();
  const count = group.items.reduce((sum, { units }) => sum + units, 0);
  const units = <span className="es-quiet">{t('units', { count })}</span>;
  if (group.fate !== 'parcel') {
    const isCollected = group.fate === 'to_ship' && order.category === 'processing_self_collect';
    return (
      <>
        {t(isCollected ? 'groupToCollect' : `group_${group.fate}`)} {units}
      </>
    );
  }
  return (
    <>
      {t('group_parcel')} {units}
      {group.provider !== null && <span className="es-quiet"> · {group.provider}</span>}
      {group.tracking !== null && (
        <>
          {' '}
          · <Code>{group.tracking}</Code>
        </>
      )}
    </>
  );
}

function ItemCard({ part: { item, units }, order }: { readonly part: ItemUnits; readonly order: Order }) {
  return (
    <li>
      <span className="es-card-row">
        <ItemName item={item} order={order} />
        <Money formatted={item.formatted_total_price} strong />
      </span>
      <span className="es-card-row es-quiet">
        <Code>{item.sku}</Code>
        <span>
          <Units item={item} units={units} /> × <Money formatted={item.formatted_unit_price} />
        </span>
      </span>
    </li>
  );
}

/** A column whose cells show some units of an item. */
type ItemColumn = TableColumnType<Row> & { readonly of: (part: ItemUnits) => ReactNode };

function useItemColumns(order: Order): readonly ItemColumn[] {
  const t = useOrdersText();
  return [
    { key: 'name', title: t('variantName'), of: ({ item }) => <ItemName item={item} order={order} /> },
    { key: 'sku', title: t('sku'), of: ({ item }) => <Code>{item.sku}</Code> },
    { key: 'quantity', title: t('quantity'), align: 'right', of: (part) => <Units {...part} /> },
    {
      key: 'unit',
      title: t('unitPrice'),
      align: 'right',
      of: ({ item }) => <Money formatted={item.formatted_unit_price} />,
    },
    {
      key: 'total',
      title: t('total'),
      align: 'right',
      // The total covers all units, so it is shown in the group that contains all of them.
      of: ({ item, units }) =>
        units === item.quantity ? (
          <Money formatted={item.formatted_total_price} strong />
        ) : (
          <span className="es-quiet">{t('ofTotal', { total: item.formatted_total_price ?? '–' })}</span>
        ),
    },
    {
      key: 'provider',
      title: t('provider'),
      of: ({ item }) => item.shipment_provider ?? <span className="es-quiet">–</span>,
    },
    { key: 'tracking', title: t('tracking'), of: ({ item }) => <Code>{item.tracking_code}</Code> },
  ];
}

/** The units of an order line; a click shows the remaining quantity of the SKU and its explanation. */
function Units({ item: { variant }, units }: ItemUnits) {
  const number = <Count value={units} />;
  return variant === null ? number : <Explained variantId={variant.id}>{number}</Explained>;
}

function ItemName({ item, order }: { readonly item: Item; readonly order: Order }) {
  const t = useOrdersText();
  const { storeId } = useStore();
  const name = (
    <>
      {item.name}
      {item.variant_name !== null && item.variant_name !== '' && (
        <span className="es-quiet"> · {item.variant_name}</span>
      )}
    </>
  );
  return (
    <span>
      {item.lacks_listing ? (
        <>
          {name} <LinkItem item={item} order={order} />
        </>
      ) : item.variant === null ? (
        <Tooltip title={t('notLinked')}>
          <span className="es-explains">{name}</span>
        </Tooltip>
      ) : (
        <Link to={`/stores/${storeId}/products/${item.variant.product_slug}/variants/${item.variant.slug}`}>
          {name}
        </Link>
      )}
      <ItemFate item={item} />
      <Parts item={item} />
    </span>
  );
}

/** What a set is made of now: the goods that are sent. */
function Parts({ item }: { readonly item: Item }) {
  const t = useOrdersText();
  const { storeId } = useStore();
  if (item.parts.length === 0) return null;
  return (
    <ul className="es-item-parts" aria-label={t('setHolds')}>
      {item.parts.map(({ units, variant }) => (
        <li key={variant.id}>
          <Count value={units} /> × <Code>{variant.sku}</Code>{' '}
          <Link to={`/stores/${storeId}/products/${variant.product.slug}/variants/${variant.slug}`}>
            {variant.full_product_name}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function ItemFate({ item }: { readonly item: Item }) {
  const t = useOrdersText();
  return (
    <span className="es-tags">
      {item.return_status === 'ACCEPTED' && (
        <StateTag colour="red" glyph="cross">
          {t('returned')}
        </StateTag>
      )}
      {item.status === 'fulfilled' && (
        <StateTag colour="green" glyph="check">
          {t('fulfilled')}
        </StateTag>
      )}
      {item.cancelled_quantity > 0 && (
        <StateTag colour="grey" glyph="cross">
          {t('cancelledUnits', { count: item.cancelled_quantity })}
        </StateTag>
      )}
      {item.not_put_back_quantity > 0 && (
        <StateTag colour="yellow" glyph="warning">
          {t('notPutBack', { count: item.not_put_back_quantity })}
        </StateTag>
      )}
      {item.returned_quantity > 0 && item.return_status !== 'ACCEPTED' && (
        <StateTag colour="grey" glyph="cross">
          {t('returnedUnits', { count: item.returned_quantity })}
        </StateTag>
      )}
    </span>
  );
}
