import { useState } from 'react';
import { FollowOperations } from '../../modules/operations/follow-operations.tsx';
import { OrdersListPage } from '../../modules/orders/orders-list.page.tsx';
import { ExportOrders } from '../../modules/spreadsheets/export-orders.tsx';
import { OutcomePaper } from '../../modules/printing/lazy-outcome-paper.tsx';
import { PrintDialog } from '../../modules/printing/lazy-print-dialog.ts';
import { PrintMenu } from '../../modules/printing/print-menu.tsx';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';

const shipment = () => import('../../modules/fulfilment/mass-shipment.modal.tsx');

const answers = () => import('../../modules/cancellations/mass-answer.modal.tsx');

const massDialogs = {
  ship: lazyDialog(async () => (await shipment()).MassShipModal),
  ship_and_print: lazyDialog(async () => (await import('./ship-and-print.tsx')).ShipAndPrint),
  ready_to_collect: lazyDialog(async () => (await shipment()).MassReadyModal),
  pickup: lazyDialog(
    async () => (await import('../../modules/fulfilment/mass-pickup.modal.tsx')).MassPickupModal,
  ),
  accept_cancellation: lazyDialog(async () => (await answers()).MassAcceptModal),
  reject_cancellation: lazyDialog(async () => (await answers()).MassRejectModal),
  cancel: lazyDialog(
    async () => (await import('../../modules/cancellations/mass-cancel.modal.tsx')).MassCancelModal,
  ),
};

const massActions = [
  'order.mass_sync',
  'order.mass_ship',
  'order.mass_set_ready_to_collect',
  'order.mass_pickup',
  'order.mass_cancel',
  'order.mass_accept_cancellation',
  'order.mass_reject_cancellation',
] as const;

/** The orders, with mass actions and background operations. */
export default function OrdersList() {
  const [run, showRun] = useState<number | null>(null);
  return (
    <OrdersListPage
      massDialogs={massDialogs}
      print={(orders, place) => <PrintMenu orders={orders} showsRecent={place === 'header'} />}
      exports={(orders, query) => <ExportOrders chosen={orders} query={query} />}
      operations={({ id, follow, onLeft }) => (
        <>
          <FollowOperations
            kinds={massActions}
            followed={id}
            onFollow={follow}
            head={({ operation, records }) =>
              operation.kind === 'order.mass_ship' && (
                <OutcomePaper orders={records.done} run={operation.began} />
              )
            }
            onOutcome={({ records }) => onLeft(records.left)}
          />
          <FollowOperations kinds={['order.print_labels']} followed={null} onFollow={showRun} />
          {run !== null && (
            <PrintDialog key={run} what="print_label" orders={[]} run={run} onClose={() => showRun(null)} />
          )}
        </>
      )}
    />
  );
}
