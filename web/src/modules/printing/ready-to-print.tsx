import type { PickListRow, Printer, PrintPreparation } from '@evenstock/contract/printing/printing';
import { Alert, Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { Modal } from '../../ui/dialogs/dialog.tsx';
import { Code } from '../../ui/values/money.tsx';
import { useNarrow } from '../../ui/theme/narrow.ts';
import { Time } from '../../ui/values/time.tsx';
import { NotPrintable } from './not-printable.tsx';
import { PickListTable } from './pick-list-table.tsx';
import { ConfirmPrinted, PrintWays } from './print-ways.tsx';
import { usePrintingText } from './printing.texts.ts';

interface ReadyProps {
  readonly what: Printer;
  readonly preparation: PrintPreparation;
  /** The rows of a pick list; null for other documents. */
  readonly rows: readonly PickListRow[] | null;
  /** The run that made the labels. */
  readonly run?: number;
  /** Prepares these orders alone: those that were not printed yet. */
  readonly onOthers: (orders: readonly number[]) => void;
  readonly onClose: () => void;
  /** Retries the orders that failed. */
  readonly onRetry?: () => void;
}

/** First the orders that cannot be printed and those that were printed already, each to be confirmed; then the files to print. */
export function ReadyToPrint(props: ReadyProps) {
  const { preparation } = props;
  const { invalids, printeds } = preparation.error;
  // While others are still waited for, those that fail are named beside the files.
  const [accepted, setAccepted] = useState({
    invalids: preparation.error.waiting.length > 0,
    printeds: false,
  });
  if (invalids.length > 0 && !accepted.invalids) {
    return <Invalids {...props} onAccept={() => setAccepted({ ...accepted, invalids: true })} />;
  }
  if (printeds.length > 0 && !accepted.printeds) {
    return <Printeds {...props} onAccept={() => setAccepted({ ...accepted, printeds: true })} />;
  }
  return <Print {...props} />;
}

type WarningProps = ReadyProps & { readonly onAccept: () => void };

function Invalids({ what, preparation, onAccept, onRetry, onClose }: WarningProps) {
  const t = usePrintingText();
  return (
    <Dialog
      what={what}
      onClose={onClose}
      footer={
        <>
          {onRetry !== undefined && <Button onClick={onRetry}>{t('retryFailed')}</Button>}
          {preparation.orders.length > 0 && (
            <Button type="primary" onClick={onAccept}>
              {t('continueToPrint')}
            </Button>
          )}
        </>
      }
    >
      <NotPrintable
        orders={preparation.error.invalids}
        title={t('cannotPrint', { count: preparation.error.invalids.length })}
      />
    </Dialog>
  );
}

function Printeds({ what, preparation, onAccept, onOthers, onClose }: WarningProps) {
  const t = usePrintingText();
  const { printeds } = preparation.error;
  const printed = new Set(printeds.map(({ id }) => id));
  const others = preparation.orders.flatMap(({ id }) => (printed.has(id) ? [] : [id]));
  return (
    <Dialog
      what={what}
      onClose={onClose}
      footer={
        <>
          <Button {...(others.length === 0 ? { type: 'primary' } : {})} onClick={onAccept}>
            {t('printAnyway')}
          </Button>
          {others.length > 0 && (
            <Button type="primary" onClick={() => onOthers(others)}>
              {t('printOthers', { count: others.length })}
            </Button>
          )}
        </>
      }
    >
      <Alert type="warning" title={t('printedBefore', { count: printeds.length })} />
      <ul className="es-print-list">
        {printeds.map(({ id, reference_number: number, printed_at: at }) => (
          <li key={id}>
            <Code>{number}</Code>
            <span className="es-quiet">
              <Time at={at} relative="beside" />
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function Print({ what, preparation, rows, run, onClose, onRetry }: ReadyProps) {
  const t = usePrintingText();
  const isNarrow = useNarrow();
  const { pdfs, orders } = preparation;
  const [pdf] = pdfs;
  const { invalids, waiting } = preparation.error;
  if (orders.length === 0 && rows === null) {
    return (
      <Dialog what={what} onClose={onClose} footer={null}>
        <p>{run === undefined ? t('nothingToPrint') : t('expired')}</p>
      </Dialog>
    );
  }
  return (
    <Dialog
      what={what}
      onClose={onClose}
      footer={<ConfirmPrinted what={what} orders={orders.map(({ id }) => id)} onDone={onClose} />}
    >
      <p role="status">{t('ready', { count: orders.length })}</p>
      {rows !== null && <PickListTable rows={rows} />}
      {pdf !== undefined && rows === null && !isNarrow && (
        <iframe className="es-print-preview" src={pdf} title={t('preview')} />
      )}
      <PrintWays preparation={preparation} run={run} pdfText={t('openPdf')} />
      <p className="es-quiet">{t('wasItPrinted')}</p>
      <NotPrintable orders={waiting} title={t('notYet', { count: waiting.length })} isWaiting />
      <NotPrintable
        orders={invalids}
        title={t('cannotPrint', { count: invalids.length })}
        action={onRetry !== undefined && <Button onClick={onRetry}>{t('retryFailed')}</Button>}
      />
    </Dialog>
  );
}

interface DialogProps {
  readonly what: Printer;
  readonly footer: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

function Dialog({ what, footer, onClose, children }: DialogProps) {
  const t = usePrintingText();
  return (
    <Modal
      open
      title={t(what)}
      width={640}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('close')}</Button>
          {footer}
        </>
      }
    >
      {children}
    </Modal>
  );
}
