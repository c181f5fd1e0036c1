import {
  cancelOperation,
  continueOperation,
  retryOperation,
  showOperation,
  type Operation,
  type OperationRow,
} from '@evenstock/contract/operations/operations';
import { Alert, Button, Progress } from 'antd';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import type { Reply } from '../../api/call.ts';
import { useCall, useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { useMessagesText, useMessageText } from '../../i18n/message-text.ts';
import { Modal } from '../../ui/dialogs/dialog.tsx';
import { notifyFailure } from '../../ui/pages/notices.ts';
import { ResultDialog, Results, type RowResult } from '../../ui/dialogs/result-dialog.tsx';
import { operationWords, outcomeTitle } from './operation-words.rules.ts';
import './operations.css';
import { useOperationsText } from './operations.texts.ts';

/** The rows that a dialog shows; failed ones come first. */
const rowsShown = 100;

type Shown = Reply<typeof showOperation>;

function useOperation(id: number): Shown | undefined {
  const { storeId } = useStore();
  return useCall(
    showOperation,
    { params: { storeId, operationId: id }, query: { per_page: rowsShown } },
    { live: ['operations'] },
  ).data;
}

const triedRows = ({
  done,
  failed,
  unconfirmed,
}: Pick<Operation, 'done' | 'failed' | 'unconfirmed'>): number => done + failed + unconfirmed;

/** Whether a row has what was asked for; a skipped one had it before. */
const isDone = ({ state }: OperationRow): boolean => state === 'done' || state === 'skipped';

/** The progress as a text. */
export function useProgress({ kind, total, ...rows }: Operation): { text: string; percent: number } {
  const t = useOperationsText();
  const tried = triedRows(rows);
  return {
    text: t(operationWords[kind].progress, { done: tried, total: total ?? '?' }),
    percent: total === null || total === 0 ? 0 : Math.floor((100 * tried) / total),
  };
}

/** Why an operation failed or what it waits for, and what happens next; undefined without a problem. */
export function useErrorText(): (error: Operation['error']) => string | undefined {
  const messagesText = useMessagesText();
  return (error) => (error === null ? undefined : messagesText(error.messages, error.text));
}

interface RunningProps {
  readonly operation: Operation;
  readonly onShow: () => void;
}

/** One line about an operation under way. */
export function RunningOperation({ operation, onShow }: RunningProps) {
  const t = useOperationsText();
  const errorText = useErrorText();
  const { text } = useProgress(operation);
  return (
    <Alert
      className="es-operation"
      type="info"
      title={operation.is_ending ? t('ending') : text}
      description={errorText(operation.error)}
      action={
        <Button size="small" onClick={onShow}>
          {t('details')}
        </Button>
      }
    />
  );
}

/**
 * The actions on an operation: cancel while it runs; afterwards retry failed rows, continue with the others, and show the result
 * of each.
 */
export function OperationActions({ id }: { readonly id: number }) {
  const t = useOperationsText();
  const [isOpen, setOpen] = useState(false);
  const shown = useOperation(id);
  const retry = useRetry(() => undefined);
  if (shown === undefined) return null;
  const { operation } = shown;
  return (
    <span className="es-operation-actions">
      <CancelButton operation={operation} />
      {operation.can_retry && (
        <Button loading={retry.isPending} onClick={() => retry.go(id)}>
          {t('retry')}
        </Button>
      )}
      <ContinueButton operation={operation} onStarted={() => undefined} />
      {operation.finished_at !== null && shown.total_count > 0 && (
        <Button onClick={() => setOpen(true)}>{t('details')}</Button>
      )}
      {isOpen && <OperationDialog id={id} onClose={() => setOpen(false)} onFollowUp={() => setOpen(false)} />}
    </span>
  );
}

function CancelButton({ operation }: { readonly operation: Operation }) {
  const t = useOperationsText();
  const { storeId } = useStore();
  const cancel = useWrite(cancelOperation, ['operations']);
  if (!operation.can_cancel && !operation.is_ending) return null;
  return (
    <Button
      loading={cancel.isPending || operation.is_ending}
      onClick={() =>
        cancel.mutate(
          { params: { storeId, operationId: operation.id } },
          {
            onError: (thrown) => notifyFailure(thrown, t('cancelFailed')),
          },
        )
      }
    >
      {operation.is_ending ? t('ending') : t('cancel')}
    </Button>
  );
}

function useRetry(onStarted: (id: number) => void): { isPending: boolean; go: (id: number) => void } {
  const t = useOperationsText();
  const { storeId } = useStore();
  const retry = useWrite(retryOperation, ['operations']);
  return {
    isPending: retry.isPending,
    go: (id) =>
      retry.mutate(
        { params: { storeId, operationId: id } },
        {
          onSuccess: ({ operation }) => onStarted(operation.id),
          onError: (thrown) => notifyFailure(thrown, t('retryFailed')),
        },
      ),
  };
}

interface ContinueProps {
  readonly operation: Operation;
  readonly onStarted: (id: number) => void;
}

/** Continues a cancelled or failed operation with the rows that were not tried. */
function ContinueButton({ operation, onStarted }: ContinueProps) {
  const t = useOperationsText();
  const { storeId } = useStore();
  const goOn = useWrite(continueOperation, ['operations']);
  if (!operation.can_continue) return null;
  const { total } = operation;
  return (
    <Button
      loading={goOn.isPending}
      onClick={() =>
        goOn.mutate(
          { params: { storeId, operationId: operation.id } },
          {
            onSuccess: (reply) => onStarted(reply.operation.id),
            onError: (thrown) => notifyFailure(thrown, t('continueFailed')),
          },
        )
      }
    >
      {total === null ? t('continue') : t('continueWith', { count: total - triedRows(operation) })}
    </Button>
  );
}

interface DialogProps {
  readonly id: number;
  readonly onClose: () => void;
  /** Called with the operation that retries the failed rows or continues with the others. */
  readonly onFollowUp: (id: number) => void;
  /** Shown above the outcome of its rows. */
  readonly head?: ((outcome: Outcome) => ReactNode) | undefined;
  /** Called once its outcome is shown. */
  readonly onOutcome?: ((outcome: Outcome) => void) | undefined;
}

/** An operation that has ended, with the records of its rows. */
export type Outcome = Pick<Shown, 'operation' | 'records'>;

/** The progress of an operation; once it has ended, the result of each row. */
export function OperationDialog({ id, onClose, ...outcome }: DialogProps) {
  const shown = useOperation(id);
  if (shown === undefined) return null;
  return shown.operation.finished_at === null ? (
    <ProgressDialog shown={shown} onClose={onClose} />
  ) : (
    <OutcomeDialog key={id} shown={shown} onClose={onClose} {...outcome} />
  );
}

/** The results of rows as a dialog shows them. */
function useResults(): (rows: readonly OperationRow[]) => readonly RowResult[] {
  const messageText = useMessageText();
  return (rows) =>
    rows.map((row) => ({
      key: row.key,
      label: row.label,
      error: isDone(row) ? null : row.reason === null ? '' : messageText(row.reason),
      isOpen: row.state === 'unconfirmed',
      isLeftOut: row.state === 'left_out',
    }));
}

function ProgressDialog({
  shown: { operation, rows },
  onClose,
}: {
  readonly shown: Shown;
  readonly onClose: () => void;
}) {
  const t = useOperationsText();
  const resultsOf = useResults();
  const errorText = useErrorText();
  const { text, percent } = useProgress(operation);
  return (
    <Modal
      open
      title={t(operationWords[operation.kind].title)}
      onCancel={onClose}
      footer={[
        <CancelButton key="cancel" operation={operation} />,
        <Button key="close" type="primary" onClick={onClose}>
          {t('close')}
        </Button>,
      ]}
    >
      <p role="status">{text}</p>
      <Progress percent={percent} status="active" />
      {operation.error !== null && <p className="es-error">{errorText(operation.error)}</p>}
      <Results results={resultsOf(rows)} />
      <p className="es-quiet">{t('goesOn')}</p>
    </Modal>
  );
}

interface OutcomeProps extends Omit<DialogProps, 'id'> {
  readonly shown: Shown;
}

function OutcomeDialog({ shown, onClose, onFollowUp, head, onOutcome }: OutcomeProps) {
  const { operation, rows, total_count: count } = shown;
  const t = useOperationsText();
  const resultsOf = useResults();
  const errorText = useErrorText();
  const retry = useRetry(onFollowUp);
  const tried = triedRows(operation);
  const told = useEffectEvent(() => onOutcome?.(shown));
  useEffect(() => told(), []);
  return (
    <ResultDialog
      open
      title={t(outcomeTitle(operation))}
      note={
        operation.state === 'cancelled'
          ? t('cancelled', { done: tried, total: operation.total ?? '?' })
          : errorText(operation.error)
      }
      head={head?.(shown)}
      results={resultsOf(rows)}
      more={count > rows.length ? t('more', { count: count - rows.length }) : undefined}
      actions={<ContinueButton operation={operation} onStarted={onFollowUp} />}
      onClose={onClose}
      {...(operation.can_retry ? { onRetryFailed: () => retry.go(operation.id) } : {})}
    />
  );
}
