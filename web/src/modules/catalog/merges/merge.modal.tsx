import { manualMerge, previewMerge, type MergePreview } from '@evenstock/contract/catalog/merges';
import type { VariantRow } from '@evenstock/contract/catalog/variants';
import { Alert, Button, Input, InputNumber, Skeleton, Tooltip } from 'antd';
import { useId, useState } from 'react';
import { describeFailure, failureOf, withReason } from '../../../api/failure.ts';
import { useCall, useWrite } from '../../../api/queries.ts';
import { useStore } from '../../../api/store-context.ts';
import '../../../ui/values/before-after.css';
import { MarketplaceName } from '../../../ui/values/channel-mark.tsx';
import { Modal } from '../../../ui/dialogs/dialog.tsx';
import { Count } from '../../../ui/values/money.tsx';
import { message, modal } from '../../../ui/dialogs/overlays.ts';
import { Retry } from '../../../ui/pages/retry.tsx';
import { useUnsaved } from '../../../ui/dialogs/unsaved.ts';
import './merging.css';
import { useMergingText } from './merging.texts.ts';
import { useUndoMerge } from './undo-merge.tsx';

export interface MergeModalProps {
  /** At least two; the name of the first is the default. */
  readonly variants: readonly Pick<VariantRow, 'id' | 'full_product_name'>[];
  /** The screen that opened the dialog. A suggestion takes the highest or lowest quantity, the others take a typed number. */
  readonly from: 'manual' | 'listings' | 'suggested';
  /** For a suggestion: whether to take the highest quantity or the lowest. */
  readonly useHighest?: boolean;
  readonly onClose: () => void;
  readonly onMerged: () => void;
}

/** Merges SKUs: previews the effect on each listing, and asks for the quantity and the name. */
export function MergeModal({ variants, from, useHighest = false, onClose, onMerged }: MergeModalProps) {
  const t = useMergingText();
  const { storeId } = useStore();
  const [typed, setTyped] = useState<number | null>();
  const [offeredName] = useState(variants[0]?.full_product_name ?? '');
  const [name, setName] = useState(offeredName);
  const [problem, setProblem] = useState<string | null>(null);
  const undo = useUndoMerge();
  const merge = useWrite(manualMerge, ['variants', 'merges', 'stock_movements']);
  const close = useUnsaved({
    isUnsaved: () => !merge.isPending && (typed !== undefined || name !== offeredName),
    onClose,
  });
  const ids = variants.map(({ id }) => id);
  const { data, error, refetch, isFetching } = useCall(
    previewMerge,
    {
      params: { storeId },
      query: {
        variant_ids: ids,
        ...(typeof typed === 'number' ? { qty: typed } : { is_using_highest_qty: useHighest }),
      },
    },
    { live: ['variants'], staleTime: 0 },
  );
  const preview = useLastPreview(data?.merge_preview);
  const isNamed = name.trim() !== '';
  // The merge must match the preview, so it is disabled while the preview for another number loads.
  const isShown = data !== undefined && typed !== null;

  function go(): void {
    if (data === undefined || typed === null) return;
    const { variants: shown, lowest } = data.merge_preview;
    const quantity = typed ?? lowest;
    merge.mutate(
      {
        params: { storeId },
        body: {
          variant_ids: ids,
          ...(from === 'suggested' && useHighest ? {} : { qty: quantity }),
          name: name.trim(),
          shown: shown.map((variant) => ({ variant_id: variant.id, quantity: variant.quantity })),
        },
      },
      {
        onSuccess: ({ merge_id: mergeId }) => {
          message.offer(t('merged'), { label: t('undoShort'), onAct: () => undo(mergeId) });
          onMerged();
        },
        onError: (thrown) => {
          const reason = describeFailure(failureOf(thrown));
          setProblem(
            from === 'suggested' && reason !== null
              ? t('suggestedFailedBecause', { reason })
              : withReason(t(`${from}Failed`), reason),
          );
          void refetch();
        },
      },
    );
  }

  return (
    <Modal
      open
      width={680}
      title={t('mergeTitle', { count: variants.length })}
      okText={t('merge')}
      cancelText={t('cancel')}
      confirmLoading={merge.isPending}
      okButtonProps={{ disabled: !isShown || !isNamed }}
      onOk={go}
      onCancel={close}
    >
      {problem !== null && <Alert type="error" showIcon title={problem} className="es-merge-problem" />}
      <MergeName name={name} onChange={setName} />
      {preview !== undefined && (
        <>
          {from === 'suggested' ? (
            <p className="es-merge-taken">
              {useHighest ? t('takesHighest') : t('takesLowest')} <OverrideInventory />
            </p>
          ) : (
            <MergeQuantity preview={preview} typed={typed} onChange={setTyped} />
          )}
          <Owed preview={preview} />
          <PreviewTable preview={preview} isStale={!isShown} />
        </>
      )}
      {preview === undefined && error === null && <Skeleton active />}
      {data === undefined && error !== null && (
        <Retry failure={failureOf(error)} onRetry={() => void refetch()} loading={isFetching} />
      )}
    </Modal>
  );
}

/** The newest preview; while another one loads, the previous one. */
function useLastPreview(preview: MergePreview | undefined): MergePreview | undefined {
  const [last, keep] = useState<MergePreview>();
  if (preview !== undefined && preview !== last) keep(preview);
  return preview ?? last;
}

function MergeName({ name, onChange }: { readonly name: string; readonly onChange: (name: string) => void }) {
  const t = useMergingText();
  const field = useId();
  const isMissing = name.trim() === '';
  return (
    <div className="es-merge-field">
      <label htmlFor={field}>{t('name')}</label>
      <Input
        id={field}
        autoFocus
        maxLength={255}
        value={name}
        aria-invalid={isMissing}
        {...(isMissing ? { status: 'error' as const } : {})}
        onChange={(event) => onChange(event.target.value)}
      />
      <small className={isMissing ? 'es-error' : 'es-quiet'}>
        {isMissing ? t('nameRequired') : t('nameHint')}
      </small>
    </div>
  );
}

interface MergeQuantityProps {
  readonly preview: MergePreview;
  /** Undefined until something is typed; the lowest quantity is the default. */
  readonly typed: number | null | undefined;
  readonly onChange: (quantity: number | null) => void;
}

function MergeQuantity({ preview: { lowest, highest }, typed, onChange }: MergeQuantityProps) {
  const t = useMergingText();
  const field = useId();
  return (
    <div className="es-merge-field">
      <label htmlFor={field}>{t('mergeQuantity')}</label>
      <span className="es-merge-typed">
        <InputNumber
          id={field}
          min={0}
          max={1_000_000}
          precision={0}
          value={typed === undefined ? lowest : typed}
          onChange={onChange}
        />
        <OverrideInventory />
      </span>
      <small className={typed === null ? 'es-error' : 'es-quiet'}>
        {typed === null ? t('whole') : t('mergeQuantityHint', { lowest, highest })}
      </small>
    </div>
  );
}

/** Explains the effect of the chosen quantity. */
function OverrideInventory() {
  const t = useMergingText();
  return (
    <Button
      type="link"
      size="small"
      onClick={() => {
        modal.info({
          title: t('override'),
          icon: null,
          okText: t('close'),
          content: (
            <>
              <p>{t('overrideText1')}</p>
              <p>{t('overrideText2')}</p>
              <p>{t('overrideText3')}</p>
            </>
          ),
        });
      }}
    >
      {t('override')}
    </Button>
  );
}

function Owed({ preview: { owed, quantity } }: { readonly preview: MergePreview }) {
  const t = useMergingText();
  if (owed === 0) return null;
  return <Alert type="warning" showIcon title={t('owed', { count: -owed, quantity })} />;
}

/** Each listing with its current quantity and the one after the merge. */
function PreviewTable({ preview, isStale }: { readonly preview: MergePreview; readonly isStale: boolean }) {
  const t = useMergingText();
  return (
    <table className={isStale ? 'es-before-after es-stale' : 'es-before-after'} aria-busy={isStale}>
      <caption>{t('preview')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('listing')}</th>
          <th scope="col" className="es-right">
            {t('before')}
          </th>
          <th scope="col" className="es-right">
            {t('after')}
          </th>
        </tr>
      </thead>
      <tbody>
        {preview.listings.map((listing) => (
          <tr key={listing.id}>
            <td>
              <MarketplaceName marketplace={listing.marketplace} />
              <small className="es-quiet es-merge-listing">{listing.name}</small>
            </td>
            <td className="es-right">
              <span className={listing.before === listing.after ? 'es-quiet' : 'es-differs'}>
                <Count value={listing.before} />
              </span>
            </td>
            <td className="es-right">
              <strong>
                <Count value={listing.after} />
              </strong>
              {listing.is_held && (
                <Tooltip title={t('heldHint')}>
                  <small className="es-flag">{t('held')}</small>
                </Tooltip>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
