import { channels } from '@evenstock/contract/channels/channels';
import type { Order } from '@evenstock/contract/orders/orders';
import { disputeReturn, listDisputeReasons, longestDispute } from '@evenstock/contract/returns/returns';
import { Alert, Form, Input, Select } from 'antd';
import { useState } from 'react';
import { describeFailure, failureOf } from '../../api/failure.ts';
import { touchedByOrders, useOrderReplies } from '../../api/order-replies.ts';
import { useCall, useWrite } from '../../api/queries.ts';
import { useMessageText } from '../../i18n/message-text.ts';
import { ActDialog } from '../../ui/dialogs/act-dialog.tsx';
import { showFieldErrors } from '../../ui/forms/field-errors.ts';
import { message } from '../../ui/dialogs/overlays.ts';
import { PageState } from '../../ui/pages/page-state.tsx';
import { DisputeImages, type DisputeImage } from './dispute-images.tsx';
import { useReturnsText } from './returns.texts.ts';

interface DisputeProps {
  readonly order: Order;
  readonly onClose: () => void;
}

interface Fields {
  readonly reason?: string;
  readonly image_attachment_ids?: readonly DisputeImage[];
  readonly text_reason?: string;
  readonly email?: string;
}

/** Asks for the reason of a dispute and the evidence that the marketplace requires. A refusal is shown here and the input is kept. */
export function DisputeReturnModal({ order, onClose }: DisputeProps) {
  const t = useReturnsText();
  const [form] = Form.useForm<Fields>();
  const [problem, setProblem] = useState<string | null>(null);
  const dispute = useWrite(disputeReturn, touchedByOrders);
  const { params, handlers } = useOrderReplies(order);
  const query = useCall(listDisputeReasons, { params });
  const failure = query.error === null || query.data !== undefined ? null : failureOf(query.error);
  const marketplace = channels[order.channel].label;

  function send({ reason, image_attachment_ids: images = [], text_reason, email }: Fields): void {
    setProblem(null);
    const ids = images.flatMap(({ attachmentId }) => attachmentId ?? []);
    const body = { order: { reason, image_attachment_ids: ids, text_reason, email: email ?? null } };
    dispute.mutate(
      { params, body },
      handlers({
        onDone: (isConfirmed) => {
          if (isConfirmed) message.success(t('disputed'));
          else message.info(t('notConfirmed', { marketplace }));
          onClose();
        },
        onFailed: (failed) => {
          const because = showFieldErrors(form, failed);
          setProblem(because === null ? t('disputeFailed') : t('disputeFailedBecause', { reason: because }));
        },
      }),
    );
  }

  return (
    <ActDialog
      title={t('disputeTitle', { number: order.reference_number })}
      ok={t('dispute')}
      isPending={dispute.isPending}
      disabled={query.data === undefined}
      onOk={() => form.submit()}
      isUnsaved={() => form.isFieldsTouched()}
      onClose={onClose}
    >
      {problem !== null && (
        <Alert className="es-dialog-problem" type="error" showIcon role="alert" title={problem} />
      )}
      {failure?.kind === 'fields' ? (
        <Alert
          type="warning"
          showIcon
          role="alert"
          title={t('cannotDispute')}
          description={describeFailure(failure)}
        />
      ) : (
        <PageState query={query} lines={6}>
          {({ reasons }) => (
            <Form<Fields>
              form={form}
              layout="vertical"
              requiredMark="optional"
              scrollToFirstError
              disabled={dispute.isPending}
              onFinish={send}
            >
              <DisputeFields order={order} reasons={reasons} />
            </Form>
          )}
        </PageState>
      )}
    </ActDialog>
  );
}

interface DisputeFieldsProps {
  readonly order: Order;
  readonly reasons: readonly {
    readonly key: string;
    readonly label: string;
    readonly label_message?:
      | { readonly code: string; readonly values: Readonly<Record<string, string | number>> }
      | undefined;
  }[];
}

function DisputeFields({ order, reasons }: DisputeFieldsProps) {
  const t = useReturnsText();
  const messageText = useMessageText();
  const asked = order.return_detail?.dispute_form ?? null;
  const mostImages = asked?.most_images ?? 0;
  return (
    <>
      <Form.Item name="reason" label={t('reason')} rules={[{ required: true, message: t('reasonRequired') }]}>
        <Select
          placeholder={t('chooseReason')}
          showSearch={{ optionFilterProp: 'label' }}
          options={reasons.map(({ key, label, label_message: words }) => ({
            value: key,
            label: messageText({ ...words, text: label }),
          }))}
        />
      </Form.Item>
      {mostImages > 0 && (
        <Form.Item
          name="image_attachment_ids"
          label={t('images')}
          required
          rules={[
            {
              validator: (_, images: readonly DisputeImage[] | undefined) => {
                if (images === undefined || images.length === 0)
                  return Promise.reject(new Error(t('imageRequired')));
                return images.every(({ attachmentId }) => attachmentId !== null)
                  ? Promise.resolve()
                  : Promise.reject(new Error(t('imageNotUploaded')));
              },
            },
          ]}
        >
          <DisputeImages most={mostImages} />
        </Form.Item>
      )}
      <Form.Item
        name="text_reason"
        label={t('details')}
        rules={[{ required: true, whitespace: true, message: t('detailsRequired') }]}
      >
        <Input.TextArea rows={3} maxLength={longestDispute} />
      </Form.Item>
      {asked?.asks_email === true && (
        <Form.Item
          name="email"
          label={t('email')}
          extra={t('emailHint', { marketplace: channels[order.channel].label })}
          rules={[
            { required: true, whitespace: true, message: t('emailRequired') },
            { type: 'email', message: t('emailInvalid') },
          ]}
        >
          <Input inputMode="email" autoComplete="email" />
        </Form.Item>
      )}
    </>
  );
}
