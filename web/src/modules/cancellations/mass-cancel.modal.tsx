import type { CancellationOffer } from '@evenstock/contract/cancellations/cancellations';
import { massCancelOrders } from '@evenstock/contract/fulfilment/mass-actions';
import { listMassCancellationForms } from '@evenstock/contract/fulfilment/mass-forms';
import { formatMoney } from '@evenstock/contract/values/money';
import { useMassForms } from '../../api/mass-forms.ts';
import { useMassStart } from '../../api/mass-start.ts';
import { useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { MassDialog, type MassQuestions } from '../../ui/dialogs/mass-dialog.tsx';
import {
  askedFields,
  cancellationTaken,
  initialCancellation,
  isCancellationAnswered,
  reasonOf,
  sumRefunds,
  type CancellationFields,
  type RefundSum,
} from './cancellation-fields.rules.ts';
import { CancellationItems } from './cancellation-items.tsx';
import { useCancellationsText } from './cancellations.texts.ts';

interface MassCancelProps {
  /** The ids of the orders, in the order in which they are shown. */
  readonly orders: readonly number[];
  readonly onStarted: (operationId: number) => void;
  readonly onClose: () => void;
}

const questions: MassQuestions<CancellationOffer, CancellationFields> = {
  items: ({ form, order }) => <CancellationItems offer={form} channel={order.channel} />,
  initial: initialCancellation,
  isAnswered: isCancellationAnswered,
  taken: cancellationTaken,
};

/** How many buyers get how much back, by choice and currency. */
function RefundSums({ sums }: { readonly sums: readonly RefundSum[] }) {
  const t = useCancellationsText();
  if (sums.length === 0) return null;
  return (
    <ul aria-label={t('refund')} className="es-dialog-note">
      {sums.map(({ choice, currency, orders, amount }) => (
        <li key={`${choice} ${currency}`}>
          {t(`sum_${choice}`, { count: orders, amount: formatMoney(amount, currency) })}
        </li>
      ))}
    </ul>
  );
}

/** Cancels many orders completely, each with its own reason. */
export function MassCancelModal({ orders, onStarted, onClose }: MassCancelProps) {
  const t = useCancellationsText();
  const { storeId } = useStore();
  const { replies, ...loaded } = useMassForms(listMassCancellationForms, orders);
  const { failure, forget, handlers } = useMassStart(onStarted);
  const start = useWrite(massCancelOrders, ['operations']);
  return (
    <MassDialog
      title={t('massCancel')}
      ok={(count) => t('massCancelIt', { count })}
      leave={t('keepThem')}
      danger
      note={<p className="es-quiet es-dialog-note">{t('cancelWarning')}</p>}
      summary={(answered) => <RefundSums sums={sumRefunds(answered)} />}
      total={orders.length}
      loaded={loaded}
      forms={replies.flatMap(({ forms }) => forms)}
      questions={questions}
      isPending={start.isPending}
      failure={failure}
      onSend={(answered, leftOut) => {
        forget();
        const entries = answered.map(({ order, form, answers }) => ({
          reference_number: order.reference_number,
          ...askedFields(answers),
          // A mass cancellation covers whole orders, so a reason applies to all items.
          ...(reasonOf(form, answers.reason_id)?.needs_items === true
            ? { order_item_id: order.order_items.map(({ id }) => id) }
            : {}),
        }));
        start.mutate({ params: { storeId }, body: { orders: entries, left_out: leftOut } }, handlers);
      }}
      onClose={onClose}
    />
  );
}
