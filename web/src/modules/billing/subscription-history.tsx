import { listSubscriptionInfos, pricing } from '@evenstock/contract/billing/billing';
import { Button } from 'antd';
import { pageSettings } from '../../api/page-settings.ts';
import { useStore } from '../../api/store-context.ts';
import { useList } from '../../ui/lists/list.ts';
import { Facts, Panel } from '../../ui/pages/panel.tsx';
import { useBillingText } from './billing.texts.ts';
import { useCheckout } from './checkout.ts';
import { EndSubscription } from './end-subscription.tsx';
import { SubscriptionList } from './subscription-list.tsx';

/** Whether the store has a subscription, and its monthly figures. */
export function SubscriptionHistory() {
  const t = useBillingText();
  const { storeId } = useStore();
  const list = useList(listSubscriptionInfos, {
    params: { storeId },
    live: ['store'],
    sort: 'created_at desc',
    filters: [],
  });
  return (
    <>
      <Subscription />
      <SubscriptionList list={list} label={t('subscriptionHistory')} />
    </>
  );
}

/** An installation without billing shows nothing here. */
function Subscription() {
  const t = useBillingText();
  const { store, can } = useStore();
  const { isLeaving, leave } = useCheckout();
  const { stripe_subscription_id: id, console_subscription_tier: tier } = store;
  if (!pageSettings.billing_on && id === null) return null;
  const mayManage = can('subscription.manage');
  return (
    <Panel
      title={t('subscription')}
      action={
        mayManage &&
        (id === null ? (
          <Button type="primary" loading={isLeaving} onClick={() => void leave()}>
            {t('addPayment')}
          </Button>
        ) : (
          <EndSubscription />
        ))
      }
    >
      <div className="es-help">
        <p>{id === null ? t('notSubscribed', { free: pricing.freeMerged }) : t('subscribed')}</p>
        {id !== null && (
          <Facts
            facts={[
              { label: t('tier'), value: tier ?? '-' },
              { label: t('subscriptionId'), value: id },
            ]}
          />
        )}
        {!mayManage && <p className="es-form-hint">{t('askOwner')}</p>}
      </div>
    </Panel>
  );
}
