import type { Answer } from '@evenstock/contract/asked-fields';
import { channels } from '@evenstock/contract/channels';
import { showOrder, type Order } from '@evenstock/contract/orders';
import { confirmReturn } from '@evenstock/contract/returns';
import { Alert, App, Form, Modal } from 'antd';
import { useState } from 'react';
import { failureOf } from '../../api/failure.ts';
import { rememberReply, useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { AskedFields } from '../../ui/asked-fields.tsx';
import { showFieldErrors } from '../../ui/field-errors.ts';
import { useReturnsText } from './returns.texts.ts';

type Fields = Readonly<Record<string, Answer | undefined>>;

interface AnswerProps {
  readonly order: Order;
  readonly onClose: () => void;
}

/** Asks before a return is accepted, with what the marketplace asks for. A refusal is said here, with the input kept. */
export function AcceptReturnModal({ order, onClose }: AnswerProps) {
  const t = useReturnsText();
  const { storeId } = useStore();
  const { message } = App.useApp();
  const [form] = Form.useForm<Fields>();
  const [problem, setProblem] = useState<string | null>(null);
  const accept = useWrite(confirmReturn, ['orders', 'actions']);
  const params = { storeId, referenceNumber: order.reference_number };
  const fields = order.return_detail?.accept_fields ?? [];
  const marketplace = channels[order.channel].label;

  function send(given: Fields): void {
    setProblem(null);
    accept.mutate(
      { params, body: { order: Object.fromEntries(fields.map(({ key }) => [key, textOf(given[key])])) } },
      {
        onSuccess: (reply) => {
          rememberReply(showOrder, { params }, reply);
          if (reply.order.pending_action === null) void message.success(t('confirmed'));
          else void message.info(t('notConfirmed', { marketplace }));
          onClose();
        },
        onError: (thrown) => {
          const reason = showFieldErrors(form, failureOf(thrown));
          setProblem(reason === null ? t('confirmFailed') : t('confirmFailedBecause', { reason }));
        },
      },
    );
  }

  return (
    <Modal
      open
      title={t('acceptTitle', { number: order.reference_number })}
      okText={t('accept')}
      cancelText={t('cancel')}
      confirmLoading={accept.isPending}
      cancelButtonProps={{ disabled: accept.isPending }}
      // Where a call is on its way, its answer is waited for: it says here what became of it.
      mask={{ closable: false }}
      closable={!accept.isPending}
      keyboard={!accept.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form<Fields>
        form={form}
        layout="vertical"
        requiredMark="optional"
        disabled={accept.isPending}
        onFinish={send}
      >
        {problem !== null && (
          <Alert className="es-return-problem" type="error" showIcon role="alert" title={problem} />
        )}
        <p>{t('acceptHint', { marketplace })}</p>
        {fields.length > 0 && <p className="es-quiet">{t('acceptAddressHint', { marketplace })}</p>}
        <AskedFields fields={fields} />
      </Form>
    </Modal>
  );
}

const textOf = (answer: Answer | undefined): string | null => (typeof answer === 'string' ? answer : null);
