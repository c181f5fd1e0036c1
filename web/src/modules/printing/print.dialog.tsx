import { retryOperation } from '@evenstock/contract/operations/operations';
import {
  prepareInvoices,
  preparePickList,
  prepareShippingLabels,
  type PaperSize,
  type PickListGrouping,
  type PickListRow,
  type Printer,
  type PrintPreparation,
} from '@evenstock/contract/printing/printing';
import { Button, Progress } from 'antd';
import { useState, type ReactNode } from 'react';
import { useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { Modal } from '../../ui/dialogs/dialog.tsx';
import { notifyFailure } from '../../ui/pages/notices.ts';
import { useLabelRun } from './label-run.ts';
import { Choice, PaperChoice } from './paper-choice.tsx';
import './printing.css';
import { usePrintingText } from './printing.texts.ts';
import { ReadyToPrint } from './ready-to-print.tsx';
import { keepGrouping, keepPaper, lastGrouping, lastPaper } from './remembered-choices.ts';

export interface PrintDialogProps {
  readonly what: Printer;
  readonly orders: readonly number[];
  /** An earlier run of labels; null if none was started. */
  readonly run: number | null;
  readonly onClose: () => void;
}

/** The prepared files, and the rows of a pick list. */
type Ready = PrintPreparation & { readonly rows?: readonly PickListRow[] };

/** The dialog for all documents: choose, prepare, confirm warnings, print, confirm the print. */
export function PrintDialog({ what, orders, run: earlier, onClose }: PrintDialogProps) {
  const [run, setRun] = useState(earlier);
  const [ready, setReady] = useState<Ready | null>(null);
  const preparing = usePrepare({ what, onRun: setRun, onReady: setReady });
  const printOthers = (ids: readonly number[]) => preparing.prepare(ids, lastPaper(), lastGrouping());
  if (run !== null)
    return <LabelRun key={run} id={run} onRetried={setRun} onOthers={printOthers} onClose={onClose} />;
  if (ready !== null) {
    return (
      <ReadyToPrint
        what={what}
        preparation={ready}
        rows={ready.rows ?? null}
        onOthers={printOthers}
        onClose={onClose}
      />
    );
  }
  return <Choose what={what} orders={orders} preparing={preparing} onClose={onClose} />;
}

interface ChooseProps {
  readonly what: Printer;
  readonly orders: readonly number[];
  readonly preparing: ReturnType<typeof usePrepare>;
  readonly onClose: () => void;
}

/** The choices that precede the preparation: paper size and grouping. */
function Choose({ what, orders, preparing: { isPending, prepare }, onClose }: ChooseProps) {
  const t = usePrintingText();
  const [paper, setPaper] = useState<PaperSize>(lastPaper);
  const [by, setBy] = useState<PickListGrouping>(lastGrouping);
  const begin = (): void => {
    if (what === 'print_label') keepPaper(paper);
    if (what === 'print_pick_list') keepGrouping(by);
    prepare(orders, paper, by);
  };
  return (
    <Frame
      what={what}
      onClose={onClose}
      footer={
        <Button key="prepare" type="primary" loading={isPending} onClick={begin}>
          {isPending ? t('preparing') : t('prepare')}
        </Button>
      }
    >
      <p>{t('ordersChosen', { count: orders.length })}</p>
      {what === 'print_label' && <PaperChoice value={paper} onChange={setPaper} />}
      {what === 'print_pick_list' && (
        <Choice
          label={t('grouping')}
          value={by}
          options={[
            { value: 'order', label: t('byOrder') },
            { value: 'sku', label: t('bySku') },
          ]}
          onChange={setBy}
        />
      )}
    </Frame>
  );
}

interface Preparing {
  readonly what: Printer;
  readonly onRun: (id: number) => void;
  readonly onReady: (ready: Ready) => void;
}

function usePrepare({ what, onRun, onReady }: Preparing) {
  const t = usePrintingText();
  const { storeId } = useStore();
  const labels = useWrite(prepareShippingLabels, ['operations']);
  const invoices = useWrite(prepareInvoices);
  const pickList = useWrite(preparePickList);
  const params = { storeId };
  const prepare = (orders: readonly number[], paper: PaperSize, by: PickListGrouping): void => {
    const q = { id_in: [...orders] };
    if (what === 'print_label') {
      labels.mutate(
        { params, body: { q, paper } },
        {
          onSuccess: (reply) => ('mass_action' in reply ? onRun(reply.mass_action.id) : undefined),
          onError: (thrown) => notifyFailure(thrown, t('labelFailed')),
        },
      );
      return;
    }
    const onError = (thrown: unknown) => notifyFailure(thrown, t('failed'), (reason) => reason);
    if (what === 'print_invoice') {
      invoices.mutate({ params, body: { q } }, { onSuccess: ({ invoice }) => onReady(invoice), onError });
    } else {
      pickList.mutate(
        { params, body: { q, by } },
        { onSuccess: ({ pick_list: ready }) => onReady(ready), onError },
      );
    }
  };
  return { prepare, isPending: labels.isPending || invoices.isPending || pickList.isPending };
}

interface LabelRunProps {
  readonly id: number;
  readonly onRetried: (id: number) => void;
  readonly onOthers: (orders: readonly number[]) => void;
  readonly onClose: () => void;
}

/** The progress of the labels; once they are made, the files to print. */
function LabelRun({ id, onRetried, onOthers, onClose }: LabelRunProps) {
  const t = usePrintingText();
  const { storeId } = useStore();
  const { operation, labels } = useLabelRun(id);
  const retry = useWrite(retryOperation, ['operations']);
  if (labels !== null) {
    const again = () =>
      retry.mutate(
        { params: { storeId, operationId: id } },
        {
          onSuccess: (reply) => onRetried(reply.operation.id),
          onError: (thrown) => notifyFailure(thrown, t('failed'), (reason) => reason),
        },
      );
    return (
      <ReadyToPrint
        what="print_label"
        preparation={labels}
        rows={null}
        run={id}
        onOthers={onOthers}
        onClose={onClose}
        {...(operation?.can_retry === true ? { onRetry: again } : {})}
      />
    );
  }
  const { done = 0, failed = 0, total = null } = operation ?? {};
  return (
    <Frame what="print_label" onClose={onClose} footer={null}>
      <p role="status">{t('progress', { done: done + failed, total: total ?? 0 })}</p>
      <Progress
        percent={total === null || total === 0 ? 0 : Math.floor((100 * (done + failed)) / total)}
        status="active"
      />
      <p className="es-quiet">{t('goesOn')}</p>
    </Frame>
  );
}

interface FrameProps {
  readonly what: Printer;
  readonly footer: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

function Frame({ what, footer, onClose, children }: FrameProps) {
  const t = usePrintingText();
  return (
    <Modal
      open
      title={t(what)}
      onCancel={onClose}
      footer={[
        <Button key="close" onClick={onClose}>
          {t('close')}
        </Button>,
        footer,
      ]}
    >
      {children}
    </Modal>
  );
}
