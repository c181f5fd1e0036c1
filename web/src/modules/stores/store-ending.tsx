import { listMarketplaces } from '@evenstock/contract/marketplaces/marketplaces';
import {
  deletedStoreDays,
  deleteStore,
  leaveStore,
  listStoreProfiles,
} from '@evenstock/contract/stores/stores';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { queryClient, useCall, useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { useConfirm } from '../../ui/dialogs/confirm.tsx';
import { notify, notifyFailure } from '../../ui/pages/notices.ts';
import { Panel } from '../../ui/pages/panel.tsx';
import { TypedConfirm } from '../../ui/dialogs/typed-confirm.tsx';
import { useStoresText } from './stores.texts.ts';
import { noteLeaving, noteStaying } from './way-out.ts';

/** The buttons for leaving a store or deleting one's own; hidden for users who may do neither. */
export function DangerousPanel({ endSubscription }: { readonly endSubscription: ReactNode }) {
  const t = useStoresText();
  const { can } = useStore();
  if (!can('store.leave') && !can('store.delete')) return null;
  return (
    <Panel title={t('dangerous')}>
      <div className="es-page-actions">
        {can('store.leave') && <LeaveButton />}
        {endSubscription}
        {can('store.delete') && <DeleteButton />}
      </div>
    </Panel>
  );
}

/** Marks the cached list of the user's stores as stale. */
function forgetStores(): void {
  void queryClient.invalidateQueries({ queryKey: [listStoreProfiles.name] });
}

function failedBecause(what: string, error: unknown): void {
  notifyFailure(error, what, (reason) => `${what}: ${reason}`);
}

function LeaveButton() {
  const t = useStoresText();
  const navigate = useNavigate();
  const { store, storeId } = useStore();
  const confirm = useConfirm();
  const leave = useWrite(leaveStore);
  const { name } = store;
  const ask = () => {
    confirm({
      title: t('leaveTitle', { name }),
      content: t('leaveText'),
      danger: true,
      onOk: async () => {
        noteLeaving(storeId, '/stores');
        try {
          await leave.mutateAsync({ params: { storeId } });
        } catch (thrown) {
          noteStaying();
          failedBecause(t('leaveFailed', { name }), thrown);
          return;
        }
        notify({ kind: 'success', text: t('left', { name }) });
        forgetStores();
        await navigate('/stores');
      },
    });
  };
  return (
    <Button danger onClick={ask}>
      {t('leaveStore')}
    </Button>
  );
}

function DeleteButton() {
  const t = useStoresText();
  const navigate = useNavigate();
  const { store, storeId } = useStore();
  const [asking, setAsking] = useState(false);
  const remove = useWrite(deleteStore);
  const { name } = store;
  // Awaited here, because this screen may be unmounted before the reply arrives: the store is gone.
  const submit = async () => {
    noteLeaving(storeId, '/');
    try {
      await remove.mutateAsync({ params: { storeId } });
    } catch (thrown) {
      noteStaying();
      failedBecause(t('deleteFailed', { name }), thrown);
      return;
    }
    notify({ kind: 'success', text: t('deleted', { name }) });
    forgetStores();
    await navigate('/');
  };
  return (
    <>
      <Button danger type="primary" onClick={() => setAsking(true)}>
        {t('deleteStore')}
      </Button>
      <TypedConfirm
        title={t('deleteTitle', { name })}
        open={asking}
        word={name}
        ok={t('deleteStore')}
        pending={remove.isPending}
        onOk={() => void submit()}
        onClose={() => setAsking(false)}
      >
        <p>{t('deleteGone')}</p>
        <p>{t('deleteStops')}</p>
        <StillSelling asking={asking} />
        <p>{t('deleteKept', { days: deletedStoreDays })}</p>
      </TypedConfirm>
    </>
  );
}

/** Warns about listings that stay on sale at the marketplaces without stock sync. */
function StillSelling({ asking }: { readonly asking: boolean }) {
  const t = useStoresText();
  const { storeId } = useStore();
  const { data } = useCall(
    listMarketplaces,
    { params: { storeId }, query: { per_page: 100 } },
    { enabled: asking },
  );
  const count =
    data?.marketplaces.reduce((sum, { num_product_listings: listings }) => sum + listings, 0) ?? 0;
  return count === 0 ? null : <p className="es-strong">{t('deleteListings', { count })}</p>;
}
