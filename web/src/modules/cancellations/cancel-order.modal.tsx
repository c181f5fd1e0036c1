import { cancelOrder, reasonCalls, type CancellationOffer } from '@evenstock/contract/cancellations';
import { channels } from '@evenstock/contract/channels';
import type { Order } from '@evenstock/contract/orders';
import { Alert, App, Checkbox, Form, Input, Select } from 'antd';
import { useState } from 'react';
import { describeFailure, failureOf } from '../../api/failure.ts';
import { touchedByOrders, useOrderReplies } from '../../api/order-replies.ts';
import { useCall, useWrite } from '../../api/queries.ts';
import { useMessageText } from '../../i18n/message-text.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { showFieldErrors } from '../../ui/field-errors.ts';
import { PageState } from '../../ui/page-state.tsx';
import { useCancellationsText } from './cancellations.texts.ts';
import { CancelledItems, isCancellable } from './cancelled-items.tsx';

interface CancelOrderProps {
  readonly order: Order;
  readonly onClose: () => void;
}

interface Fields {
  readonly reason_id?: string;
  readonly reason_detail?: string;
  readonly memo?: string;
  readonly refund_delivery_fee?: boolean;
}

/** The reason that is chosen at first where a marketplace has it. */
const usualReason = 'other';
/** The width of the specification. */
const width = 960;

/** Asks why an order is cancelled, and which items, and cancels it. A refusal is said here, with the input kept. */
export function CancelOrderModal({ order, onClose }: CancelOrderProps) {
  const t = useCancellationsText();
  const [form] = Form.useForm<Fields>();
  const { params, handlers } = useOrderReplies(order);
  const { message } = App.useApp();
  const [problem, setProblem] = useState<string | null>(null);
  const [chosen, setChosen] = useState<readonly number[]>(() =>
    order.order_items.filter(isCancellable).map(({ id }) => id),
  );
  const query = useCall(callOf(order), { params });
  const cancel = useWrite(cancelOrder, touchedByOrders);
  const failure = query.error === null || query.data !== undefined ? null : failureOf(query.error);
  const reference = order.reference_number;

  function send(fields: Fields, isChosen: boolean): void {
    setProblem(null);
    cancel.mutate(
      { params, body: { cancel: { ...fields, ...(isChosen ? { order_item_id: [...chosen] } : {}) } } },
      handlers({
        onDone: (isConfirmed) => {
          if (isConfirmed) void message.success(t('cancelled', { reference }));
          else void message.info(t('notConfirmed', { marketplace: channels[order.channel].label }));
          onClose();
        },
        onFailed: (refused) => {
          const reason = showFieldErrors(form, refused);
          setProblem(reason === null ? t('cancelFailed') : t('cancelFailedBecause', { reason }));
          void query.refetch();
        },
      }),
    );
  }

  return (
    <ActDialog
      title={t('cancelOrder', { number: reference })}
      ok={t('cancelIt')}
      leave={t('keepIt')}
      danger
      width={width}
      isPending={cancel.isPending}
      disabled={query.data === undefined || chosen.length === 0}
      onOk={() => form.submit()}
      onClose={onClose}
    >
      {failure?.kind === 'fields' ? (
        <Alert
          type="warning"
          showIcon
          role="alert"
          title={t('cannotCancel')}
          description={describeFailure(failure)}
        />
      ) : (
        <PageState query={query} lines={4}>
          {(offer) => (
            <CancellationFields
              {...{ order, offer, form, problem, chosen }}
              disabled={cancel.isPending}
              onChoose={setChosen}
              onSend={send}
            />
          )}
        </PageState>
      )}
    </ActDialog>
  );
}

/** The call that lists the reasons of the order's channel. */
function callOf({ channel }: Order) {
  const found = reasonCalls.find((one) => one.channel === channel);
  if (found === undefined) throw new Error(`${channel} has no call for its reasons.`);
  return found.reasons;
}

interface CancellationFieldsProps {
  readonly order: Order;
  readonly offer: CancellationOffer;
  readonly form: ReturnType<typeof Form.useForm<Fields>>[0];
  readonly problem: string | null;
  readonly disabled: boolean;
  readonly chosen: readonly number[];
  readonly onChoose: (ids: readonly number[]) => void;
  readonly onSend: (fields: Fields, isChosen: boolean) => void;
}

function CancellationFields(props: CancellationFieldsProps) {
  const { order, offer, form, problem, disabled, chosen, onChoose, onSend } = props;
  const t = useCancellationsText();
  const messageText = useMessageText();
  const key: string | undefined = Form.useWatch('reason_id', form);
  const reason = offer.reasons.find((one) => one.key === key);
  const textField = offer.text_field ?? (reason?.needs_detail === true ? 'reason_detail' : null);
  const choosesItems = offer.chooses_items || reason?.needs_items === true;
  return (
    <Form<Fields>
      form={form}
      layout="vertical"
      requiredMark="optional"
      disabled={disabled}
      initialValues={{ reason_id: offer.reasons.find((one) => one.key === usualReason)?.key }}
      onFinish={(fields) => onSend(fields, choosesItems)}
    >
      {problem !== null && (
        <Alert className="es-dialog-problem" type="error" showIcon role="alert" title={problem} />
      )}
      <p className="es-quiet es-dialog-note">{t('cancelWarning')}</p>
      <Form.Item
        name="reason_id"
        label={t('reason')}
        rules={[{ required: true, whitespace: true, message: t('reasonRequired') }]}
      >
        {offer.reasons.length === 0 ? (
          <Input autoComplete="off" maxLength={255} />
        ) : (
          <Select
            placeholder={t('chooseReason')}
            options={offer.reasons.map(({ key: value, label, label_message: words }) => ({
              value,
              label: messageText({ ...words, text: label }),
            }))}
          />
        )}
      </Form.Item>
      {textField !== null && (
        <Form.Item
          name={textField}
          label={t(textField)}
          rules={[
            { required: reason?.needs_detail === true, whitespace: true, message: t('detailRequired') },
          ]}
        >
          <Input.TextArea rows={2} maxLength={1000} />
        </Form.Item>
      )}
      {offer.offers_delivery_refund && (
        <Form.Item name="refund_delivery_fee" valuePropName="checked" initialValue={false}>
          <Checkbox>{t('refundDelivery')}</Checkbox>
        </Form.Item>
      )}
      {choosesItems && (
        <CancelledItems
          order={order}
          title={t(offer.chooses_items ? 'items' : 'itemsOutOfStock')}
          chosen={chosen}
          onChoose={onChoose}
        />
      )}
    </Form>
  );
}
