import { useStore } from '../../api/store-context.ts';
import { useBillingText } from '../../modules/billing/billing.texts.ts';
import { EndSubscription } from '../../modules/billing/end-subscription.tsx';
import { SubscriptionHistory } from '../../modules/billing/subscription-history.tsx';
import { StoreSettingsPage } from '../../modules/stores/store-settings.page.tsx';

/** The store's settings, with what it pays as a tab for those who may see it. */
export default function StoreSettings() {
  const t = useBillingText();
  const { can } = useStore();
  const history = {
    key: 'subscription_history',
    label: t('subscriptionHistory'),
    children: <SubscriptionHistory />,
  };
  return (
    <StoreSettingsPage
      moreTabs={can('subscription.view') ? [history] : []}
      endSubscription={<EndSubscription />}
    />
  );
}
