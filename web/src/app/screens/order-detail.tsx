import type { Order } from '@evenstock/contract/orders/orders';
import {
  AcceptCancellationModal,
  RejectCancellationModal,
} from '../../modules/cancellations/answer-cancellation.modal.tsx';
import { CancelOrderModal } from '../../modules/cancellations/cancel-order.modal.tsx';
import { ConfirmPickupModal } from '../../modules/fulfilment/confirm-pickup.modal.tsx';
import { ReadyToCollectModal } from '../../modules/fulfilment/ready-to-collect.modal.tsx';
import { ShipOrderModal } from '../../modules/fulfilment/ship-order.modal.tsx';
import { AcceptReturnModal } from '../../modules/returns/accept-return.modal.tsx';
import { DisputeReturnModal } from '../../modules/returns/dispute-return.modal.tsx';
import { ReturnPanel } from '../../modules/returns/return.panel.tsx';
import { useActivitiesText } from '../../modules/journal/activities.texts.ts';
import { OrderActivities } from '../../modules/journal/record-activities.tsx';
import { OrderDetailPage } from '../../modules/orders/order-detail.page.tsx';
import { PrintMenu } from '../../modules/printing/print-menu.tsx';

/** Actions that show the buyer are not offered after the buyer's data were deleted. */
const Print = ({ order }: { readonly order: Order }) => (
  <PrintMenu
    orders={[order.id]}
    {...(order.buyer_deleted_at === null ? {} : { entries: ['print_pick_list'] as const })}
  />
);

const dialogs = {
  ship: ShipOrderModal,
  ready_to_collect: ReadyToCollectModal,
  authorise_pickup: ConfirmPickupModal,
  confirm_pickup: ConfirmPickupModal,
  accept_cancellation: AcceptCancellationModal,
  reject_cancellation: RejectCancellationModal,
  cancel: CancelOrderModal,
  accept_return: AcceptReturnModal,
  dispute_return: DisputeReturnModal,
};

/** An order, its actions, and its activities. */
export default function OrderDetail() {
  const t = useActivitiesText();
  return (
    <OrderDetailPage
      dialogs={dialogs}
      ReturnPanel={ReturnPanel}
      Print={Print}
      activities={{
        label: t('activities'),
        content: ({ reference_number }) => <OrderActivities referenceNumber={reference_number} />,
      }}
    />
  );
}
