import { confirmPrint, type Printer, type PrintPreparation } from '@evenstock/contract/printing/printing';
import { Button } from 'antd';
import { useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { notify, notifyFailure } from '../../ui/pages/notices.ts';
import './printing.css';
import { usePrintingText } from './printing.texts.ts';

interface WaysProps {
  readonly preparation: PrintPreparation;
  /** The run that made the labels. */
  readonly run?: number | undefined;
  /** The text of the link that opens the PDF. */
  readonly pdfText: string;
  readonly onOpened?: () => void;
}

/** The links to the files that were prepared: a PDF, files for label printers, and pages that the browser prints. */
export function PrintWays({ preparation: { pdfs, zpls, labels }, run, pdfText, onOpened }: WaysProps) {
  const t = usePrintingText();
  const { storeId } = useStore();
  const [pdf] = pdfs;
  return (
    <div className="es-print-ways">
      {pdf !== undefined && (
        <Button type="primary" href={pdf} target="_blank" rel="noreferrer" onClick={onOpened}>
          {pdfText}
        </Button>
      )}
      {zpls.map((zpl) => (
        <Button key={zpl} href={zpl} download onClick={onOpened}>
          {t('saveZpl')}
        </Button>
      ))}
      {labels.length > 0 && run !== undefined && (
        <>
          <Button href={`/stores/${storeId}/print_labels/${String(run)}`} target="_blank" onClick={onOpened}>
            {t('printHtml', { count: labels.length })}
          </Button>
          <span className="es-quiet">{t('htmlHint')}</span>
        </>
      )}
    </div>
  );
}

interface ConfirmProps {
  readonly what: Printer;
  readonly orders: readonly number[];
  readonly onDone: () => void;
}

/** Records that orders were printed. */
export function ConfirmPrinted({ what, orders, onDone }: ConfirmProps) {
  const t = usePrintingText();
  const { storeId } = useStore();
  const confirm = useWrite(confirmPrint, ['orders']);
  if (orders.length === 0) return null;
  return (
    <Button
      loading={confirm.isPending}
      onClick={() =>
        confirm.mutate(
          { params: { storeId }, body: { printer: what, q: { id_in: [...orders] } } },
          {
            onSuccess: ({ printeds }) => {
              notify({ kind: 'success', text: t('confirmed', { count: printeds.length }) });
              onDone();
            },
            onError: (thrown) => notifyFailure(thrown, t('failed'), (reason) => reason),
          },
        )
      }
    >
      {t('confirm')}
    </Button>
  );
}
