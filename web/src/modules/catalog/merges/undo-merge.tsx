import { showMerge, undoMerge, type MergeToUndo } from '@evenstock/contract/catalog/merges';
import { Alert, Button, Skeleton } from 'antd';
import { useState } from 'react';
import { failureOf } from '../../../api/failure.ts';
import { useCall, useWrite } from '../../../api/queries.ts';
import { useStore } from '../../../api/store-context.ts';
import { useMessageText } from '../../../i18n/message-text.ts';
import { Modal } from '../../../ui/dialogs/dialog.tsx';
import { notifyFailure } from '../../../ui/pages/notices.ts';
import { message } from '../../../ui/dialogs/overlays.ts';
import { Retry } from '../../../ui/pages/retry.tsx';
import { useUnsaved } from '../../../ui/dialogs/unsaved.ts';
import { useAllowSync } from '../product/allow-sync.tsx';
import '../product/catalog.css';
import { DivideQuantity } from './divide-quantity.tsx';
import { divideInOrder } from './division.rules.ts';
import './merging.css';
import { useMergingText } from './merging.texts.ts';

/** The button that undoes a merge, for any screen that shows it. */
export function UndoMerge({ mergeId }: { readonly mergeId: number }) {
  const t = useMergingText();
  const { can } = useStore();
  const allowSync = useAllowSync();
  const [isOpen, setOpen] = useState(false);
  if (!can('product.work')) return null;
  return (
    <>
      <Button type="link" size="small" onClick={() => allowSync(() => setOpen(true))}>
        {t('undo')}
      </Button>
      {isOpen && <UndoMergeModal mergeId={mergeId} onClose={() => setOpen(false)} />}
    </>
  );
}

interface UndoMergeModalProps {
  readonly mergeId: number;
  readonly onClose: () => void;
}

/** Previews how the shared quantity would be divided, or shows why the merge cannot be undone. */
function UndoMergeModal({ mergeId, onClose }: UndoMergeModalProps) {
  const t = useMergingText();
  const { storeId } = useStore();
  const [typed, setTyped] = useState<ReadonlyMap<number, number | null>>(new Map());
  const { data, error, refetch, isFetching } = useCall(
    showMerge,
    { params: { storeId, mergeId } },
    { live: ['variants', 'stock_movements'], staleTime: 0 },
  );
  const undo = useWrite(undoMerge, ['variants', 'merges', 'stock_movements']);
  const close = useUnsaved({ isUnsaved: () => !undo.isPending && typed.size > 0, onClose });
  const merge = data?.merge;
  const rows = merge === undefined ? [] : dividedRows(merge, typed);
  const isWhole = rows.every(({ leaves }) => leaves !== null);
  const canUndo = merge?.problem === null && isWhole;

  function go(): void {
    const divisions = rows.map(({ offer, shared, leaves }) => ({
      variant_listing_id: offer.variant_listing_id,
      quantity: leaves ?? 0,
      shared_quantity: shared - (leaves ?? 0),
    }));
    undo.mutate(
      { params: { storeId, mergeId }, body: { merge: { divisions } } },
      {
        onSuccess: () => {
          message.success(t('undone'));
          onClose();
        },
        onError: (thrown) => {
          notifyFailure(thrown, t('undoFailed'));
          void refetch();
        },
      },
    );
  }

  return (
    <Modal
      open
      width={620}
      title={t('undoTitle')}
      okText={t('undo')}
      cancelText={t('cancel')}
      confirmLoading={undo.isPending}
      okButtonProps={{ disabled: !canUndo }}
      onOk={go}
      onCancel={close}
    >
      {merge === undefined && error === null && <Skeleton active />}
      {merge === undefined && error !== null && (
        <Retry failure={failureOf(error)} onRetry={() => void refetch()} loading={isFetching} />
      )}
      {merge !== undefined && (
        <Undo merge={merge} rows={rows} onType={(id, units) => setTyped(new Map(typed).set(id, units))} />
      )}
      {!isWhole && <p className="es-error">{t('whole')}</p>}
    </Modal>
  );
}

type Rows = ReturnType<typeof divideInOrder>;

function dividedRows(merge: MergeToUndo, typed: ReadonlyMap<number, number | null>): Rows {
  const { id, quantity } = merge.variant;
  const offers = merge.listings.map((listing) => ({
    variant_listing_id: listing.id,
    variant_id: id,
    unmerge_quantity: listing.unmerge_quantity,
  }));
  return divideInOrder(offers, new Map([[id, quantity]]), typed);
}

interface UndoProps {
  readonly merge: MergeToUndo;
  readonly rows: Rows;
  readonly onType: (listingId: number, units: number | null) => void;
}

function Undo({ merge: { problem, variant, listings, staying }, rows, onType }: UndoProps) {
  const t = useMergingText();
  const messageText = useMessageText();
  if (problem !== null) return <Alert type="info" showIcon title={messageText(problem)} />;
  return (
    <>
      <p>{t('undoText', { quantity: variant.quantity })}</p>
      <ul className="es-undo-merge">
        {rows.map(({ offer, shared, leaves }, place) => {
          const listing = listings[place];
          const later = listings.slice(place + 1).map(({ marketplace }) => marketplace.name);
          return (
            <li key={offer.variant_listing_id}>
              <strong>{listing?.name}</strong>
              <DivideQuantity
                shared={shared}
                leaves={leaves}
                onChange={(units) => onType(offer.variant_listing_id, units)}
                leaving={listing?.marketplace.name ?? ''}
                staying={[...later, ...staying.map(({ name }) => name)]}
              />
            </li>
          );
        })}
      </ul>
    </>
  );
}
