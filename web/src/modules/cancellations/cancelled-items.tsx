import type { Order } from '@evenstock/contract/orders/orders';
import { Table, type TableColumnType } from 'antd';
import { Code, Count } from '../../ui/values/money.tsx';
import { useCancellationsText } from './cancellations.texts.ts';

type Item = Order['order_items'][number];

/** Whether an item has units that are not cancelled. */
export const isCancellable = ({ quantity, cancelled_quantity: cancelled }: Item): boolean =>
  cancelled < quantity;

interface CancelledItemsProps {
  readonly order: Order;
  readonly title: string;
  readonly chosen: readonly number[];
  readonly onChoose: (ids: readonly number[]) => void;
}

/** The items to cancel; at first all that are not cancelled. */
export function CancelledItems({ order, title, chosen, onChoose }: CancelledItemsProps) {
  const t = useCancellationsText();
  const columns: TableColumnType<Item>[] = [
    {
      key: 'item',
      title,
      render: (_, item) => (
        <>
          {item.name}
          <small className="es-cell-sub">
            <Code>{item.sku}</Code>
          </small>
        </>
      ),
    },
    {
      key: 'quantity',
      title: t('quantity'),
      align: 'right',
      width: 90,
      render: (_, item) => <Count value={item.quantity - item.cancelled_quantity} />,
    },
  ];
  return (
    <section className="es-boxed-table" aria-label={title}>
      <Table<Item>
        className="es-table-plain"
        columns={columns}
        dataSource={[...order.order_items]}
        rowKey="id"
        size="small"
        pagination={false}
        rowSelection={{
          selectedRowKeys: [...chosen],
          onChange: (_, rows) => onChoose(rows.map(({ id }) => id)),
          getCheckboxProps: (item) => ({
            disabled: !isCancellable(item),
            'aria-label': t('selectItem', { name: item.name }),
          }),
        }}
      />
      {chosen.length === 0 && (
        <p className="es-error" role="alert">
          {t('noItem')}
        </p>
      )}
    </section>
  );
}
