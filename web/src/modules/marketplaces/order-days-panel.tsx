import { listOrderDays, type OrderDay } from '@evenstock/contract/orders/order-days';
import { Skeleton } from 'antd';
import { failureOf } from '../../api/failure.ts';
import { useCall } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { Panel } from '../../ui/pages/panel.tsx';
import { Retry } from '../../ui/pages/retry.tsx';
import { StateTag } from '../../ui/values/state-tag.tsx';
import { Time } from '../../ui/values/time.tsx';
import { useMarketplacesText } from './marketplaces.texts.ts';

/** A placeholder as high as three compared days: the panels below stay where they are. */
const ROWS_OF_DAYS = 11;

/** Compares the orders of the last days: the marketplace's count of each day beside ours. */
export function OrderDaysPanel({ marketplaceId }: { readonly marketplaceId: number }) {
  const t = useMarketplacesText();
  const { storeId } = useStore();
  const { data, error, refetch, isFetching } = useCall(
    listOrderDays,
    { params: { storeId } },
    { live: ['orders', 'pulls'] },
  );
  const days = data?.order_days.filter(({ marketplace }) => marketplace.id === marketplaceId);
  return (
    <Panel title={t('daysTitle')} hint={t('daysHint')} flush={days !== undefined && days.length > 0}>
      {days === undefined && error !== null && (
        <Retry failure={failureOf(error)} onRetry={() => void refetch()} loading={isFetching} />
      )}
      {days === undefined && error === null && (
        <Skeleton active title={false} paragraph={{ rows: ROWS_OF_DAYS }} />
      )}
      {days?.length === 0 && <p className="es-quiet">{t('daysNone')}</p>}
      {days !== undefined && days.length > 0 && (
        <ul className="es-rows">
          {days.map((day) => (
            <CheckedDay key={day.day} day={day} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function CheckedDay({ day }: { readonly day: OrderDay }) {
  const t = useMarketplacesText();
  return (
    <li>
      <div className="es-card-row">
        <span className="es-marketplace">
          <span className="es-number">{day.day}</span>
          <Verdict day={day} />
        </span>
        <span className="es-quiet">
          <Time at={day.checked_at} relative="only" />
        </span>
      </div>
      <p className="es-quiet es-number">
        {day.theirs === null
          ? t('daysOurs', { count: day.ours })
          : t(day.counted_by === 'total' ? 'daysTotal' : 'daysListed', {
              theirs: day.theirs,
              ours: day.ours,
            })}
        {day.fetched > 0 && ` ${t('daysFetched', { count: day.fetched })}`}
      </p>
    </li>
  );
}

function Verdict({ day: { verdict, missing } }: { readonly day: OrderDay }) {
  const t = useMarketplacesText();
  if (verdict === 'not_checkable') return <StateTag colour="grey">{t('daysNotCheckable')}</StateTag>;
  return verdict === 'complete' ? (
    <StateTag colour="green" glyph="check">
      {t('daysComplete')}
    </StateTag>
  ) : (
    <StateTag colour="red" glyph="cross">
      {t('daysMissing', { count: missing })}
    </StateTag>
  );
}
