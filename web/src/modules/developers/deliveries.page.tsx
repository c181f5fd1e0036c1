import {
  listDeliveries,
  sendDeliveryAgain,
  type WebhookDelivery,
} from '@evenstock/contract/webhooks/webhooks';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useParams } from 'react-router';
import { useMessageText } from '../../i18n/message-text.ts';
import { useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { DataTable, type Column } from '../../ui/lists/data-table.tsx';
import { useList } from '../../ui/lists/list.ts';
import { notify, notifyFailure } from '../../ui/pages/notices.ts';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { StateTag } from '../../ui/values/state-tag.tsx';
import { Time } from '../../ui/values/time.tsx';
import './developers.css';
import { useDevelopersText } from './developers.texts.ts';
import { eventText } from './text-keys.ts';

const states = {
  pending: { colour: 'orange', glyph: 'clock' },
  delivered: { colour: 'green', glyph: 'check' },
  failed: { colour: 'red', glyph: 'cross' },
} as const;

/** The deliveries of a webhook, with those that failed. */
export default function DeliveriesPage() {
  const t = useDevelopersText();
  const { storeId } = useStore();
  const { webhookId: text = '' } = useParams();
  const webhookId = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  const list = useList(listDeliveries, {
    params: { storeId, webhookId },
    sort: 'created_at desc',
    filters: [
      {
        kind: 'choice',
        name: 'state_eq',
        label: t('state'),
        options: (['pending', 'delivered', 'failed'] as const).map((value) => ({ value, label: t(value) })),
      },
    ],
  });
  const columns: readonly Column<WebhookDelivery>[] = [
    { key: 'id', title: t('delivery'), render: ({ id }) => id },
    { key: 'event', title: t('event'), render: ({ event }) => t(eventText(event)) },
    { key: 'record', title: t('record'), render: recordOf },
    { key: 'result', title: t('result'), render: (delivery) => <Result delivery={delivery} /> },
    { key: 'at', title: t('at'), render: (delivery) => <Time at={delivery.created_at} /> },
    {
      key: 'action',
      title: <span className="es-unseen">{t('sendAgain')}</span>,
      width: 120,
      render: (delivery) => <SendAgain delivery={delivery} />,
    },
  ];
  return (
    <>
      <PageHeader
        title={t('deliveries')}
        trail={[{ label: t('developers'), to: `/stores/${storeId}/settings/developers` }]}
        count={list.data?.total_count}
      />
      <DataTable<WebhookDelivery>
        list={list}
        label={t('deliveries')}
        rows={list.data?.deliveries}
        total={list.data?.total_count}
        columns={columns}
        rowKey={({ id }) => id}
        empty={t('noDelivery')}
        card={(delivery) => (
          <>
            <div className="es-card-row">
              <span>
                {delivery.id} · {t(eventText(delivery.event))} · {recordOf(delivery)}
              </span>
              <SendAgain delivery={delivery} />
            </div>
            <Result delivery={delivery} />
            <div className="es-quiet">
              <Time at={delivery.created_at} />
            </div>
          </>
        )}
      />
    </>
  );
}

const recordOf = ({ record }: WebhookDelivery): string =>
  String(record['reference_number'] ?? record['id'] ?? '');

function Result({ delivery }: { readonly delivery: WebhookDelivery }) {
  const t = useDevelopersText();
  const say = useMessageText();
  const { state, attempts, answer_code: code, reason, next_at: next } = delivery;
  return (
    <>
      <StateTag {...states[state]}>{t(state)}</StateTag>{' '}
      <span className="es-quiet">
        {code !== null && `${String(code)} · `}
        {t('attempts', { count: attempts })}
        {reason !== null && ` · ${say(reason)}`}
        {next !== null && attempts > 0 && (
          <>
            {' · '}
            {t('nextAt')} <Time at={next} />
          </>
        )}
      </span>
    </>
  );
}

function SendAgain({ delivery: { id, state } }: { readonly delivery: WebhookDelivery }) {
  const t = useDevelopersText();
  const queries = useQueryClient();
  const { storeId } = useStore();
  const { webhookId = '' } = useParams();
  const again = useWrite(sendDeliveryAgain);
  if (state === 'pending') return null;
  const send = () =>
    again.mutate(
      { params: { storeId, webhookId: Number(webhookId), deliveryId: id } },
      {
        onSuccess: () => notify({ kind: 'success', text: t('sentAgain', { id }) }),
        onError: (thrown) => notifyFailure(thrown, t('sendAgainFailed')),
        onSettled: () => void queries.invalidateQueries({ queryKey: [listDeliveries.name] }),
      },
    );
  return (
    <Button size="small" aria-label={t('sendAgainNamed', { id })} loading={again.isPending} onClick={send}>
      {t('sendAgain')}
    </Button>
  );
}
