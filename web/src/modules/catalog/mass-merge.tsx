import { massMerge, previewMassMerge, type MassMergePreview } from '@evenstock/contract/mass-merges';
import type { VariantChoice } from '@evenstock/contract/variants';
import { Alert, Button, Skeleton } from 'antd';
import { useState } from 'react';
import { describeFailure, failureOf } from '../../api/failure.ts';
import { useCall, useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { Retry } from '../../ui/retry.tsx';
import { useAllowSync } from './allow-sync.tsx';
import { useMergingText } from './merging.texts.ts';
import type { Paying } from './paying.ts';
import { HighestSwitch } from './highest-switch.tsx';

interface MassMergeProps {
  /** All SKUs that match the filters. */
  readonly choice: VariantChoice;
  readonly onStarted: (operationId: number) => void;
}

/** The button that merges the matching SKUs that share a code. */
export function MassMerge({ choice, onStarted, askPayment }: MassMergeProps & Paying) {
  const t = useMergingText();
  const allowSync = useAllowSync();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => allowSync(() => askPayment(() => setOpen(true)))}>{t('massMerge')}</Button>
      {isOpen && (
        <MassMergeDialog
          choice={choice}
          onClose={() => setOpen(false)}
          onStarted={(id) => {
            setOpen(false);
            onStarted(id);
          }}
        />
      )}
    </>
  );
}

/** Shows the number of SKUs before and after the merge, for confirmation. */
function MassMergeDialog({ choice, onStarted, onClose }: MassMergeProps & { readonly onClose: () => void }) {
  const t = useMergingText();
  const { storeId } = useStore();
  const [useHighest, setUseHighest] = useState(true);
  const preview = useCall(
    previewMassMerge,
    { params: { storeId }, body: { variants: choice } },
    { staleTime: 0 },
  );
  const start = useWrite(massMerge, ['merges', 'operations']);
  const count = preview.data?.count ?? 0;
  return (
    <ActDialog
      title={t('massMerge')}
      ok={t('massMergeOk', { count: preview.data?.variants_count ?? 0, codes: count })}
      disabled={preview.data === undefined || preview.isFetching || count === 0}
      isPending={start.isPending}
      onClose={onClose}
      onOk={() =>
        start.mutate(
          {
            params: { storeId },
            body: { variants: choice, is_using_highest_qty: useHighest, expected_count: count },
          },
          { onSuccess: ({ mass_action: { id } }) => onStarted(id) },
        )
      }
    >
      {start.error !== null && (
        <Alert
          type="error"
          role="alert"
          title={describeFailure(failureOf(start.error)) ?? t('suggestedFailed')}
          action={
            <Button
              size="small"
              onClick={() => {
                start.reset();
                void preview.refetch();
              }}
            >
              {t('lookAgain')}
            </Button>
          }
        />
      )}
      {preview.data !== undefined ? (
        <>
          <Preview preview={preview.data} />
          {count > 0 && <HighestSwitch checked={useHighest} onChange={setUseHighest} />}
        </>
      ) : preview.error === null ? (
        <div role="status" aria-label={t('counting')}>
          <Skeleton active title={false} />
        </div>
      ) : (
        <Retry failure={failureOf(preview.error)} onRetry={() => void preview.refetch()} />
      )}
    </ActDialog>
  );
}

function Preview({ preview }: { readonly preview: MassMergePreview }) {
  const t = useMergingText();
  const { count, variants_count: variants, listings_count: listings, alone_count: alone } = preview;
  if (count === 0) return <p>{t('massMergeNone')}</p>;
  return (
    <>
      <p>{t('massMergeText', { count, variants, listings })}</p>
      {alone > 0 && <p className="es-quiet">{t('massMergeAlone', { count: alone })}</p>}
      <p className="es-quiet">{t('mergeManyText')}</p>
    </>
  );
}
