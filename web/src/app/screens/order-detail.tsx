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
import { LabelDialog } from '../../modules/printing/lazy-label-dialog.ts';
import { PrintMenu } from '../../modules/printing/print-menu.tsx';
import { useOpenDialog } from '../../ui/dialogs/open-dialog.ts';

/** The name of the label's dialog in the address. */
const labelDialog = 'label';

/** Actions that show the buyer are not offered after the buyer's data were deleted. */
function Print({ order }: { readonly order: Order }) {
  const { dialog, close } = useOpenDialog();
  return (
    <>
      <PrintMenu
        orders={[order.id]}
        {...(order.buyer_deleted_at === null ? {} : { entries: ['print_pick_list'] as const })}
      />
      {dialog === labelDialog && <LabelDialog order={order} onClose={close} />}
    </>
  );
}

/** Ships an order; its label follows where the marketplace gives labels. */
function Ship({ order, onClose }: { readonly order: Order; readonly onClose: () => void }) {
  const { turnTo } = useOpenDialog();
  const hasNoLabel = order.unavailable_actions.some(
    ({ action, reason_message: { code } }) => action === 'print_label' && code === 'printing.no_labels',
  );
  return (
    <ShipOrderModal
      order={order}
      onClose={onClose}
      {...(hasNoLabel ? {} : { onLabel: () => turnTo(labelDialog) })}
    />
  );
}

const dialogs = {
  ship: Ship,
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
