import { endSubscription, pricing } from '@evenstock/contract/billing/billing';
import { Button } from 'antd';
import { useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { useConfirm } from '../../ui/dialogs/confirm.tsx';
import { notify } from '../../ui/pages/notices.ts';
import { useBillingText } from './billing.texts.ts';

/** The owner's button that ends the subscription; shown while there is one. */
export function EndSubscription() {
  const t = useBillingText();
  const { store, storeId, can } = useStore();
  const confirm = useConfirm();
  const end = useWrite(endSubscription, ['store']);
  if (store.stripe_subscription_id === null || !can('subscription.manage')) return null;
  const { name } = store;
  const go = async () => {
    try {
      await end.mutateAsync({ params: { storeId } });
      notify({ kind: 'success', text: t('ended', { name }) });
    } catch {
      notify({ kind: 'error', text: t('endFailed', { name }) });
    }
  };
  return (
    <Button
      danger
      loading={end.isPending}
      onClick={() =>
        confirm({
          title: t('endConfirm', { name }),
          content: t('endText', { free: pricing.freeMerged }),
          danger: true,
          onOk: go,
        })
      }
    >
      {t('end')}
    </Button>
  );
}
