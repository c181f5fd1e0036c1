import { previewMassMerge, type MassMergePreview } from '@evenstock/contract/mass-merges';
import type { SuggestionChoice } from '@evenstock/contract/suggested-merges';
import type { VariantChoice } from '@evenstock/contract/variants';
import { Alert, Pagination, Skeleton } from 'antd';
import { useState, type ReactNode } from 'react';
import { failureOf } from '../../api/failure.ts';
import { useCall } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import '../../ui/before-after.css';
import { Retry } from '../../ui/retry.tsx';
import { HighestSwitch } from './highest-switch.tsx';
import { MergeTable } from './merge-table.tsx';
import './merging.css';
import { useMergingText } from './merging.texts.ts';

/** The choice of quantity with what was shown; the server refuses the merge where something of it is different by now. */
export interface ConfirmedMerge {
  readonly is_using_highest_qty: boolean;
  readonly expected_count: number;
  readonly expected_numbers: string;
}

interface MassMergeDialogProps {
  readonly title: string;
  readonly choice: { readonly variants: VariantChoice } | SuggestionChoice;
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
  const { preview, isCurrent, isOther, error, setPage, lookAgain } = usePreviewPages(choice);
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
              <div
                className={isCurrent ? 'es-merge-pages' : 'es-merge-pages es-stale'}
                aria-busy={!isCurrent}
              >
                <MergeTable groups={preview.groups} useHighest={useHighest} />
              </div>
              <Pagination
                size="small"
                hideOnSinglePage
                showSizeChanger={false}
                current={preview.page}
                pageSize={preview.per_page}
                total={count}
                onChange={setPage}
              />
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

/** The pages of a preview. While one loads, the last one stays; where the numbers are others than on it, they are shown from the first page. */
function usePreviewPages(choice: MassMergeDialogProps['choice']) {
  const { storeId } = useStore();
  const [page, setPage] = useState(1);
  const [preview, keep] = useState<MassMergePreview>();
  const [isOther, setOther] = useState(false);
  const { data, error, refetch, isFetching } = useCall(
    previewMassMerge,
    { params: { storeId }, body: { ...choice, page } },
    { staleTime: 0 },
  );
  if (data !== undefined && data !== preview && !isFetching) {
    keep(data);
    if (preview !== undefined && preview.numbers !== data.numbers) {
      setOther(true);
      setPage(1);
    }
  }
  return {
    preview,
    isOther,
    isCurrent: data !== undefined && data === preview && !isFetching,
    error,
    setPage,
    lookAgain: () => {
      setPage(1);
      void refetch();
    },
  };
}
