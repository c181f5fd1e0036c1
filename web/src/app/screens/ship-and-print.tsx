import { useState } from 'react';
import { MassShipAndPrintModal, type MassModalProps } from '../../modules/fulfilment/mass-shipment.modal.tsx';
import { PaperSelect } from '../../modules/printing/paper-choice.tsx';
import { keepPaper, lastPaper } from '../../modules/printing/remembered-choices.ts';

/** Ships many orders and has their labels made, on the paper that was used last unless another is chosen. */
export function ShipAndPrint({ onStarted, ...props }: MassModalProps) {
  const [paper, setPaper] = useState(lastPaper);
  return (
    <MassShipAndPrintModal
      {...props}
      paper={paper}
      paperChoice={<PaperSelect value={paper} onChange={setPaper} />}
      onStarted={(id) => {
        keepPaper(paper);
        onStarted(id);
      }}
    />
  );
}
