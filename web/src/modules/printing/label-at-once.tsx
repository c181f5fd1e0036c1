import { getShippingLabel } from '@evenstock/contract/printing/printing';
import { Alert, Button, Skeleton } from 'antd';
import { useRef } from 'react';
import { describeFailure, failureOf } from '../../api/failure.ts';
import { useCall } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import './printing.css';
import { usePrintingText } from './printing.texts.ts';

interface LabelAtOnceProps {
  readonly referenceNumber: string;
  /** Called when the browser's print dialog was opened. */
  readonly onPrinted: () => void;
}

/** The label of one order: fetched from its marketplace, shown, and printed at once. */
export function LabelAtOnce({ referenceNumber, onPrinted }: LabelAtOnceProps) {
  const t = usePrintingText();
  const { storeId } = useStore();
  const frame = useRef<HTMLIFrameElement>(null);
  const { data, error, refetch, isFetching } = useCall(
    getShippingLabel,
    { params: { storeId, referenceNumber } },
    // Read again it would be printed again; the address of a file ends after minutes.
    { staleTime: Infinity, gcTime: 0 },
  );
  if (error !== null) {
    const reason = describeFailure(failureOf(error));
    return (
      <Alert
        type="warning"
        role="alert"
        title={t('noLabelYet')}
        description={reason}
        action={
          <Button onClick={() => void refetch()} loading={isFetching}>
            {t('askAgain')}
          </Button>
        }
      />
    );
  }
  if (data === undefined) {
    return (
      <div role="status" aria-label={t('fetchingLabel')}>
        <p className="es-quiet">{t('fetchingLabel')}</p>
        <Skeleton active title={false} />
      </div>
    );
  }
  const isPdf = data.media_type === 'application/pdf';
  if (isPdf && !navigator.pdfViewerEnabled) {
    return (
      <Alert
        type="warning"
        title={t('noPdfHere')}
        action={
          <Button type="primary" href={data.airway_bill} target="_blank" rel="noreferrer" onClick={onPrinted}>
            {t('openLabel')}
          </Button>
        }
      />
    );
  }
  if (data.media_type === 'application/zpl') {
    return (
      <Alert
        type="info"
        title={t('isZpl')}
        action={
          <Button type="primary" href={data.airway_bill} download onClick={onPrinted}>
            {t('saveZpl')}
          </Button>
        }
      />
    );
  }
  const print = (): void => {
    frame.current?.contentWindow?.print();
    onPrinted();
  };
  return (
    <>
      <div className="es-print-ways" role="status">
        <span>{t('labelPrinting')}</span>
        <Button onClick={print}>{t('printAgain')}</Button>
        <Button href={data.airway_bill} target="_blank" rel="noreferrer">
          {t('openLabel')}
        </Button>
      </div>
      <iframe
        ref={frame}
        className="es-print-preview"
        src={data.airway_bill}
        title={t('label', { number: referenceNumber })}
        onLoad={print}
        // A browser's viewer of PDFs does not work in a sandbox.
        {...(isPdf ? {} : { sandbox: 'allow-same-origin allow-modals' })}
      />
    </>
  );
}
