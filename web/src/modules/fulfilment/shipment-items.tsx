import type { Order } from '@evenstock/contract/orders/orders';
import { Table, type TableColumnType } from 'antd';
import { Code, Count } from '../../ui/values/money.tsx';
import { StateTag } from '../../ui/values/state-tag.tsx';
import { useFulfilmentText } from './fulfilment.texts.ts';

type Item = Order['order_items'][number];

/** Whether an item waits to be shipped. */
export function isLeft({ status, quantity, cancelled_quantity: cancelled }: Item): boolean {
  return status !== 'fulfilled' && cancelled < quantity;
}

interface ShipmentItemsProps {
  readonly order: Order;
  /** Whether the marketplace accepts a shipment of some of the items. */
  readonly canChoose: boolean;
  readonly chosen: readonly number[];
  readonly onChoose: (ids: readonly number[]) => void;
}

/** The items to ship: all that are left, unless the marketplace accepts a part of them. */
export function ShipmentItems({ order, canChoose, chosen, onChoose }: ShipmentItemsProps) {
  const t = useFulfilmentText();
  const items = order.order_items;
  const isOneWithoutChoice = !canChoose && items.length > 1;
  const columns: TableColumnType<Item>[] = [
    { key: 'item', title: t('item'), render: (_, item) => <ItemWords item={item} /> },
    {
      key: 'quantity',
      title: t('quantity'),
      align: 'right',
      width: 90,
      render: (_, item) => <Count value={item.quantity - item.cancelled_quantity} />,
    },
  ];
  return (
    <section className="es-boxed-table" aria-label={t('itemsToShip')}>
      <Table<Item>
        className="es-table-plain"
        columns={columns}
        dataSource={[...items]}
        rowKey="id"
        size="small"
        pagination={false}
        rowSelection={{
          selectedRowKeys: [...chosen],
          hideSelectAll: !canChoose,
          ...(canChoose ? {} : { columnTitle: <span className="es-unseen">{t('item')}</span> }),
          onChange: (_, rows) => onChoose(rows.map(({ id }) => id)),
          getCheckboxProps: (item) => ({
            disabled: !canChoose || !isLeft(item),
            'aria-label': t('selectItem', { name: item.name }),
          }),
        }}
      />
      {isOneWithoutChoice && <p className="es-form-hint">{t('shippedTogether')}</p>}
      {chosen.length === 0 && (
        <p className="es-error" role="alert">
          {t('noItem')}
        </p>
      )}
    </section>
  );
}

function ItemWords({ item }: { readonly item: Item }) {
  const t = useFulfilmentText();
  return (
    <>
      <span>{item.name}</span>
      {item.variant_name !== null && item.variant_name !== '' && (
        <span className="es-quiet"> · {item.variant_name}</span>
      )}
      <small className="es-cell-sub">
        <Code>{item.sku}</Code>
      </small>
      <span className="es-tags">
        {item.status === 'fulfilled' && (
          <StateTag colour="green" glyph="check">
            {t('fulfilled')}
          </StateTag>
        )}
        {item.cancelled_quantity >= item.quantity && (
          <StateTag colour="grey" glyph="cross">
            {t('cancelled')}
          </StateTag>
        )}
      </span>
    </>
  );
}
