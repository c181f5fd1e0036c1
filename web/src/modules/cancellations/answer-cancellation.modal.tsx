import {
  acceptCancellation,
  listRefusalReasons,
  rejectCancellation,
} from '@evenstock/contract/cancellations/cancellations';
import { channels } from '@evenstock/contract/channels/channels';
import type { Order } from '@evenstock/contract/orders/orders';
import { Alert, Form, Select } from 'antd';
import { useState } from 'react';
import { touchedByOrders, useOrderReplies } from '../../api/order-replies.ts';
import { useCall, useWrite } from '../../api/queries.ts';
import { useMessageText } from '../../i18n/message-text.ts';
import { ActDialog } from '../../ui/dialogs/act-dialog.tsx';
import { describeFailure } from '../../api/failure.ts';
import { message } from '../../ui/dialogs/overlays.ts';
import { PageState } from '../../ui/pages/page-state.tsx';
import { useCancellationsText } from './cancellations.texts.ts';

interface AnswerProps {
  readonly order: Order;
  readonly onClose: () => void;
}

/** Accepts a buyer's cancellation request after a confirmation. */
export function AcceptCancellationModal({ order, onClose }: AnswerProps) {
  const t = useCancellationsText();
  const accept = useWrite(acceptCancellation, touchedByOrders);
  const { params, handlers } = useOrderReplies(order);
  const { problem, outcome } = useAnswer(order, onClose, 'accept');
  const marketplace = channels[order.channel].label;
  return (
    <ActDialog
      title={t('acceptOrder', { number: order.reference_number })}
      ok={t('accept')}
      danger
      isPending={accept.isPending}
      onOk={() => accept.mutate({ params }, handlers(outcome))}
      onClose={onClose}
    >
      {problem !== null && (
        <Alert className="es-dialog-problem" type="error" showIcon role="alert" title={problem} />
      )}
      <p>{t('acceptWarning', { marketplace })}</p>
    </ActDialog>
  );
}

interface Fields {
  readonly reason?: string;
}

/** Rejects a buyer's cancellation request; asks for the reason if the marketplace requires one. */
export function RejectCancellationModal({ order, onClose }: AnswerProps) {
  const t = useCancellationsText();
  const messageText = useMessageText();
  const [form] = Form.useForm<Fields>();
  const reject = useWrite(rejectCancellation, touchedByOrders);
  const { params, handlers } = useOrderReplies(order);
  const query = useCall(listRefusalReasons, { params });
  const { problem, outcome } = useAnswer(order, onClose, 'reject');
  const marketplace = channels[order.channel].label;
  const send = ({ reason }: Fields) => {
    const body = reason === undefined ? {} : { order: { reason } };
    reject.mutate({ params, body }, handlers(outcome));
  };
  return (
    <ActDialog
      title={t('rejectOrder', { number: order.reference_number })}
      ok={t('reject')}
      isPending={reject.isPending}
      disabled={query.data === undefined}
      onOk={() => form.submit()}
      isUnsaved={() => form.isFieldsTouched()}
      onClose={onClose}
    >
      {problem !== null && (
        <Alert className="es-dialog-problem" type="error" showIcon role="alert" title={problem} />
      )}
      <PageState query={query} lines={2}>
        {({ reasons }) => (
          <Form<Fields> form={form} layout="vertical" requiredMark={false} onFinish={send}>
            <p>{t('rejectWarning', { marketplace })}</p>
            {reasons.length > 0 && (
              <Form.Item
                name="reason"
                label={t('reason')}
                rules={[{ required: true, message: t('reasonRequired') }]}
              >
                <Select
                  placeholder={t('chooseReason')}
                  options={reasons.map(({ key, label, label_message: words }) => ({
                    value: key,
                    label: messageText({ ...words, text: label }),
                  }))}
                />
              </Form.Item>
            )}
          </Form>
        )}
      </PageState>
    </ActDialog>
  );
}

/** The notice about the outcome of an answer: done, not confirmed yet, or why it failed. */
function useAnswer(
  { channel, reference_number: reference }: Order,
  onClose: () => void,
  answer: 'accept' | 'reject',
) {
  const t = useCancellationsText();
  const [problem, setProblem] = useState<string | null>(null);
  const outcome: Parameters<ReturnType<typeof useOrderReplies>['handlers']>[0] = {
    onDone: (isConfirmed) => {
      if (isConfirmed) message.success(t(`${answer}ed`, { reference }));
      else message.info(t('notConfirmed', { marketplace: channels[channel].label }));
      onClose();
    },
    onFailed: (failure) => {
      const reason = describeFailure(failure);
      setProblem(
        reason === null
          ? t(`${answer}Failed`, { reference })
          : t(`${answer}FailedBecause`, { reference, reason }),
      );
    },
  };
  return { problem, outcome };
}
