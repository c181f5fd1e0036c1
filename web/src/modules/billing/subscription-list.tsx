import type { MonthlySubscriptionInfo } from '@evenstock/contract/billing/billing';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { DataTable, type Column } from '../../ui/lists/data-table.tsx';
import type { List } from '../../ui/lists/list.ts';
import { Time } from '../../ui/values/time.tsx';
import { useBillingText } from './billing.texts.ts';

interface SubscriptionListProps {
  readonly list: List<{ monthly_subscription_infos: MonthlySubscriptionInfo[]; total_count: number }>;
  readonly label: string;
  /** Adds a column with the store, for lists of several stores. */
  readonly showStore?: boolean;
}

/** Months, newest first: the average number of merged listings, the estimated cost, and the billed amount. */
export function SubscriptionList({ list, label, showStore = false }: SubscriptionListProps) {
  const t = useBillingText();
  const columns: readonly Column<MonthlySubscriptionInfo>[] = [
    ...(showStore
      ? [
          {
            key: 'store',
            title: t('store'),
            render: (info: MonthlySubscriptionInfo) => <StoreOf info={info} />,
          },
        ]
      : []),
    { key: 'month', title: t('month'), render: monthOf },
    { key: 'average', title: t('average'), align: 'right', render: averageOf },
    { key: 'cost', title: t('cost'), align: 'right', render: costOf },
    { key: 'charged', title: t('charged'), align: 'right', render: (info) => <Charged info={info} /> },
    {
      key: 'created_at',
      title: t('recorded'),
      sort: 'created_at',
      render: (info) => <Time at={info.created_at} />,
    },
  ];
  return (
    <DataTable<MonthlySubscriptionInfo>
      list={list}
      label={label}
      rows={list.data?.monthly_subscription_infos}
      total={list.data?.total_count}
      columns={columns}
      rowKey={(info) => info.id}
      empty={t('noMonth')}
      card={(info) => (
        <>
          <div className="es-card-row">
            <strong>{monthOf(info)}</strong>
            <strong>{costOf(info)}</strong>
          </div>
          {showStore && (
            <div className="es-card-row">
              <StoreOf info={info} />
            </div>
          )}
          <div className="es-card-row es-quiet">
            <span>{t('average')}</span>
            <span>{averageOf(info)}</span>
          </div>
          <div className="es-card-row es-quiet">
            <span>{t('charged')}</span>
            <Charged info={info} />
          </div>
        </>
      )}
    />
  );
}

const monthOf = ({ year, month }: MonthlySubscriptionInfo): ReactNode =>
  `${String(year)}-${String(month).padStart(2, '0')}`;
const averageOf = (info: MonthlySubscriptionInfo): ReactNode => info.average_merged_count.toFixed(2);
const costOf = (info: MonthlySubscriptionInfo): ReactNode =>
  `${info.formatted_estimated_monthly_cost} ${info.currency}`;

function Charged({ info }: { readonly info: MonthlySubscriptionInfo }) {
  const t = useBillingText();
  if (info.charged_amount === 0) return <span className="es-quiet">{t('notCharged')}</span>;
  return `${info.formatted_charged_amount} ${info.currency}`;
}

function StoreOf({ info: { store } }: { readonly info: MonthlySubscriptionInfo }) {
  const t = useBillingText();
  if (store.slug === null) return <span className="es-quiet">{t('deletedStore', { name: store.name })}</span>;
  return <Link to={`/admin/stores/${String(store.id)}`}>{store.name}</Link>;
}
