import { restockOrder } from '@evenstock/contract/orders/order-work';
import type { Order } from '@evenstock/contract/orders/orders';
import { Alert, InputNumber, Table, type TableColumnType } from 'antd';
import { useState } from 'react';
import { describeFailure } from '../../api/failure.ts';
import { touchedByOrders, useOrderReplies } from '../../api/order-replies.ts';
import { useWrite } from '../../api/queries.ts';
import { ActDialog } from '../../ui/dialogs/act-dialog.tsx';
import { Code, Count } from '../../ui/values/money.tsx';
import { message } from '../../ui/dialogs/overlays.ts';
import { useOrdersText } from './orders.texts.ts';
import { RestockPreviewTable } from './restock-preview.tsx';

type Item = Order['order_items'][number];

interface RestockOrderProps {
  readonly order: Order;
  readonly onClose: () => void;
}

/** Units of an item that may be restocked. */
const leftOf = (item: Item): number => item.restockable_quantity;

/** Asks how many of the units that came back, or were not put back, to restock, and previews the new quantity. */
export function RestockOrderModal({ order, onClose }: RestockOrderProps) {
  const t = useOrdersText();
  const items = order.order_items.filter((item) => leftOf(item) > 0);
  const [atFirst] = useState<Readonly<Record<number, number>>>(() =>
    Object.fromEntries(items.map((item) => [item.id, leftOf(item)])),
  );
  const [units, setUnits] = useState(atFirst);
  const [apart, setApart] = useState<readonly number[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const { params, handlers } = useOrderReplies(order);
  const restock = useWrite(restockOrder, touchedByOrders);
  const chosen = items.filter(({ id }) => (units[id] ?? 0) > 0);
  const send = () =>
    restock.mutate(
      {
        params,
        body: {
          order_items: chosen.map(({ id, restocked_quantity: restocked }) => ({
            id,
            quantity: units[id] ?? 0,
            restocked_quantity: restocked,
            counts_apart: apart.includes(id),
          })),
        },
      },
      handlers({
        onDone: () => {
          message.success(t('restocked', { number: order.reference_number }));
          onClose();
        },
        onFailed: (failure) => {
          const reason = describeFailure(failure);
          setProblem(reason === null ? t('restockFailed') : t('restockFailedBecause', { reason }));
        },
      }),
    );
  const columns: TableColumnType<Item>[] = [
    {
      key: 'item',
      title: t('variantName'),
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
      key: 'back',
      title: t('cameBack'),
      align: 'right',
      render: (_, item) => <Count value={leftOf(item)} />,
    },
    {
      key: 'restock',
      title: t('restockUnits'),
      align: 'right',
      render: (_, item) => (
        <InputNumber
          aria-label={t('restockUnitsOf', { name: item.name })}
          min={0}
          max={leftOf(item)}
          precision={0}
          value={units[item.id] ?? 0}
          onChange={(value) => setUnits((before) => ({ ...before, [item.id]: value ?? 0 }))}
        />
      ),
    },
  ];
  return (
    <ActDialog
      title={t('restockOrder', { number: order.reference_number })}
      ok={t('act_restock')}
      width={640}
      isPending={restock.isPending}
      disabled={chosen.length === 0}
      onOk={send}
      isUnsaved={() => units !== atFirst || apart.length > 0}
      onClose={onClose}
    >
      {problem !== null && (
        <Alert className="es-dialog-problem" type="error" showIcon role="alert" title={problem} />
      )}
      <p>{t('restockText')}</p>
      <section className="es-boxed-table">
        <Table<Item>
          className="es-table-plain"
          size="small"
          columns={columns}
          dataSource={items}
          rowKey="id"
          pagination={false}
        />
      </section>
      <RestockPreviewTable
        order={order}
        units={units}
        apart={apart}
        onApart={(itemId, isApart) =>
          setApart((before) => [...before.filter((id) => id !== itemId), ...(isApart ? [itemId] : [])])
        }
      />
    </ActDialog>
  );
}
