import type { Reason } from '@evenstock/contract/cancellations/cancellations';
import {
  massAcceptCancellations,
  massRejectCancellations,
} from '@evenstock/contract/fulfilment/mass-actions';
import { listMassAcceptanceForms, listMassRefusalForms } from '@evenstock/contract/fulfilment/mass-forms';
import { Form, Select } from 'antd';
import { useMassForms } from '../../api/mass-forms.ts';
import { useMassStart } from '../../api/mass-start.ts';
import { useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { useMessageText } from '../../i18n/message-text.ts';
import { MassDialog, type MassQuestions } from '../../ui/dialogs/mass-dialog.tsx';
import { useCancellationsText } from './cancellations.texts.ts';

interface MassAnswerProps {
  /** The ids of the orders, in the order in which they are shown. */
  readonly orders: readonly number[];
  readonly onStarted: (operationId: number) => void;
  readonly onClose: () => void;
}

const nothingAsked: MassQuestions<object, object> = {
  items: () => null,
  initial: () => ({}),
  isAnswered: () => true,
  taken: () => ({}),
};

/** Accepts the requests of many buyers to cancel. */
export function MassAcceptModal({ orders, onStarted, onClose }: MassAnswerProps) {
  const t = useCancellationsText();
  const { storeId } = useStore();
  const { replies, ...loaded } = useMassForms(listMassAcceptanceForms, orders);
  const { failure, forget, handlers } = useMassStart(onStarted);
  const start = useWrite(massAcceptCancellations, ['operations']);
  return (
    <MassDialog
      title={t('massAccept')}
      ok={(count) => t('massAcceptIt', { count })}
      danger
      note={<p className="es-quiet es-dialog-note">{t('massAcceptWarning')}</p>}
      total={orders.length}
      loaded={loaded}
      forms={replies.flatMap(({ forms }) => forms)}
      questions={nothingAsked}
      isPending={start.isPending}
      failure={failure}
      onSend={(answered, leftOut) => {
        forget();
        const entries = answered.map(({ order }) => ({ reference_number: order.reference_number }));
        start.mutate({ params: { storeId }, body: { orders: entries, left_out: leftOut } }, handlers);
      }}
      onClose={onClose}
    />
  );
}

interface RefusalForm {
  readonly reasons: readonly Reason[];
}
interface RefusalFields {
  readonly reason?: string;
}

const refusalQuestions: MassQuestions<RefusalForm, RefusalFields> = {
  items: ({ form }) => <RefusalItems reasons={form.reasons} />,
  initial: () => ({}),
  isAnswered: ({ reasons }, { reason }) => reasons.length === 0 || reasons.some(({ key }) => key === reason),
  taken: ({ reasons }, { reason }) =>
    reason !== undefined && reasons.some(({ key }) => key === reason) ? { reason } : {},
};

function RefusalItems({ reasons }: RefusalForm) {
  const t = useCancellationsText();
  const messageText = useMessageText();
  if (reasons.length === 0) return null;
  return (
    <Form.Item name="reason" label={t('reason')} rules={[{ required: true, message: t('reasonRequired') }]}>
      <Select
        placeholder={t('chooseReason')}
        options={reasons.map(({ key, label, label_message: words }) => ({
          value: key,
          label: messageText({ ...words, text: label }),
        }))}
      />
    </Form.Item>
  );
}

/** Rejects the requests of many buyers to cancel, each with a reason where its marketplace asks for one. */
export function MassRejectModal({ orders, onStarted, onClose }: MassAnswerProps) {
  const t = useCancellationsText();
  const { storeId } = useStore();
  const { replies, ...loaded } = useMassForms(listMassRefusalForms, orders);
  const { failure, forget, handlers } = useMassStart(onStarted);
  const start = useWrite(massRejectCancellations, ['operations']);
  return (
    <MassDialog
      title={t('massReject')}
      ok={(count) => t('massRejectIt', { count })}
      note={<p className="es-quiet es-dialog-note">{t('massRejectWarning')}</p>}
      total={orders.length}
      loaded={loaded}
      forms={replies.flatMap(({ forms }) => forms)}
      questions={refusalQuestions}
      isPending={start.isPending}
      failure={failure}
      onSend={(answered, leftOut) => {
        forget();
        const entries = answered.map(({ order, answers }) => ({
          reference_number: order.reference_number,
          ...answers,
        }));
        start.mutate({ params: { storeId }, body: { orders: entries, left_out: leftOut } }, handlers);
      }}
      onClose={onClose}
    />
  );
}
