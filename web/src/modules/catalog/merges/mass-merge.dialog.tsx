import type { MassMergePreview } from '@evenstock/contract/catalog/mass-merges';
import { Alert, Skeleton } from 'antd';
import { useState, type ReactNode } from 'react';
import { failureOf } from '../../../api/failure.ts';
import { ActDialog } from '../../../ui/dialogs/act-dialog.tsx';
import { Retry } from '../../../ui/pages/retry.tsx';
import { HighestSwitch } from './highest-switch.tsx';
import { MergePages } from './merge-table.tsx';
import './merging.css';
import { useMergingText } from './merging.texts.ts';
import { useMergePreview, type MergeScope } from './merge-preview.ts';

/** The choice of quantity with what was shown; the server refuses the merge where something of it is different by now. */
export interface ConfirmedMerge {
  readonly is_using_highest_qty: boolean;
  readonly expected_count: number;
  readonly expected_numbers: string;
}

interface MassMergeDialogProps {
  readonly title: string;
  readonly choice: MergeScope;
  /** The text of the button that merges a number of SKUs into fewer. */
  readonly ok: (variants: number, codes: number) => string;
  /** The choice of quantity that the dialog opens with. */
  readonly highestAtFirst?: boolean;
  readonly isPending: boolean;
  /** Starts the merge; a refusal is given as a text. */
  readonly start: (confirmed: ConfirmedMerge, onRefused: (text: string) => void) => void;
  readonly onClose: () => void;
  /** The words above the numbers. */
  readonly children: (preview: MassMergePreview) => ReactNode;
}

/** Shows page by page what merging by code makes of each listing's number, for confirmation. */
export function MassMergeDialog(props: MassMergeDialogProps) {
  const { title, ok, choice, highestAtFirst = true, isPending, start, onClose, children } = props;
  const t = useMergingText();
  const [useHighest, setUseHighest] = useState(highestAtFirst);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { preview, isCurrent, isOther, error, setPage, lookAgain } = useMergePreview(choice);
  const count = preview?.count ?? 0;

  function go(): void {
    if (preview === undefined) return;
    const confirmed = { is_using_highest_qty: useHighest, expected_count: count };
    start({ ...confirmed, expected_numbers: preview.numbers }, (text) => {
      setRefusal(text);
      lookAgain();
    });
  }

  return (
    <ActDialog
      title={title}
      ok={ok(preview?.variants_count ?? 0, count)}
      width={680}
      disabled={!isCurrent || count === 0}
      isPending={isPending}
      onClose={onClose}
      onOk={go}
    >
      {refusal !== null && <Alert type="error" role="alert" title={refusal} className="es-merge-problem" />}
      {refusal === null && isOther && <Alert type="warning" role="alert" title={t('otherNumbers')} />}
      {preview !== undefined && (
        <>
          {children(preview)}
          {count > 0 && (
            <>
              <HighestSwitch checked={useHighest} onChange={setUseHighest} />
              <MergePages preview={preview} isCurrent={isCurrent} useHighest={useHighest} onPage={setPage} />
            </>
          )}
        </>
      )}
      {preview === undefined && error === null && (
        <div role="status" aria-label={t('counting')}>
          <Skeleton active title={false} />
        </div>
      )}
      {!isCurrent && error !== null && <Retry failure={failureOf(error)} onRetry={lookAgain} />}
    </ActDialog>
  );
}
