import { listAllSubscriptionInfos } from '@evenstock/contract/billing/billing';
import { Link } from 'react-router';
import { useList } from '../../ui/lists/list.ts';
import { AdminFrame } from '../../ui/pages/admin-frame.tsx';
import { useBillingText } from './billing.texts.ts';
import { SubscriptionList } from './subscription-list.tsx';

/** `/admin`: the monthly figures of every store, for platform admins. */
export default function AdminPage() {
  const t = useBillingText();
  const list = useList(listAllSubscriptionInfos, { sort: 'created_at desc', filters: [] });
  return (
    <AdminFrame
      title={t('subscriptions')}
      lead={t('subscriptionsLead')}
      actions={
        <>
          <Link to="/admin/activities">{t('activities')}</Link>
          <Link to="/admin/announcements">{t('announcements')}</Link>
          <Link to="/admin/dead_letters">{t('deadLetters')}</Link>
          <Link to="/admin/vouchers">{t('vouchers')}</Link>
        </>
      }
    >
      <SubscriptionList list={list} label={t('subscriptions')} showStore />
    </AdminFrame>
  );
}
