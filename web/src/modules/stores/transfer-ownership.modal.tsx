import { listTransferees, startTransfer } from '@evenstock/contract/stores/members';
import { Select } from 'antd';
import { useId, useState } from 'react';
import { failureOf } from '../../api/failure.ts';
import { useCall, useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { notifyFailure } from '../../ui/pages/notices.ts';
import { Retry } from '../../ui/pages/retry.tsx';
import { TypedConfirm } from '../../ui/dialogs/typed-confirm.tsx';
import { useStoresText } from './stores.texts.ts';

/** Offers the ownership to a member; the store's name must be typed to confirm. */
export function TransferOwnershipModal({
  open,
  onClose,
}: {
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  const t = useStoresText();
  const id = useId();
  const { store, storeId } = useStore();
  const [chosen, setChosen] = useState<number | null>(null);
  const { data, error, refetch, isFetching } = useCall(
    listTransferees,
    { params: { storeId } },
    { enabled: open, live: ['store'] },
  );
  const start = useWrite(startTransfer, ['store']);
  const nobody = data?.users.length === 0;
  const close = () => {
    setChosen(null);
    onClose();
  };
  const submit = () => {
    if (chosen === null) return;
    start.mutate(
      { params: { storeId }, body: { store_transfer: { transferree_id: chosen } } },
      {
        onSuccess: close,
        onError: (thrown) => notifyFailure(thrown, t('transferFailed')),
      },
    );
  };
  return (
    <TypedConfirm
      title={t('transferTitle', { name: store.name })}
      open={open}
      word={store.name}
      ok={t('transferOwnership')}
      pending={start.isPending}
      blocked={chosen === null}
      onOk={submit}
      onClose={close}
    >
      <p>{t('transferHint')}</p>
      {store.stripe_subscription_id !== null && <p className="es-strong">{t('transferCard')}</p>}
      {error !== null && data === undefined ? (
        <Retry failure={failureOf(error)} onRetry={() => void refetch()} loading={isFetching} />
      ) : nobody ? (
        <p className="es-strong">{t('noTransferee')}</p>
      ) : (
        <>
          <label htmlFor={id}>{t('transferee')}</label>
          <Select
            id={id}
            showSearch={{ optionFilterProp: 'label' }}
            loading={data === undefined}
            placeholder={t('transfereeChoose')}
            value={chosen}
            onChange={(value: number) => setChosen(value)}
            options={data?.users.map((user) => ({ value: user.id, label: user.email })) ?? []}
          />
        </>
      )}
    </TypedConfirm>
  );
}
