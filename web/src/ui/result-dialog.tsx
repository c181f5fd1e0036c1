import { Button, Modal } from 'antd';
import { Fragment, type ReactNode } from 'react';
import { useUiText } from './ui.texts.ts';

export interface RowResult {
  readonly key: string;
  readonly label: string;
  /** Why it failed; null: done. */
  readonly error: string | null;
}

interface ResultDialogProps {
  readonly title: string;
  readonly open: boolean;
  readonly results: readonly RowResult[];
  /** How the whole went, above its rows. */
  readonly note?: string | undefined;
  /** Beneath the rows, where there are more than are shown. */
  readonly more?: string | undefined;
  /** Beside the button that tries the failed ones again. */
  readonly actions?: ReactNode;
  readonly onClose: () => void;
  /** Tries again with the failed ones only. */
  readonly onRetryFailed?: () => void;
}

/** How a bulk action went, row by row: failures with their reason first, then what is done. */
export function ResultDialog({
  title,
  open,
  results,
  note,
  more,
  actions,
  onClose,
  onRetryFailed,
}: ResultDialogProps) {
  const t = useUiText();
  const failed = results.filter((row) => row.error !== null);
  const done = results.filter((row) => row.error === null);
  return (
    <Modal
      title={title}
      open={open}
      onCancel={onClose}
      footer={[
        failed.length > 0 && onRetryFailed !== undefined && (
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
      <ResultGroup heading={t('failed')} rows={failed} />
      <ResultGroup heading={t('done')} rows={done} />
      {more !== undefined && <p className="es-quiet">{more}</p>}
    </Modal>
  );
}

function ResultGroup({ heading, rows }: { readonly heading: string; readonly rows: readonly RowResult[] }) {
  if (rows.length === 0) return null;
  return (
    <section className="es-results">
      <h3>{heading}</h3>
      <ul>
        {rows.map((row) => (
          <li key={row.key}>
            <span className="es-code">{row.label}</span>
            {row.error !== null && <span className="es-error">{row.error}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
