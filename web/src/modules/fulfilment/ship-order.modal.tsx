import { shipOrder, showShipmentForm } from '@evenstock/contract/fulfilment/fulfilment';
import type { Order } from '@evenstock/contract/orders/orders';
import { Alert, Checkbox } from 'antd';
import { useState } from 'react';
import { touchedByOrders, useOrderReplies } from '../../api/order-replies.ts';
import { useCall, useWrite } from '../../api/queries.ts';
import { useFulfilmentText } from './fulfilment.texts.ts';
import { isLeft, ShipmentItems } from './shipment-items.tsx';
import { ShipmentDialog } from './shipment-dialog.tsx';

interface ShipOrderProps {
  readonly order: Order;
  readonly onClose: () => void;
  /** Opens the label once the order is shipped; left out: it is not offered. */
  readonly onLabel?: () => void;
}

/** Asks for the data that the marketplace requires to ship an order, and ships it. */
export function ShipOrderModal({ order, onClose, onLabel }: ShipOrderProps) {
  const t = useFulfilmentText();
  const { params, handlers } = useOrderReplies(order);
  const query = useCall(showShipmentForm, { params });
  const ship = useWrite(shipOrder, touchedByOrders);
  const [chosen, setChosen] = useState<readonly number[]>(() =>
    order.order_items.filter(isLeft).map(({ id }) => id),
  );
  const isAsked = order.actions.includes('accept_cancellation');
  const [isTicked, tick] = useState(false);
  const canChoose = query.data?.shipment_form.chooses_items ?? false;
  return (
    <ShipmentDialog
      order={order}
      query={query}
      isPending={ship.isPending}
      texts={{
        title: t('shipOrder', { number: order.reference_number }),
        ok: t('ship'),
        impossible: t('cannotShip'),
        done: t('shipped', { reference: order.reference_number }),
        failed: t('shipFailed'),
        failedBecause: (reason) => t('shipFailedBecause', { reason }),
      }}
      {...(onLabel === undefined ? {} : { then: { text: t('shipAndPrint'), onConfirmed: onLabel } })}
      canSend={chosen.length > 0 && (!isAsked || isTicked)}
      onSend={(shipment, outcome) =>
        ship.mutate(
          { params, body: { ship: { ...shipment, order_item_ids: [...chosen] } } },
          handlers(outcome),
        )
      }
      onClose={onClose}
    >
      {isAsked && (
        <Alert
          className="es-dialog-problem"
          type="warning"
          showIcon
          title={t('askedToCancel')}
          description={
            <Checkbox checked={isTicked} onChange={({ target }) => tick(target.checked)}>
              {t('shipAllTheSame')}
            </Checkbox>
          }
        />
      )}
      <ShipmentItems order={order} canChoose={canChoose} chosen={chosen} onChoose={setChosen} />
    </ShipmentDialog>
  );
}
