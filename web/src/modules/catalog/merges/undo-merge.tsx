import { showMerge, undoMerge, type MergeToUndo } from '@evenstock/contract/catalog/merges';
import { Alert, Button, Skeleton } from 'antd';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { send } from '../../../api/call.ts';
import { failureOf } from '../../../api/failure.ts';
import { refreshTopics, useCall, useWrite } from '../../../api/queries.ts';
import { useStore } from '../../../api/store-context.ts';
import { useMessageText } from '../../../i18n/message-text.ts';
import { Modal } from '../../../ui/dialogs/dialog.tsx';
import { message } from '../../../ui/dialogs/overlays.ts';
import { notifyFailure } from '../../../ui/pages/notices.ts';
import { Retry } from '../../../ui/pages/retry.tsx';
import { MarketplaceName } from '../../../ui/values/channel-mark.tsx';
import { Code, Count } from '../../../ui/values/money.tsx';
import { useAllowSync } from '../product/allow-sync.tsx';
import '../product/catalog.css';
import '../../../ui/values/before-after.css';
import './merging.css';
import { useMergingText } from './merging.texts.ts';

const changed = ['variants', 'merges', 'stock_movements'] as const;

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

/**
 * Undoes a merge that was just done. Where something has happened since, its SKU's page opens with what undoing would make of the
 * numbers.
 */
export function useUndoMerge(): (mergeId: number) => void {
  const t = useMergingText();
  const { storeId } = useStore();
  const navigate = useNavigate();
  async function undo(mergeId: number): Promise<void> {
    const params = { storeId, mergeId };
    try {
      const { merge } = await send(showMerge, { params });
      if (merge.is_touched || merge.problem !== null) {
        await navigate(`/stores/${storeId}/variants/${merge.variant.slug}?open=${undoDialog(mergeId)}`);
        return;
      }
      await send(undoMerge, { params, body: { merge: { shown: shownIn(merge) } } });
      message.success(t('undone'));
    } catch (thrown) {
      notifyFailure(thrown, t('undoFailed'));
    } finally {
      refreshTopics(changed);
    }
  }
  return (mergeId) => void undo(mergeId);
}

/** What the dialog is called in the address of a SKU's page. */
export const undoDialog = (mergeId: number): string => `undo_merge_${String(mergeId)}`;

/** The merge that a dialog's name is about; null for another dialog. */
export function mergeOfDialog(dialog: string | null): number | null {
  const id = /^undo_merge_(\d{1,15})$/.exec(dialog ?? '')?.[1];
  return id === undefined ? null : Number(id);
}

const shownIn = ({ skus }: MergeToUndo) => skus.map(({ id, quantity }) => ({ variant_id: id, quantity }));

interface UndoMergeModalProps {
  readonly mergeId: number;
  readonly onClose: () => void;
}

/** Previews the SKUs that come back with their numbers, or shows why the merge cannot be undone. */
export function UndoMergeModal({ mergeId, onClose }: UndoMergeModalProps) {
  const t = useMergingText();
  const { storeId } = useStore();
  const { data, error, refetch, isFetching } = useCall(
    showMerge,
    { params: { storeId, mergeId } },
    { live: ['variants', 'stock_movements'], staleTime: 0 },
  );
  const undo = useWrite(undoMerge, [...changed]);
  const merge = data?.merge;

  function go(): void {
    if (merge === undefined) return;
    undo.mutate(
      { params: { storeId, mergeId }, body: { merge: { shown: shownIn(merge) } } },
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
      width={680}
      title={t('undoTitle')}
      okText={t('undo')}
      cancelText={t('cancel')}
      confirmLoading={undo.isPending}
      okButtonProps={{ disabled: merge?.problem !== null }}
      onOk={go}
      onCancel={onClose}
    >
      {merge === undefined && error === null && <Skeleton active />}
      {merge === undefined && error !== null && (
        <Retry failure={failureOf(error)} onRetry={() => void refetch()} loading={isFetching} />
      )}
      {merge !== undefined && <Undo merge={merge} onClose={onClose} />}
    </Modal>
  );
}

function Undo({ merge, onClose }: { readonly merge: MergeToUndo; readonly onClose: () => void }) {
  const t = useMergingText();
  const messageText = useMessageText();
  if (merge.problem !== null) return <Alert type="info" showIcon title={messageText(merge.problem)} />;
  return (
    <>
      {merge.is_touched && <Since merge={merge} onClose={onClose} />}
      <p>{t('undoText')}</p>
      <table className="es-before-after">
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
        {merge.skus.map((sku) => (
          <Sku key={sku.id} sku={sku} shared={sku.id === merge.variant.id ? merge.variant.quantity : null} />
        ))}
      </table>
    </>
  );
}

/** What has happened since, and the other way to take the SKU apart. */
function Since({ merge, onClose }: { readonly merge: MergeToUndo; readonly onClose: () => void }) {
  const t = useMergingText();
  const { storeId } = useStore();
  const { variant, separate_quantity: separate } = merge;
  return (
    <Alert
      type="warning"
      showIcon
      className="es-merge-problem"
      title={t('undoSince', { sku: variant.sku ?? variant.full_product_name })}
      description={
        separate === variant.quantity ? null : (
          <>
            <p>{t('undoSums', { separate, shared: variant.quantity })}</p>
            <Link to={`/stores/${storeId}/variants/${variant.slug}`} onClick={onClose}>
              {t('unmergeInstead')}
            </Link>
          </>
        )
      }
    />
  );
}

interface SkuProps {
  readonly sku: MergeToUndo['skus'][number];
  /** Units of the SKU now; null for one that comes back. */
  readonly shared: number | null;
}

function Sku({ sku, shared }: SkuProps) {
  return (
    <tbody>
      <tr className="es-undo-sku">
        <th scope="rowgroup">
          <Code>{sku.sku}</Code> <small className="es-quiet es-merge-listing">{sku.full_product_name}</small>
        </th>
        <td className="es-right es-quiet">
          <Count value={shared} />
        </td>
        <td className="es-right">
          <strong>
            <Count value={sku.quantity} />
          </strong>
        </td>
      </tr>
      {sku.listings.map((listing) => (
        <tr key={listing.id}>
          <td>
            <MarketplaceName marketplace={listing.marketplace} />
          </td>
          <td className="es-right">
            <span className={listing.before === listing.after ? 'es-quiet' : 'es-differs'}>
              <Count value={listing.before} />
            </span>
          </td>
          <td className="es-right">
            <Count value={listing.after} />
          </td>
        </tr>
      ))}
    </tbody>
  );
}
