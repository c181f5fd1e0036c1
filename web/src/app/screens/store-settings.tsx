import { useStore } from '../../api/store-context.ts';
import { useBillingText } from '../../modules/billing/billing.texts.ts';
import { EndSubscription } from '../../modules/billing/end-subscription.tsx';
import { SubscriptionHistory } from '../../modules/billing/subscription-history.tsx';
import { CurrentPasswordField } from '../../modules/accounts/account/current-password.tsx';
import { DevelopersTab } from '../../modules/developers/developers.tab.tsx';
import { useDevelopersText } from '../../modules/developers/developers.texts.ts';
import { StoreSettingsPage } from '../../modules/stores/store-settings.page.tsx';

/** The store's settings as tabs, with its billing for those who may see it, and its developer settings. */
export default function StoreSettings() {
  const t = useBillingText();
  const forDevelopers = useDevelopersText();
  const { can } = useStore();
  const history = {
    key: 'subscription_history',
    label: t('subscriptionHistory'),
    children: <SubscriptionHistory />,
  };
  const developers = {
    key: 'developers',
    label: forDevelopers('developers'),
    children: <DevelopersTab proof={<CurrentPasswordField />} />,
  };
  return (
    <StoreSettingsPage
      moreTabs={[...(can('subscription.view') ? [history] : []), developers]}
      endSubscription={<EndSubscription />}
    />
  );
}
