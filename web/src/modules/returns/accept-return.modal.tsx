import type { Answer } from '@evenstock/contract/api/asked-fields';
import { channels } from '@evenstock/contract/channels/channels';
import type { Order } from '@evenstock/contract/orders/orders';
import { confirmReturn } from '@evenstock/contract/returns/returns';
import { Alert, Form } from 'antd';
import { useState } from 'react';
import { touchedByOrders, useOrderReplies } from '../../api/order-replies.ts';
import { useWrite } from '../../api/queries.ts';
import { ActDialog } from '../../ui/dialogs/act-dialog.tsx';
import { AskedFields } from '../../ui/forms/asked-fields.tsx';
import { showFieldErrors } from '../../ui/forms/field-errors.ts';
import { message } from '../../ui/dialogs/overlays.ts';
import { useReturnsText } from './returns.texts.ts';

type Fields = Readonly<Record<string, Answer | undefined>>;

interface AcceptReturnProps {
  readonly order: Order;
  readonly onClose: () => void;
}

/**
 * Accepts a return after a confirmation with the data that the marketplace requires. A refusal is shown here and the input is
 * kept.
 */
export function AcceptReturnModal({ order, onClose }: AcceptReturnProps) {
  const t = useReturnsText();
  const [form] = Form.useForm<Fields>();
  const [problem, setProblem] = useState<string | null>(null);
  const accept = useWrite(confirmReturn, touchedByOrders);
  const { params, handlers } = useOrderReplies(order);
  const fields = order.return_detail?.accept_fields ?? [];
  const marketplace = channels[order.channel].label;

  function send(given: Fields): void {
    setProblem(null);
    const answers = Object.fromEntries(fields.map(({ key }) => [key, textOf(given[key])]));
    accept.mutate(
      { params, body: { order: answers } },
      handlers({
        onDone: (isConfirmed) => {
          if (isConfirmed) message.success(t('confirmed'));
          else message.info(t('notConfirmed', { marketplace }));
          onClose();
        },
        onFailed: (failure) => {
          const reason = showFieldErrors(form, failure);
          setProblem(reason === null ? t('confirmFailed') : t('confirmFailedBecause', { reason }));
        },
      }),
    );
  }

  return (
    <ActDialog
      title={t('acceptTitle', { number: order.reference_number })}
      ok={t('accept')}
      isPending={accept.isPending}
      onOk={() => form.submit()}
      isUnsaved={() => form.isFieldsTouched()}
      onClose={onClose}
    >
      {problem !== null && (
        <Alert className="es-dialog-problem" type="error" showIcon role="alert" title={problem} />
      )}
      <Form<Fields>
        form={form}
        layout="vertical"
        requiredMark="optional"
        disabled={accept.isPending}
        onFinish={send}
      >
        <p>{t('acceptHint', { marketplace })}</p>
        {fields.length > 0 && <p className="es-quiet">{t('acceptAddressHint', { marketplace })}</p>}
        <AskedFields fields={fields} />
      </Form>
    </ActDialog>
  );
}

const textOf = (answer: Answer | undefined): string | null => (typeof answer === 'string' ? answer : null);
