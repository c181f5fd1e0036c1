import { channels } from '@evenstock/contract/channels/channels';
import { confirmPickup } from '@evenstock/contract/fulfilment/fulfilment';
import type { Order } from '@evenstock/contract/orders/orders';
import { Alert, Form } from 'antd';
import { useState } from 'react';
import { touchedByOrders, useOrderReplies } from '../../api/order-replies.ts';
import { useWrite } from '../../api/queries.ts';
import { ActDialog } from '../../ui/dialogs/act-dialog.tsx';
import { showFieldErrors } from '../../ui/forms/field-errors.ts';
import { message } from '../../ui/dialogs/overlays.ts';
import { CouponItems, type CouponFields } from './coupon-items.tsx';
import { useFulfilmentText } from './fulfilment.texts.ts';

interface ConfirmPickupProps {
  readonly order: Order;
  readonly onClose: () => void;
}

/** Confirms that the buyer has collected an order, with the buyer's coupon code if the channel issues one. */
export function ConfirmPickupModal({ order, onClose }: ConfirmPickupProps) {
  const t = useFulfilmentText();
  const [form] = Form.useForm<CouponFields>();
  const [problem, setProblem] = useState<string | null>(null);
  const { params, handlers } = useOrderReplies(order);
  const confirm = useWrite(confirmPickup, touchedByOrders);
  const { pickup, label: marketplace } = channels[order.channel];
  const isAuthorised = pickup.is === 'authorised';
  const isRecordedHere = order.recorded_here.some(
    (one) => one === 'authorise_pickup' || one === 'confirm_pickup',
  );

  function send(fields: CouponFields): void {
    setProblem(null);
    confirm.mutate(
      { params, body: pickup.hasCoupon ? { pickup: fields } : {} },
      handlers({
        onDone: (isConfirmed) => {
          if (isConfirmed) message.success(t('pickupConfirmed'));
          else message.info(t('notConfirmed', { marketplace }));
          onClose();
        },
        onFailed: (failure) => {
          const reason = showFieldErrors(form, failure);
          setProblem(reason === null ? t('pickupFailed') : t('pickupFailedBecause', { reason }));
        },
      }),
    );
  }

  return (
    <ActDialog
      title={t(isAuthorised ? 'authorisePickupOrder' : 'confirmPickupOrder', {
        number: order.reference_number,
      })}
      ok={t(isAuthorised ? 'authorisePickup' : 'confirmPickup')}
      isPending={confirm.isPending}
      onOk={() => form.submit()}
      isUnsaved={() => form.isFieldsTouched()}
      onClose={onClose}
    >
      <Form<CouponFields>
        form={form}
        layout="vertical"
        requiredMark={false}
        disabled={confirm.isPending}
        onFinish={send}
      >
        {problem !== null && (
          <Alert className="es-dialog-problem" type="error" showIcon role="alert" title={problem} />
        )}
        <p>{t('pickupQuestion')}</p>
        {pickup.hasCoupon && <CouponItems />}
        {isRecordedHere && <p className="es-quiet">{t('recordedHere')}</p>}
      </Form>
    </ActDialog>
  );
}
