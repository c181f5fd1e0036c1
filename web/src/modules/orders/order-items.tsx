import type { Order } from '@evenstock/contract/orders';
import { Table, Tooltip, type TableColumnType } from 'antd';
import { Link } from 'react-router';
import { useStore } from '../../api/store-context.ts';
import { Code, Count, Money } from '../../ui/money.tsx';
import { useNarrow } from '../../ui/narrow.ts';
import { Panel } from '../../ui/panel.tsx';
import { StateTag } from '../../ui/state-tag.tsx';
import { useOrdersText } from './orders.texts.ts';

type Item = Order['order_items'][number];

/** What was bought, and what became of it. */
export function OrderItems({ order }: { readonly order: Order }) {
  const t = useOrdersText();
  const narrow = useNarrow();
  const columns = useItemColumns();
  const items = order.order_items;
  const units = items.reduce((sum, item) => sum + item.quantity, 0);
  return (
    <Panel title={t('itemsHeading')} hint={t('units', { count: units })} flush>
      {narrow ? (
        <ul className="es-item-cards">
          {items.map((item) => (
            <li key={item.id}>
              <span className="es-card-row">
                <ItemName item={item} />
                <Money formatted={item.formatted_total_price} strong />
              </span>
              <span className="es-card-row es-quiet">
                <Code>{item.sku}</Code>
                <span>
                  <Count value={item.quantity} /> × <Money formatted={item.formatted_unit_price} />
                </span>
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <Table<Item>
          className="es-table-plain"
          columns={columns}
          dataSource={[...items]}
          rowKey="id"
          pagination={false}
          scroll={{ x: 'max-content' }}
        />
      )}
    </Panel>
  );
}

function useItemColumns(): TableColumnType<Item>[] {
  const t = useOrdersText();
  return [
    { key: 'name', title: t('variantName'), render: (_, item) => <ItemName item={item} /> },
    { key: 'sku', title: t('sku'), render: (_, item) => <Code>{item.sku}</Code> },
    {
      key: 'quantity',
      title: t('quantity'),
      align: 'right',
      render: (_, item) => <Count value={item.quantity} />,
    },
    {
      key: 'unit',
      title: t('unitPrice'),
      align: 'right',
      render: (_, item) => <Money formatted={item.formatted_unit_price} />,
    },
    {
      key: 'total',
      title: t('total'),
      align: 'right',
      render: (_, item) => <Money formatted={item.formatted_total_price} strong />,
    },
    {
      key: 'provider',
      title: t('provider'),
      render: (_, item) => item.shipment_provider ?? <span className="es-quiet">–</span>,
    },
    { key: 'tracking', title: t('tracking'), render: (_, item) => <Code>{item.tracking_code}</Code> },
  ];
}

function ItemName({ item }: { readonly item: Item }) {
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
      {item.variant === null ? (
        <Tooltip title={t('notLinked')}>
          <span className="es-explains">{name}</span>
        </Tooltip>
      ) : (
        <Link to={`/stores/${storeId}/products/${item.variant.product_slug}/variants/${item.variant.slug}`}>
          {name}
        </Link>
      )}
      <ItemFate item={item} />
    </span>
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
      {item.returned_quantity > 0 && item.return_status !== 'ACCEPTED' && (
        <StateTag colour="grey" glyph="cross">
          {t('returnedUnits', { count: item.returned_quantity })}
        </StateTag>
      )}
    </span>
  );
}
