import { setReadyToCollect, showCollectionForm } from '@evenstock/contract/fulfilment/fulfilment';
import type { Order } from '@evenstock/contract/orders/orders';
import { touchedByOrders, useOrderReplies } from '../../api/order-replies.ts';
import { useCall, useWrite } from '../../api/queries.ts';
import { useFulfilmentText } from './fulfilment.texts.ts';
import { ShipmentDialog } from './shipment-dialog.tsx';

interface ReadyToCollectProps {
  readonly order: Order;
  readonly onClose: () => void;
}

/** Asks for the data that the marketplace requires before an order can be collected, and sets it ready. */
export function ReadyToCollectModal({ order, onClose }: ReadyToCollectProps) {
  const t = useFulfilmentText();
  const { params, handlers } = useOrderReplies(order);
  const query = useCall(showCollectionForm, { params });
  const setReady = useWrite(setReadyToCollect, touchedByOrders);
  return (
    <ShipmentDialog
      order={order}
      query={query}
      isPending={setReady.isPending}
      texts={{
        title: t('setReadyOrder', { number: order.reference_number }),
        ok: t('setReady'),
        impossible: t('cannotSetReady'),
        done: t('readySet'),
        failed: t('readyFailed'),
        failedBecause: (reason) => t('readyFailedBecause', { reason }),
      }}
      onSend={(body, outcome) => setReady.mutate({ params, body }, handlers(outcome))}
      onClose={onClose}
    />
  );
}
