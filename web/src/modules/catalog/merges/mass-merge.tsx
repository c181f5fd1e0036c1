import { massMerge, type MassMergePreview } from '@evenstock/contract/catalog/mass-merges';
import type { VariantChoice } from '@evenstock/contract/catalog/variants';
import { Button } from 'antd';
import { useState } from 'react';
import { describeFailure, failureOf, withReason } from '../../../api/failure.ts';
import { useWrite } from '../../../api/queries.ts';
import { useStore } from '../../../api/store-context.ts';
import { useAllowSync } from '../product/allow-sync.tsx';
import { MassMergeDialog } from './mass-merge.dialog.tsx';
import { useMergingText } from './merging.texts.ts';
import type { Paying } from '../product/paying.ts';

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
        <MergeMatching
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

function MergeMatching({ choice, onStarted, onClose }: MassMergeProps & { readonly onClose: () => void }) {
  const t = useMergingText();
  const { storeId } = useStore();
  const merge = useWrite(massMerge, ['merges', 'operations']);
  return (
    <MassMergeDialog
      title={t('massMerge')}
      choice={{ variants: choice }}
      ok={(count, codes) => t('massMergeOk', { count, codes })}
      isPending={merge.isPending}
      onClose={onClose}
      start={(confirmed, onRefused) =>
        merge.mutate(
          { params: { storeId }, body: { variants: choice, ...confirmed } },
          {
            onSuccess: ({ mass_action: { id } }) => onStarted(id),
            onError: (thrown) => {
              const reason = describeFailure(failureOf(thrown));
              onRefused(withReason(t('listingsFailed'), reason));
            },
          },
        )
      }
    >
      {(preview) => <Outcome preview={preview} />}
    </MassMergeDialog>
  );
}

function Outcome({ preview }: { readonly preview: MassMergePreview }) {
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
