import { moveToCompleted } from '@evenstock/contract/orders/order-work';
import type { Order } from '@evenstock/contract/orders/orders';
import { Alert } from 'antd';
import { useState } from 'react';
import { describeFailure, failureOf } from '../../api/failure.ts';
import { touchedByOrders } from '../../api/order-replies.ts';
import { useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { ActDialog } from '../../ui/dialogs/act-dialog.tsx';
import { message } from '../../ui/dialogs/overlays.ts';
import { useOrdersText } from './orders.texts.ts';

interface MoveToCompletedProps {
  readonly order: Order;
  readonly onClose: () => void;
}

/** Moves a shipped order to Completed after a confirmation. */
export function MoveToCompletedModal({ order, onClose }: MoveToCompletedProps) {
  const t = useOrdersText();
  const { storeId } = useStore();
  const [problem, setProblem] = useState<string | null>(null);
  const move = useWrite(moveToCompleted, touchedByOrders);
  const send = () =>
    move.mutate(
      { params: { storeId }, body: { order_ids: [order.id] } },
      {
        onSuccess: () => {
          message.success(t('movedToCompleted', { number: order.reference_number }));
          onClose();
        },
        onError: (thrown) => {
          const reason = describeFailure(failureOf(thrown));
          setProblem(reason === null ? t('updateFailed') : t('updateFailedBecause', { reason }));
        },
      },
    );
  return (
    <ActDialog
      title={t('moveToCompleted', { number: order.reference_number })}
      ok={t('act_move_to_completed')}
      isPending={move.isPending}
      onOk={send}
      onClose={onClose}
    >
      {problem !== null && (
        <Alert className="es-dialog-problem" type="error" showIcon role="alert" title={problem} />
      )}
      <p>{t('moveToCompletedText')}</p>
    </ActDialog>
  );
}
