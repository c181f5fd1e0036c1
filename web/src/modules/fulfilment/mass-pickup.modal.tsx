import { channels } from '@evenstock/contract/channels/channels';
import { massPickup } from '@evenstock/contract/fulfilment/mass-actions';
import { listMassPickupForms } from '@evenstock/contract/fulfilment/mass-forms';
import { useMassForms } from '../../api/mass-forms.ts';
import { useMassStart } from '../../api/mass-start.ts';
import { useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { MassDialog, type MassQuestions } from '../../ui/dialogs/mass-dialog.tsx';
import { CouponItems, isCouponAnswered, type CouponFields } from './coupon-items.tsx';
import { useFulfilmentText } from './fulfilment.texts.ts';
import type { MassModalProps } from './mass-shipment.modal.tsx';
import { RecordedHere } from './recorded-here.tsx';

interface PickupForm {
  readonly has_coupon: boolean;
  readonly is_recorded_here: boolean;
}

const questions: MassQuestions<PickupForm, CouponFields> = {
  items: ({ form }) => (form.has_coupon ? <CouponItems /> : null),
  initial: () => ({}),
  isAnswered: (form, answers) => !form.has_coupon || isCouponAnswered(answers),
  // Each buyer has another coupon, so no answer is copied to other orders.
  taken: () => ({}),
};

/** Confirms for many orders that their buyers have collected them. */
export function MassPickupModal({ orders, onStarted, onClose }: MassModalProps) {
  const t = useFulfilmentText();
  const { storeId } = useStore();
  const { replies, ...loaded } = useMassForms(listMassPickupForms, orders);
  const { failure, forget, handlers } = useMassStart(onStarted);
  const start = useWrite(massPickup, ['operations']);
  const forms = replies.flatMap((reply) => reply.forms);
  const isAuthorised =
    forms.length > 0 && forms.every(({ order }) => channels[order.channel].pickup.is === 'authorised');
  return (
    <MassDialog
      title={t(isAuthorised ? 'massAuthorise' : 'massConfirm')}
      ok={(count) => t('massPickupIt', { count })}
      note={
        <>
          <p>{t('massPickupQuestion')}</p>
          <RecordedHere forms={forms} />
        </>
      }
      total={orders.length}
      loaded={loaded}
      forms={forms}
      questions={questions}
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
