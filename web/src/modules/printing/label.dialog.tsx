import type { Order } from '@evenstock/contract/orders/orders';
import { Button } from 'antd';
import { Modal } from '../../ui/dialogs/dialog.tsx';
import { LabelAtOnce } from './label-at-once.tsx';
import { ConfirmPrinted } from './print-ways.tsx';
import { usePrintingText } from './printing.texts.ts';

export interface LabelDialogProps {
  readonly order: Pick<Order, 'id' | 'reference_number'>;
  readonly onClose: () => void;
}

/** The label of one order, which is sent to the printer as soon as it is there. */
export function LabelDialog({ order: { id, reference_number: number }, onClose }: LabelDialogProps) {
  const t = usePrintingText();
  return (
    <Modal
      open
      title={t('label', { number })}
      width={640}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('close')}</Button>
          <ConfirmPrinted what="print_label" orders={[id]} onDone={onClose} />
        </>
      }
    >
      <LabelAtOnce referenceNumber={number} onPrinted={() => undefined} />
    </Modal>
  );
}
