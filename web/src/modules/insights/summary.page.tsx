import { showSummary } from '@evenstock/contract/insights/insights';
import { Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { failureOf } from '../../api/failure.ts';
import { useCall } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { Figure, Figures } from '../../ui/values/figures.tsx';
import { LiveIndicator } from '../../ui/pages/live-indicator.tsx';
import { Count, Money } from '../../ui/values/money.tsx';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { Retry } from '../../ui/pages/retry.tsx';
import './insights.css';
import { useInsightsText } from './insights.texts.ts';
import { salesInOtherCurrencies } from './other-sales.rules.ts';
import { SetupPanel } from './setup-panel.tsx';
import { TodoPanel } from './todo-panel.tsx';

interface SummaryProps {
  readonly announcements: ReactNode;
  readonly notifications: ReactNode;
}

/** To-do counts, today's figures, announcements, notifications, and the next steps. */
export function SummaryPage({ announcements, notifications }: SummaryProps) {
  const t = useInsightsText();
  const { store, storeId } = useStore();
  const { data, error, refetch, isFetching } = useCall(
    showSummary,
    { params: { storeId } },
    { live: ['orders'] },
  );
  const others = data === undefined ? [] : salesInOtherCurrencies(data);
  return (
    <>
      <PageHeader
        title={t('summary')}
        aside={<LiveIndicator />}
        subtitle={t('today', { zone: store.time_zone })}
      />
      <TodoPanel />
      {data === undefined && error === null && <Skeleton active paragraph={{ rows: 2 }} />}
      {data === undefined && error !== null && (
        <Retry failure={failureOf(error)} onRetry={() => void refetch()} loading={isFetching} />
      )}
      {data !== undefined && (
        <Figures>
          <Figure label={t('ordersToShip')} isFirst>
            <Link className="es-number-link" to={`/stores/${storeId}/orders`}>
              <Count value={data.orders_to_ship} />
            </Link>
          </Figure>
          <Figure label={t('newOrders')}>
            <Count value={data.new_orders} />
          </Figure>
          <Figure label={t('newBuyers')}>
            <Count value={data.new_buyers} />
          </Figure>
          <Figure label={t('salesToday')}>
            <Money formatted={data.formatted_sales_today} />
            {others.length > 0 && (
              <small className="es-cell-sub">{t('alsoIn', { amounts: others.join(', ') })}</small>
            )}
          </Figure>
        </Figures>
      )}
      <div className="es-summary-panels">
        {announcements}
        <div className="es-summary-notifications">{notifications}</div>
        <SetupPanel />
      </div>
    </>
  );
}
