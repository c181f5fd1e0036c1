import { channels } from '@evenstock/contract/channels/channels';
import type { ShipmentForm } from '@evenstock/contract/fulfilment/fulfilment';
import { massSetReadyToCollect, massShipOrders } from '@evenstock/contract/fulfilment/mass-actions';
import { listMassCollectionForms, listMassShipForms } from '@evenstock/contract/fulfilment/mass-forms';
import { useMassForms } from '../../api/mass-forms.ts';
import { useMassStart } from '../../api/mass-start.ts';
import { useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { MassDialog, type MassQuestions } from '../../ui/dialogs/mass-dialog.tsx';
import { useFulfilmentText } from './fulfilment.texts.ts';
import {
  initialShipment,
  isShipmentAnswered,
  shipmentOf,
  shipmentPasted,
  shipmentTaken,
  type ShipmentFields,
} from './shipment-answers.rules.ts';
import { RecordedHere } from './recorded-here.tsx';
import { ShipmentFormItems } from './shipment-form-items.tsx';

export interface MassModalProps {
  /** The ids of the orders, in the order in which they are shown. */
  readonly orders: readonly number[];
  readonly onStarted: (operationId: number) => void;
  readonly onClose: () => void;
}

const acts = {
  ship: {
    read: listMassShipForms,
    start: massShipOrders,
    texts: { title: 'massShip', ok: 'massShipIt' },
  },
  ready: {
    read: listMassCollectionForms,
    start: massSetReadyToCollect,
    texts: { title: 'massReady', ok: 'massReadyIt' },
  },
} as const;

const questions: MassQuestions<ShipmentForm, ShipmentFields> = {
  items: ({ order, form }) =>
    form.methods.length > 1 || form.methods.some(({ fields }) => fields.length > 0) ? (
      <ShipmentFormItems asked={form} marketplace={channels[order.channel].label} />
    ) : null,
  initial: initialShipment,
  isAnswered: isShipmentAnswered,
  taken: shipmentTaken,
  pasted: shipmentPasted,
};

function MassShipment({
  act,
  orders,
  onStarted,
  onClose,
}: MassModalProps & { readonly act: keyof typeof acts }) {
  const t = useFulfilmentText();
  const { storeId } = useStore();
  const { read, start, texts } = acts[act];
  const { replies, ...loaded } = useMassForms(read, orders);
  const { failure, forget, handlers } = useMassStart(onStarted);
  const write = useWrite(start, ['operations']);
  const forms = replies.flatMap((reply) => reply.forms);
  return (
    <MassDialog
      title={t(texts.title)}
      ok={(count) => t(texts.ok, { count })}
      note={<RecordedHere forms={forms} />}
      total={orders.length}
      loaded={loaded}
      forms={forms}
      questions={questions}
      isPending={write.isPending}
      failure={failure}
      onSend={(answered) => {
        forget();
        const entries = answered.map(({ order, form, answers }) => ({
          reference_number: order.reference_number,
          ...shipmentOf(form, answers),
        }));
        write.mutate({ params: { storeId }, body: { orders: entries } }, handlers);
      }}
      onClose={onClose}
    />
  );
}

/** Ships many orders: asks for the data of each and starts the mass action. */
export const MassShipModal = (props: MassModalProps) => <MassShipment {...props} act="ship" />;

/** Sets many orders ready to collect. */
export const MassReadyModal = (props: MassModalProps) => <MassShipment {...props} act="ready" />;
