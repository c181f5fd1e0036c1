import {
  cancelOrder,
  reasonCalls,
  type CancellationOffer,
} from '@evenstock/contract/cancellations/cancellations';
import { channels } from '@evenstock/contract/channels/channels';
import type { Order } from '@evenstock/contract/orders/orders';
import { Alert, Form } from 'antd';
import { useState } from 'react';
import { describeFailure, failureOf } from '../../api/failure.ts';
import { touchedByOrders, useOrderReplies } from '../../api/order-replies.ts';
import { useCall, useWrite } from '../../api/queries.ts';
import { ActDialog } from '../../ui/dialogs/act-dialog.tsx';
import { showFieldErrors } from '../../ui/forms/field-errors.ts';
import { message } from '../../ui/dialogs/overlays.ts';
import { PageState } from '../../ui/pages/page-state.tsx';
import { CancellationItems } from './cancellation-items.tsx';
import {
  askedFields,
  initialCancellation,
  reasonOf,
  type CancellationFields,
} from './cancellation-fields.rules.ts';
import { useCancellationsText } from './cancellations.texts.ts';
import { CancelledItems, isCancellable } from './cancelled-items.tsx';

interface CancelOrderProps {
  readonly order: Order;
  readonly onClose: () => void;
}

/** The width that the specification gives. */
const width = 960;

/** Asks for the reason and the items of a cancellation, and cancels the order. A refusal is shown here and the input is kept. */
export function CancelOrderModal({ order, onClose }: CancelOrderProps) {
  const t = useCancellationsText();
  const [form] = Form.useForm<CancellationFields>();
  const { params, handlers } = useOrderReplies(order);
  const [problem, setProblem] = useState<string | null>(null);
  const [atFirst] = useState<readonly number[]>(() =>
    order.order_items.filter(isCancellable).map(({ id }) => id),
  );
  const [chosen, setChosen] = useState(atFirst);
  const query = useCall(callOf(order), { params });
  const cancel = useWrite(cancelOrder, touchedByOrders);
  const failure = query.error === null || query.data !== undefined ? null : failureOf(query.error);
  const reference = order.reference_number;

  function send(fields: CancellationFields, isChosen: boolean): void {
    setProblem(null);
    cancel.mutate(
      {
        params,
        body: { cancel: { ...askedFields(fields), ...(isChosen ? { order_item_id: [...chosen] } : {}) } },
      },
      handlers({
        onDone: (isConfirmed) => {
          if (isConfirmed) message.success(t('cancelled', { reference }));
          else message.info(t('notConfirmed', { marketplace: channels[order.channel].label }));
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
      isUnsaved={() => form.isFieldsTouched() || chosen !== atFirst}
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
            <DialogFields
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

/** The call that lists the cancellation reasons of the order's channel. */
function callOf({ channel }: Order) {
  const found = reasonCalls.find((one) => one.channel === channel);
  if (found === undefined) throw new Error(`${channel} has no call for its reasons.`);
  return found.reasons;
}

interface DialogFieldsProps {
  readonly order: Order;
  readonly offer: CancellationOffer;
  readonly form: ReturnType<typeof Form.useForm<CancellationFields>>[0];
  readonly problem: string | null;
  readonly disabled: boolean;
  readonly chosen: readonly number[];
  readonly onChoose: (ids: readonly number[]) => void;
  readonly onSend: (fields: CancellationFields, isChosen: boolean) => void;
}

function DialogFields(props: DialogFieldsProps) {
  const { order, offer, form, problem, disabled, chosen, onChoose, onSend } = props;
  const t = useCancellationsText();
  const key: string | undefined = Form.useWatch('reason_id', form);
  const reason = reasonOf(offer, key);
  const choosesItems = offer.chooses_items || reason?.needs_items === true;
  return (
    <Form<CancellationFields>
      form={form}
      layout="vertical"
      requiredMark="optional"
      disabled={disabled}
      initialValues={initialCancellation(offer)}
      onFinish={(fields) => onSend(fields, choosesItems)}
    >
      {problem !== null && (
        <Alert className="es-dialog-problem" type="error" showIcon role="alert" title={problem} />
      )}
      <p className="es-quiet es-dialog-note">{t('cancelWarning')}</p>
      <CancellationItems offer={offer} channel={order.channel} />
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
