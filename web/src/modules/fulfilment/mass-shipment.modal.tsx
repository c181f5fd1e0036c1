import { channels } from '@evenstock/contract/channels/channels';
import type { ShipmentForm } from '@evenstock/contract/fulfilment/fulfilment';
import { massSetReadyToCollect, massShipOrders } from '@evenstock/contract/fulfilment/mass-actions';
import { listMassCollectionForms, listMassShipForms } from '@evenstock/contract/fulfilment/mass-forms';
import type { PaperSize } from '@evenstock/contract/printing/printing';
import type { ReactNode } from 'react';
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

interface LabelsAfter {
  /** The paper of the labels that are made of the shipped orders; left out: none are made. */
  readonly paper?: PaperSize;
  /** Chooses the paper. */
  readonly paperChoice?: ReactNode;
}

const acts = {
  ship: {
    read: listMassShipForms,
    start: massShipOrders,
    texts: { title: 'massShip', ok: 'massShipIt' },
  },
  ship_and_print: {
    read: listMassShipForms,
    start: massShipOrders,
    texts: { title: 'massShipAndPrint', ok: 'massShipAndPrintIt' },
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
  paper,
  paperChoice,
  onStarted,
  onClose,
}: MassModalProps & LabelsAfter & { readonly act: keyof typeof acts }) {
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
      note={
        <>
          <RecordedHere forms={forms} />
          {paperChoice}
        </>
      }
      total={orders.length}
      loaded={loaded}
      forms={forms}
      questions={questions}
      isPending={write.isPending}
      failure={failure}
      onSend={(answered, leftOut) => {
        forget();
        const entries = answered.map(({ order, form, answers }) => ({
          reference_number: order.reference_number,
          ...shipmentOf(form, answers),
        }));
        const body = { orders: entries, left_out: leftOut };
        write.mutate(
          { params: { storeId }, body: paper === undefined ? body : { ...body, paper } },
          handlers,
        );
      }}
      onClose={onClose}
    />
  );
}

/** Ships many orders: asks for the data of each and starts the mass action. */
export const MassShipModal = (props: MassModalProps) => <MassShipment {...props} act="ship" />;

/** Ships many orders, and has the labels of those made that were shipped. */
export const MassShipAndPrintModal = (props: MassModalProps & Required<LabelsAfter>) => (
  <MassShipment {...props} act="ship_and_print" />
);

/** Sets many orders ready to collect. */
export const MassReadyModal = (props: MassModalProps) => <MassShipment {...props} act="ready" />;
