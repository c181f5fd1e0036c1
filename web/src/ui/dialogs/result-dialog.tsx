import { Button } from 'antd';
import { Fragment, type ReactNode } from 'react';
import { Modal } from './dialog.tsx';
import { byReason } from './mass-dialog.rules.ts';
import { useUiText } from '../texts/ui.texts.ts';

export interface RowResult {
  readonly key: string;
  readonly label: string;
  /** The reason of the failure; null if it succeeded. */
  readonly error: string | null;
  /** Its outcome is not known yet; `error` says what it waits for. */
  readonly isOpen?: boolean;
  /** It was chosen and not tried; `error` says why. */
  readonly isLeftOut?: boolean;
}

interface ResultDialogProps {
  readonly title: string;
  readonly open: boolean;
  readonly results: readonly RowResult[];
  /** A summary above the rows. */
  readonly note?: string | undefined;
  /** Shown above the rows, below the summary. */
  readonly head?: ReactNode;
  /** Shown below the rows if there are more than are shown. */
  readonly more?: string | undefined;
  /** Shown beside the retry button. */
  readonly actions?: ReactNode;
  readonly onClose: () => void;
  /** Retries the failed rows only. */
  readonly onRetryFailed?: () => void;
}

/** The result of a bulk action row by row: failures with their reason first, then what is not known yet or was left out, then successes. */
export function ResultDialog({
  title,
  open,
  results,
  note,
  head,
  more,
  actions,
  onClose,
  onRetryFailed,
}: ResultDialogProps) {
  const t = useUiText();
  const hasFailed = results.some(isFailed);
  return (
    <Modal
      title={title}
      open={open}
      onCancel={onClose}
      footer={[
        hasFailed && onRetryFailed !== undefined && (
          <Button key="retry" onClick={onRetryFailed}>
            {t('retry')}
          </Button>
        ),
        <Fragment key="actions">{actions}</Fragment>,
        <Button key="close" type="primary" onClick={onClose}>
          {t('close')}
        </Button>,
      ]}
    >
      {note !== undefined && <p>{note}</p>}
      {head}
      <Results results={results} />
      {more !== undefined && <p className="es-quiet">{more}</p>}
    </Modal>
  );
}

const isFailed = (row: RowResult): boolean =>
  row.error !== null && row.isOpen !== true && row.isLeftOut !== true;

/** The results row by row, in their groups; those that were not done by reason. */
export function Results({ results }: { readonly results: readonly RowResult[] }) {
  const t = useUiText();
  return (
    <>
      <ResultGroup heading={t('failed')} rows={results.filter(isFailed)} />
      <ResultGroup heading={t('unconfirmed')} rows={results.filter((row) => row.isOpen === true)} isOpen />
      <ResultGroup
        heading={t('resultLeftOut')}
        rows={results.filter((row) => row.isLeftOut === true)}
        isOpen
      />
      <ResultGroup heading={t('done')} rows={results.filter((row) => row.error === null)} />
    </>
  );
}

interface ResultGroupProps {
  readonly heading: string;
  readonly rows: readonly RowResult[];
  readonly isOpen?: boolean;
}

function ResultGroup({ heading, rows, isOpen = false }: ResultGroupProps) {
  if (rows.length === 0) return null;
  return (
    <section className="es-results">
      <h2>
        {heading} <span className="es-quiet es-number">{rows.length}</span>
      </h2>
      <ul>
        {byReason(rows, ({ error }) => error ?? '').map(({ reason, ones }) => (
          <li key={reason}>
            <span className="es-result-labels">
              {ones.map(({ key, label }) => (
                <span key={key} className="es-code">
                  {label}
                </span>
              ))}
            </span>
            {reason !== '' && <span className={isOpen ? 'es-quiet' : 'es-error'}>{reason}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
