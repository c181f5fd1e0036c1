import { acceptTransfer, cancelTransfer, rejectTransfer } from '@evenstock/contract/stores/members';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { notify, notifyFailure } from '../../ui/pages/notices.ts';
import { Panel } from '../../ui/pages/panel.tsx';
import { useStoresText } from './stores.texts.ts';
import { TransferOwnershipModal } from './transfer-ownership.modal.tsx';

type Transfer = NonNullable<ReturnType<typeof useStore>['store']['pending_store_transfer']>;

/** The owner of the store, and the actions on a transfer: offer, withdraw, accept, reject. */
export function OwnershipPanel() {
  const t = useStoresText();
  const { store, can } = useStore();
  const transfer = store.pending_store_transfer;
  return (
    <Panel title={t('ownership')}>
      <div className="es-help">
        {store.owner !== null && <p>{t('ownedBy', { email: store.owner.email })}</p>}
        {transfer === null ? (
          can('store.transfer') && <TransferButton />
        ) : can('transfer.answer') ? (
          <Offer transfer={transfer} />
        ) : (
          <>
            <p>{t('offeredTo', { email: transfer.transferree.email })}</p>
            {can('store.transfer') && <CancelButton transfer={transfer} />}
          </>
        )}
      </div>
    </Panel>
  );
}

function TransferButton() {
  const t = useStoresText();
  const [choosing, setChoosing] = useState(false);
  return (
    <div>
      <Button onClick={() => setChoosing(true)}>{t('transferOwnership')}</Button>
      <TransferOwnershipModal open={choosing} onClose={() => setChoosing(false)} />
    </div>
  );
}

function CancelButton({ transfer }: { readonly transfer: Transfer }) {
  const t = useStoresText();
  const { storeId } = useStore();
  const cancel = useWrite(cancelTransfer, ['store']);
  const run = () => {
    cancel.mutate(
      { params: { storeId, storeTransferId: transfer.id } },
      {
        onSuccess: () => notify({ kind: 'success', text: t('cancelled') }),
        onError: (error) => tellFailure(t('cancelFailed'), error),
      },
    );
  };
  return (
    <div>
      <Button onClick={run} loading={cancel.isPending}>
        {t('cancelTransfer')}
      </Button>
    </div>
  );
}

function Offer({ transfer }: { readonly transfer: Transfer }) {
  const t = useStoresText();
  const { store, storeId } = useStore();
  const accept = useWrite(acceptTransfer, ['store']);
  const reject = useWrite(rejectTransfer, ['store']);
  const busy = accept.isPending || reject.isPending;
  const input = { params: { storeId, storeTransferId: transfer.id } };
  return (
    <Alert
      type="info"
      title={t('offeredToYou', { email: transfer.transferrer.email })}
      description={
        <>
          {store.stripe_subscription_id !== null && <p>{t('acceptCard')}</p>}
          <span className="es-page-actions">
            <Button
              type="primary"
              loading={accept.isPending}
              disabled={busy}
              onClick={() =>
                accept.mutate(input, {
                  onSuccess: () => notify({ kind: 'success', text: t('accepted') }),
                  onError: (error) => tellFailure(t('acceptFailed'), error),
                })
              }
            >
              {t('acceptOwnership')}
            </Button>
            <Button
              loading={reject.isPending}
              disabled={busy}
              onClick={() =>
                reject.mutate(input, {
                  onSuccess: () => notify({ kind: 'success', text: t('rejected') }),
                  onError: (error) => tellFailure(t('rejectFailed'), error),
                })
              }
            >
              {t('rejectOwnership')}
            </Button>
          </span>
        </>
      }
    />
  );
}

function tellFailure(what: string, error: unknown): void {
  notifyFailure(error, what, (reason) => `${what}: ${reason}`);
}
