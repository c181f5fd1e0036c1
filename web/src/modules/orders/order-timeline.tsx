import type { ActionState } from '@evenstock/contract/actions/actions';
import { channels } from '@evenstock/contract/channels/channels';
import { listOrderTimeline, type TimelineEvent } from '@evenstock/contract/orders/order-page';
import type { Order } from '@evenstock/contract/orders/orders';
import { Skeleton, Timeline } from 'antd';
import { useState } from 'react';
import { failureOf } from '../../api/failure.ts';
import { useCall } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { useMessageText } from '../../i18n/message-text.ts';
import { Panel } from '../../ui/pages/panel.tsx';
import { Retry } from '../../ui/pages/retry.tsx';
import { ShortPager } from '../../ui/pages/short-pager.tsx';
import { ReturnStatus } from '../../ui/values/return-words.tsx';
import { StateTag } from '../../ui/values/state-tag.tsx';
import type { StateColour } from '../../ui/theme/tokens.ts';
import { Time } from '../../ui/values/time.tsx';
import { MarketplaceState, OrderStateTag } from './order-state.tsx';
import { useOrdersText } from './orders.texts.ts';

const pageSize = 20;

/** The history of an order: changes by its marketplace, actions and their results, notes. */
export function OrderTimeline({ order }: { readonly order: Order }) {
  const t = useOrdersText();
  const { storeId } = useStore();
  const [page, turn] = useState(1);
  const { data, error, refetch } = useCall(
    listOrderTimeline,
    {
      params: { storeId, referenceNumber: order.reference_number },
      query: { page, per_page: pageSize },
    },
    { live: ['orders', 'actions', 'activities'] },
  );
  return (
    <Panel title={t('timeline')}>
      {error !== null && data === undefined && (
        <Retry failure={failureOf(error)} onRetry={() => void refetch()} />
      )}
      {error === null && data === undefined && <Skeleton active title={false} />}
      {data !== undefined && (
        <Timeline
          items={data.events.map((event) => ({
            key: event.id,
            children: <Happened event={event} order={order} />,
          }))}
        />
      )}
      {data !== undefined && (
        <ShortPager page={page} perPage={pageSize} total={data.total_count} onTurn={turn} />
      )}
    </Panel>
  );
}

interface HappenedProps {
  readonly event: TimelineEvent;
  readonly order: Order;
}

function Happened({ event, order }: HappenedProps) {
  const t = useOrdersText();
  const token = 'access_token' in event ? event.access_token : null;
  return (
    <div className="es-event">
      <What event={event} order={order} />
      <div className="es-quiet">
        <Time at={event.at} />
        {'by' in event && event.by !== null && <> · {event.by}</>}
        {token !== null && <> {t('withToken', { name: token.name ?? t('tokenGone') })}</>}
      </div>
    </div>
  );
}

function What({ event, order }: HappenedProps) {
  const t = useOrdersText();
  const messageText = useMessageText();
  const marketplace = channels[order.channel].label;
  switch (event.kind) {
    case 'placed':
    case 'paid':
    case 'imported':
      return <>{t(`event_${event.kind}`, { marketplace })}</>;
    case 'changed':
      return (
        <>
          {t('event_changed', { marketplace })}
          <span className="es-event-states">
            <States {...event.before} /> <span aria-label={t('changedTo')}>→</span>{' '}
            <States {...event.after} />
          </span>
        </>
      );
    case 'return_requested':
      return (
        <>
          {t('event_return_requested')}{' '}
          {event.state !== null && event.raw_state !== null && (
            <ReturnStatus state={event.state} raw={event.raw_state} />
          )}
        </>
      );
    case 'return_changed':
      return (
        <>
          {t('event_return_changed', { marketplace })}
          <span className="es-event-states">
            <ReturnStatus state={event.before.state} raw={event.before.raw_state} />{' '}
            <span aria-label={t('changedTo')}>→</span>{' '}
            <ReturnStatus state={event.after.state} raw={event.after.raw_state} />
          </span>
        </>
      );
    case 'action':
      return <Acted event={event} />;
    case 'noted':
      return (
        <>
          {t('event_noted')}
          <blockquote className="es-event-notes">{event.notes}</blockquote>
        </>
      );
    case 'activity':
      return <>{messageText({ ...event.label, text: event.text })}</>;
  }
}

function States({
  state,
  marketplace_state,
  raw_state,
}: Extract<TimelineEvent, { kind: 'changed' }>['before']) {
  return (
    <span className="es-event-state">
      <OrderStateTag state={state} />
      <MarketplaceState order={{ marketplace_state, marketplace_raw_state: raw_state }} />
    </span>
  );
}

const outcomes: Readonly<
  Record<ActionState, { colour: StateColour; glyph: 'check' | 'cross' | 'clock' | 'warning' }>
> = {
  waiting: { colour: 'blue', glyph: 'clock' },
  sent: { colour: 'blue', glyph: 'clock' },
  unknown: { colour: 'yellow', glyph: 'warning' },
  done: { colour: 'green', glyph: 'check' },
  refused: { colour: 'red', glyph: 'cross' },
};

const names = {
  'order.ship': 'act_ship',
  'order.ready_to_collect': 'act_ready_to_collect',
  'order.confirm_pickup': 'act_confirm_pickup',
  'order.cancel': 'act_cancel',
  'order.accept_cancellation': 'act_accept_cancellation',
  'order.reject_cancellation': 'act_reject_cancellation',
  'order.accept_return': 'act_accept_return',
  'order.dispute_return': 'act_dispute_return',
} as const;
const isNamed = (kind: string): kind is keyof typeof names => Object.hasOwn(names, kind);

function Acted({ event }: { readonly event: Extract<TimelineEvent, { kind: 'action' }> }) {
  const t = useOrdersText();
  const messageText = useMessageText();
  const { action, state, outcome, finished_at: finished, detail, refund } = event;
  return (
    <>
      {isNamed(action) ? t(names[action]) : action}{' '}
      <StateTag {...outcomes[state]}>{t(`outcome_${state}`)}</StateTag>
      {refund !== null && <small> {t('event_refund', { amount: refund })}</small>}
      {finished !== null && (
        <small className="es-quiet">
          {' '}
          <Time at={finished} />
        </small>
      )}
      {detail !== null && <blockquote className="es-event-notes">{detail}</blockquote>}
      {outcome !== null && (
        <div className="es-error">{messageText({ ...outcome.message, text: outcome.reason })}</div>
      )}
    </>
  );
}
