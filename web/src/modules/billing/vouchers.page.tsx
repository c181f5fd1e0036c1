import { listDueVouchers, type DueVoucher } from '@evenstock/contract/billing/billing';
import { Link } from 'react-router';
import { DataTable, type Column } from '../../ui/lists/data-table.tsx';
import { useList } from '../../ui/lists/list.ts';
import { Time } from '../../ui/values/time.tsx';
import { AdminFrame } from '../../ui/pages/admin-frame.tsx';
import { useBillingText } from './billing.texts.ts';

/** `/admin/vouchers`: users who are due a voucher, for the admins who send them. */
export default function VouchersPage() {
  const t = useBillingText();
  const list = useList(listDueVouchers, { sort: 'due_since desc', filters: [] });
  const columns: readonly Column<DueVoucher>[] = [
    { key: 'email', title: t('voucherFor'), render: ({ email }) => email },
    { key: 'store', title: t('store'), render: ({ store }) => <StoreName store={store} /> },
    {
      key: 'referred_by',
      title: t('invitedBy'),
      render: ({ referred_by: store }) => <StoreName store={store} />,
    },
    {
      key: 'due_since',
      title: t('dueSince'),
      sort: 'due_since',
      render: (voucher) => <Time at={voucher.due_since} />,
    },
  ];
  return (
    <AdminFrame
      title={t('vouchers')}
      lead={t('vouchersLead')}
      actions={<Link to="/admin">{t('subscriptions')}</Link>}
    >
      <DataTable<DueVoucher>
        list={list}
        label={t('vouchers')}
        rows={list.data?.due_vouchers}
        total={list.data?.total_count}
        columns={columns}
        rowKey={({ id }) => id}
        empty={t('noVoucher')}
        card={(voucher) => (
          <>
            <strong>{voucher.email}</strong>
            <div className="es-card-row">
              <StoreName store={voucher.store} />
              <Time at={voucher.due_since} />
            </div>
            <div className="es-card-row es-quiet">
              <span>{t('invitedBy')}</span>
              <StoreName store={voucher.referred_by} />
            </div>
          </>
        )}
      />
    </AdminFrame>
  );
}

function StoreName({ store }: { readonly store: DueVoucher['store'] }) {
  const t = useBillingText();
  if (store.slug === null) return <span className="es-quiet">{t('deletedStore', { name: store.name })}</span>;
  return <Link to={`/admin/stores/${String(store.id)}`}>{store.name}</Link>;
}
