import { listSubscriptionInfos } from '@evenstock/contract/billing/billing';
import { showStore } from '@evenstock/contract/stores/stores';
import { Link, useParams } from 'react-router';
import { useCall } from '../../api/queries.ts';
import { useList } from '../../ui/lists/list.ts';
import { AdminFrame } from '../../ui/pages/admin-frame.tsx';
import { useBillingText } from './billing.texts.ts';
import { SubscriptionList } from './subscription-list.tsx';

/** `/admin/stores/{id}`: one store's monthly figures, with a link to the store. */
export default function AdminStorePage() {
  const t = useBillingText();
  const { storeId = '' } = useParams();
  const store = useCall(showStore, { params: { storeId } });
  const list = useList(listSubscriptionInfos, { params: { storeId }, sort: 'created_at desc', filters: [] });
  const found = store.data?.store;
  const title = found === undefined ? t('subscriptionHistory') : t('subscriptionsOf', { name: found.name });
  return (
    <AdminFrame
      title={title}
      lead={<Link to="/admin">{t('subscriptions')}</Link>}
      actions={found === undefined ? undefined : <Link to={`/stores/${found.slug}`}>{t('openStore')}</Link>}
    >
      <SubscriptionList list={list} label={title} />
    </AdminFrame>
  );
}
