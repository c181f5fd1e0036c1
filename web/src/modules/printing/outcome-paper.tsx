import type { Printer } from '@evenstock/contract/printing/printing';
import { Button, Progress } from 'antd';
import { useState } from 'react';
import { useStore } from '../../api/store-context.ts';
import { useLabelRun } from './label-run.ts';
import { PrintDialog } from './lazy-print-dialog.ts';
import { NotPrintable } from './not-printable.tsx';
import { ConfirmPrinted, PrintWays } from './print-ways.tsx';
import './printing.css';
import { usePrintingText } from './printing.texts.ts';

export interface OutcomePaperProps {
  /** The ids of the orders that were shipped, in their order. */
  readonly orders: readonly number[];
  /** The run that makes their labels; null: none was asked for. */
  readonly run: number | null;
}

/** The paper of orders that were just shipped: their labels, and their pick list. */
export function OutcomePaper({ orders, run }: OutcomePaperProps) {
  const t = usePrintingText();
  const { can } = useStore();
  const [what, setWhat] = useState<Printer | null>(null);
  if (orders.length === 0 || !can('order.work')) return null;
  return (
    <section className="es-outcome-paper" aria-label={t('print')}>
      {run !== null && <Labels run={run} />}
      <div className="es-print-ways">
        {run === null && (
          <Button type="primary" onClick={() => setWhat('print_label')}>
            {t('printLabels', { count: orders.length })}
          </Button>
        )}
        <Button onClick={() => setWhat('print_pick_list')}>{t('print_pick_list')}</Button>
      </div>
      {what !== null && <PrintDialog what={what} orders={orders} run={null} onClose={() => setWhat(null)} />}
    </section>
  );
}

/** The labels of a run: how far they are, and the link that opens them. */
function Labels({ run }: { readonly run: number }) {
  const t = usePrintingText();
  const { operation, labels } = useLabelRun(run);
  const [isOpened, setOpened] = useState(false);
  if (labels === null) {
    const { done = 0, failed = 0, total = null } = operation ?? {};
    return (
      <>
        <p role="status">{t('progress', { done: done + failed, total: total ?? 0 })}</p>
        <Progress
          percent={total === null || total === 0 ? 0 : Math.floor((100 * (done + failed)) / total)}
          status="active"
        />
      </>
    );
  }
  const { orders, error } = labels;
  return (
    <>
      <PrintWays
        preparation={labels}
        run={run}
        pdfText={t('printLabels', { count: orders.length - labels.labels.length })}
        onOpened={() => setOpened(true)}
      />
      {isOpened && (
        <p className="es-print-ways">
          <span className="es-quiet">{t('wasItPrinted')}</span>
          <ConfirmPrinted
            what="print_label"
            orders={orders.map(({ id }) => id)}
            onDone={() => setOpened(false)}
          />
        </p>
      )}
      <NotPrintable orders={error.waiting} title={t('notYet', { count: error.waiting.length })} isWaiting />
      <NotPrintable orders={error.invalids} title={t('cannotPrint', { count: error.invalids.length })} />
    </>
  );
}
