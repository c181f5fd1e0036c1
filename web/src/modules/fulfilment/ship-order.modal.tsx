import { useMessageText } from '../../i18n/message-text.ts';
import { initialAnswers } from '../../ui/asked-fields.rules.ts';
import type { Answer } from '@evenstock/contract/asked-fields';
import { channels } from '@evenstock/contract/channels';
import {
  shipmentAnswers,
  shipOrder,
  showShipmentForm,
  type ShipmentForm,
} from '@evenstock/contract/fulfilment';
import { showOrder, type Order } from '@evenstock/contract/orders';
import { Alert, App, Form, Modal, Radio } from 'antd';
import { useState } from 'react';
import { describeFailure, failureOf } from '../../api/failure.ts';
import { rememberReply, useCall, useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { AskedFields } from '../../ui/asked-fields.tsx';
import { showFieldErrors } from '../../ui/field-errors.ts';
import { PageState } from '../../ui/page-state.tsx';
import './fulfilment.css';
import { useFulfilmentText } from './fulfilment.texts.ts';
import { isLeft, ShipmentItems } from './shipment-items.tsx';

interface ShipOrderProps {
  readonly order: Order;
  readonly onClose: () => void;
}

interface Fields {
  readonly method: string;
  readonly [answer: string]: Answer | undefined;
}

/** Asks for what the marketplace needs to know to ship an order, and ships it. A refusal is said here, with the input kept. */
export function ShipOrderModal({ order, onClose }: ShipOrderProps) {
  const t = useFulfilmentText();
  const { storeId } = useStore();
  const [form] = Form.useForm<Fields>();
  const ship = useWrite(shipOrder, ['orders', 'actions', 'variants', 'stock_movements']);
  const params = { storeId, referenceNumber: order.reference_number };
  const query = useCall(showShipmentForm, { params });
  const failure = query.error === null || query.data !== undefined ? null : failureOf(query.error);
  return (
    <Modal
      open
      title={t('shipOrder', { number: order.reference_number })}
      okText={t('ship')}
      cancelText={t('cancel')}
      confirmLoading={ship.isPending}
      okButtonProps={{ disabled: query.data === undefined }}
      cancelButtonProps={{ disabled: ship.isPending }}
      // Where a call is on its way, its answer is waited for: it says here what became of it.
      mask={{ closable: false }}
      closable={!ship.isPending}
      keyboard={!ship.isPending}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      {failure?.kind === 'fields' ? (
        <Alert
          type="warning"
          showIcon
          role="alert"
          title={t('cannotShip')}
          description={describeFailure(failure)}
        />
      ) : (
        <PageState query={query} lines={5}>
          {({ shipment_form: asked }) => (
            <ShipmentFields
              {...{ order, asked, form, ship, params, onClose }}
              askAgain={() => void query.refetch()}
            />
          )}
        </PageState>
      )}
    </Modal>
  );
}

interface ShipmentFieldsProps extends ShipOrderProps {
  readonly asked: ShipmentForm;
  readonly form: ReturnType<typeof Form.useForm<Fields>>[0];
  readonly ship: ReturnType<typeof useWrite<typeof shipOrder>>;
  readonly params: { readonly storeId: string; readonly referenceNumber: string };
  /** What was offered may have changed meanwhile. */
  readonly askAgain: () => void;
}

function ShipmentFields({ order, asked, form, ship, params, onClose, askAgain }: ShipmentFieldsProps) {
  const t = useFulfilmentText();
  const { message } = App.useApp();
  const [chosen, setChosen] = useState<readonly number[]>(() =>
    order.order_items.filter(isLeft).map(({ id }) => id),
  );
  const [problem, setProblem] = useState<string | null>(null);
  const [first] = asked.methods;
  const key: string | undefined = Form.useWatch('method', form);
  const method = asked.methods.find((one) => one.key === key) ?? first;
  const marketplace = channels[order.channel].label;
  const messageText = useMessageText();

  function send(fields: Fields): void {
    if (chosen.length === 0 || method === undefined) return;
    const answers = shipmentAnswers.parse(
      Object.fromEntries(method.fields.map((field) => [field.key, fields[field.key]])),
    );
    setProblem(null);
    ship.mutate(
      { params, body: { ship: { ...answers, method: method.key, order_item_ids: [...chosen] } } },
      {
        onSuccess: (reply) => {
          rememberReply(showOrder, { params }, reply);
          if (reply.order.pending_action === null) {
            void message.success(t('shipped', { reference: order.reference_number }));
          } else {
            void message.info(t('notConfirmed', { marketplace }));
          }
          onClose();
        },
        onError: (thrown) => {
          const reason = showFieldErrors(form, failureOf(thrown));
          setProblem(reason === null ? t('shipFailed') : t('shipFailedBecause', { reason }));
          askAgain();
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
      disabled={ship.isPending}
      initialValues={{
        ...initialAnswers(asked.methods.flatMap(({ fields }) => fields)),
        method: first?.key,
      }}
      onFinish={send}
    >
      {problem !== null && (
        <Alert className="es-shipment-problem" type="error" showIcon role="alert" title={problem} />
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
      <ShipmentItems order={order} canChoose={asked.chooses_items} chosen={chosen} onChoose={setChosen} />
    </Form>
  );
}
