import type { Answer } from '@evenstock/contract/asked-fields';
import { channels } from '@evenstock/contract/channels';
import { shipmentAnswers, type ShipmentAnswers, type ShipmentForm } from '@evenstock/contract/fulfilment';
import type { Order } from '@evenstock/contract/orders';
import type { UseQueryResult } from '@tanstack/react-query';
import { Alert, App, Form, Radio } from 'antd';
import { useState, type ReactNode } from 'react';
import { describeFailure, failureOf, type Failure } from '../../api/failure.ts';
import { useMessageText } from '../../i18n/message-text.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { AskedFields } from '../../ui/asked-fields.tsx';
import { initialAnswers } from '../../ui/asked-fields.rules.ts';
import { showFieldErrors } from '../../ui/field-errors.ts';
import { PageState } from '../../ui/page-state.tsx';
import { useFulfilmentText } from './fulfilment.texts.ts';

interface Texts {
  readonly title: string;
  readonly ok: string;
  /** Above the reason why it cannot be done now. */
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
  readonly onSend: (shipment: ShipmentAnswers & { readonly method: string }, outcome: Outcome) => void;
  readonly onClose: () => void;
  /** Beneath the fields. */
  readonly children?: ReactNode;
}

interface Fields {
  readonly method: string;
  readonly [answer: string]: Answer | undefined;
}

/** Asks for the fields of a shipment form, and sends them. A refusal is said here, with the input kept. */
export function ShipmentDialog(props: ShipmentDialogProps) {
  const { query, texts, isPending, canSend = true, onClose } = props;
  const [form] = Form.useForm<Fields>();
  const failure = query.error === null || query.data !== undefined ? null : failureOf(query.error);
  return (
    <ActDialog
      title={texts.title}
      ok={texts.ok}
      isPending={isPending}
      disabled={query.data === undefined || !canSend}
      onOk={() => form.submit()}
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
          {({ shipment_form: asked }) => <ShipmentFields {...props} asked={asked} form={form} />}
        </PageState>
      )}
    </ActDialog>
  );
}

interface ShipmentFieldsProps extends ShipmentDialogProps {
  readonly asked: ShipmentForm;
  readonly form: ReturnType<typeof Form.useForm<Fields>>[0];
}

function ShipmentFields(props: ShipmentFieldsProps) {
  const { order, asked, form, query, texts, isPending, onSend, onClose, children } = props;
  const t = useFulfilmentText();
  const { message } = App.useApp();
  const messageText = useMessageText();
  const [problem, setProblem] = useState<string | null>(null);
  const [first] = asked.methods;
  const key: string | undefined = Form.useWatch('method', form);
  const method = asked.methods.find((one) => one.key === key) ?? first;
  const marketplace = channels[order.channel].label;

  function send(fields: Fields): void {
    if (method === undefined) return;
    const answers = shipmentAnswers.parse(
      Object.fromEntries(method.fields.map((field) => [field.key, fields[field.key]])),
    );
    setProblem(null);
    onSend(
      { ...answers, method: method.key },
      {
        onDone: (isConfirmed) => {
          if (isConfirmed) void message.success(texts.done);
          else void message.info(t('notConfirmed', { marketplace }));
          onClose();
        },
        onFailed: (failure) => {
          const reason = showFieldErrors(form, failure);
          setProblem(reason === null ? texts.failed : texts.failedBecause(reason));
          // What was offered may have changed meanwhile.
          void query.refetch();
        },
      },
    );
  }

  return (
    <Form<Fields>
      form={form}
      layout="vertical"
      requiredMark="optional"
      scrollToFirstError
      disabled={isPending}
      initialValues={{
        ...initialAnswers(asked.methods.flatMap(({ fields }) => fields)),
        method: first?.key,
      }}
      onFinish={send}
    >
      {problem !== null && (
        <Alert className="es-dialog-problem" type="error" showIcon role="alert" title={problem} />
      )}
      {asked.methods.length > 1 && (
        <Form.Item name="method" label={t('method')} required>
          <Radio.Group
            options={asked.methods.map(({ key: value, label, label_message: words }) => ({
              value,
              label: messageText({ ...words, text: label }),
            }))}
          />
        </Form.Item>
      )}
      <AskedFields key={method?.key} fields={method?.fields ?? []} />
      {method?.fields.length === 0 && <p className="es-quiet">{t('nothingAsked', { marketplace })}</p>}
      {children}
    </Form>
  );
}
