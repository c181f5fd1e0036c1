import { channels } from '@evenstock/contract/channels/channels';
import type { ShipmentAnswers, ShipmentForm } from '@evenstock/contract/fulfilment/fulfilment';
import type { Order } from '@evenstock/contract/orders/orders';
import type { UseQueryResult } from '@tanstack/react-query';
import { Alert, Form } from 'antd';
import { useRef, useState, type ReactNode } from 'react';
import { describeFailure, failureOf, type Failure } from '../../api/failure.ts';
import { ActDialog } from '../../ui/dialogs/act-dialog.tsx';
import { showFieldErrors } from '../../ui/forms/field-errors.ts';
import { message } from '../../ui/dialogs/overlays.ts';
import { PageState } from '../../ui/pages/page-state.tsx';
import { useFulfilmentText } from './fulfilment.texts.ts';
import { initialShipment, shipmentOf, type ShipmentFields } from './shipment-answers.rules.ts';
import { ShipmentFormItems } from './shipment-form-items.tsx';

interface Texts {
  readonly title: string;
  readonly ok: string;
  /** Shown above the reason why the action is unavailable. */
  readonly impossible: string;
  readonly done: string;
  readonly failed: string;
  readonly failedBecause: (reason: string) => string;
}

interface Outcome {
  readonly onDone: (isConfirmed: boolean) => void;
  readonly onFailed: (failure: Failure) => void;
}

interface ShipmentDialogProps {
  readonly order: Order;
  readonly query: UseQueryResult<{ readonly shipment_form: ShipmentForm }>;
  readonly isPending: boolean;
  readonly texts: Texts;
  readonly canSend?: boolean;
  /** Called after it was sent and confirmed by a button of its own; left out: there is no such button. */
  readonly then?: { readonly text: string; readonly onConfirmed: () => void };
  readonly onSend: (shipment: ShipmentAnswers & { readonly method: string }, outcome: Outcome) => void;
  readonly onClose: () => void;
  /** Shown below the fields. */
  readonly children?: ReactNode;
}

/** Asks for the fields of a shipment form and sends them. A refusal is shown here and the input is kept. */
export function ShipmentDialog(props: ShipmentDialogProps) {
  const { query, texts, isPending, canSend = true, then, onClose } = props;
  // Which button was pressed last, as the form is checked in between.
  const follows = useRef(false);
  const submit = (isFollowed: boolean) => {
    follows.current = isFollowed;
    form.submit();
  };
  const [form] = Form.useForm<ShipmentFields>();
  const failure = query.error === null || query.data !== undefined ? null : failureOf(query.error);
  return (
    <ActDialog
      title={texts.title}
      ok={texts.ok}
      isPending={isPending}
      disabled={query.data === undefined || !canSend}
      {...(then === undefined ? {} : { also: { text: then.text, onClick: () => submit(true) } })}
      onOk={() => submit(false)}
      isUnsaved={() => form.isFieldsTouched()}
      onClose={onClose}
    >
      {failure?.kind === 'fields' ? (
        <Alert
          type="warning"
          showIcon
          role="alert"
          title={texts.impossible}
          description={describeFailure(failure)}
        />
      ) : (
        <PageState query={query} lines={5}>
          {({ shipment_form: asked }) => (
            <DialogFields
              {...props}
              asked={asked}
              form={form}
              onShipped={(isConfirmed) => {
                if (isConfirmed && follows.current && then !== undefined) then.onConfirmed();
                else onClose();
              }}
            />
          )}
        </PageState>
      )}
    </ActDialog>
  );
}

interface FieldsProps extends ShipmentDialogProps {
  readonly asked: ShipmentForm;
  readonly form: ReturnType<typeof Form.useForm<ShipmentFields>>[0];
  readonly onShipped: (isConfirmed: boolean) => void;
}

function DialogFields(props: FieldsProps) {
  const { order, asked, form, query, texts, isPending, onSend, onShipped, children } = props;
  const t = useFulfilmentText();
  const [problem, setProblem] = useState<string | null>(null);
  const marketplace = channels[order.channel].label;

  function send(fields: ShipmentFields): void {
    const shipment = shipmentOf(asked, fields);
    if (shipment === null) return;
    setProblem(null);
    onSend(shipment, {
      onDone: (isConfirmed) => {
        if (isConfirmed) message.success(texts.done);
        else message.info(t('notConfirmed', { marketplace }));
        onShipped(isConfirmed);
      },
      onFailed: (failure) => {
        const reason = showFieldErrors(form, failure);
        setProblem(reason === null ? texts.failed : texts.failedBecause(reason));
        // The form may have changed meanwhile, so it is loaded again.
        void query.refetch();
      },
    });
  }

  return (
    <Form<ShipmentFields>
      form={form}
      layout="vertical"
      requiredMark="optional"
      scrollToFirstError
      disabled={isPending}
      initialValues={initialShipment(asked)}
      onFinish={send}
    >
      {problem !== null && (
        <Alert className="es-dialog-problem" type="error" showIcon role="alert" title={problem} />
      )}
      <ShipmentFormItems asked={asked} marketplace={marketplace} />
      {children}
    </Form>
  );
}
