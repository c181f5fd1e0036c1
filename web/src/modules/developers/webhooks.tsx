import { PlusOutlined } from '@ant-design/icons';
import {
  deleteWebhook,
  listWebhooks,
  updateWebhook,
  type Webhook,
} from '@evenstock/contract/webhooks/webhooks';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { useConfirm } from '../../ui/dialogs/confirm.tsx';
import { DataTable, type Column } from '../../ui/lists/data-table.tsx';
import { useList } from '../../ui/lists/list.ts';
import { notify, notifyFailure } from '../../ui/pages/notices.ts';
import { Panel } from '../../ui/pages/panel.tsx';
import { StateTag } from '../../ui/values/state-tag.tsx';
import { Time } from '../../ui/values/time.tsx';
import './developers.css';
import { useDevelopersText } from './developers.texts.ts';
import { NewWebhookModal } from './new-webhook.modal.tsx';
import { ShownOnce } from './shown-once.tsx';
import { eventText } from './text-keys.ts';

/** The webhooks of the store. */
export function Webhooks() {
  const t = useDevelopersText();
  const { storeId } = useStore();
  const [making, setMaking] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const list = useList(listWebhooks, {
    params: { storeId },
    sort: 'created_at desc',
    inDialog: true,
  });
  const eventsOf = ({ events }: Webhook) => events.map((event) => t(eventText(event))).join(', ');
  const last = ({ last_delivered_at: at }: Webhook) => (at === null ? t('neverDelivered') : <Time at={at} />);
  const address = ({ id, url }: Webhook) => (
    <Link className="es-url" to={`/stores/${storeId}/webhooks/${String(id)}`}>
      {url}
    </Link>
  );
  const columns: readonly Column<Webhook>[] = [
    { key: 'url', title: t('url'), render: address },
    { key: 'events', title: t('events'), render: eventsOf },
    { key: 'state', title: t('state'), render: (webhook) => <State webhook={webhook} /> },
    { key: 'last', title: t('lastDelivered'), render: last },
    { key: 'action', title: t('action'), width: 200, render: (webhook) => <Acts webhook={webhook} /> },
  ];
  return (
    <Panel
      title={t('webhooks')}
      flush
      action={
        <Button size="small" icon={<PlusOutlined aria-hidden />} onClick={() => setMaking(true)}>
          {t('newWebhook')}
        </Button>
      }
    >
      <p className="es-panel-body es-quiet">{t('webhooksLead')}</p>
      <DataTable<Webhook>
        list={list}
        label={t('webhooks')}
        rows={list.data?.webhooks}
        total={list.data?.total_count}
        columns={columns}
        rowKey={({ id }) => id}
        empty={t('noWebhook')}
        card={(webhook) => (
          <>
            <div className="es-card-row">
              {address(webhook)}
              <State webhook={webhook} />
            </div>
            <div className="es-quiet">
              {eventsOf(webhook)} · {t('lastDelivered')} {last(webhook)}
            </div>
            <Acts webhook={webhook} />
          </>
        )}
      />
      <NewWebhookModal
        open={making}
        onMade={(made) => {
          setMaking(false);
          setSecret(made);
        }}
        onClose={() => setMaking(false)}
      />
      {secret !== null && (
        <ShownOnce
          title={t('secretShown')}
          copyLabel={t('copySecret')}
          secret={secret}
          onClose={() => setSecret(null)}
        />
      )}
    </Panel>
  );
}

function State({ webhook: { state, silent_since: since } }: { readonly webhook: Webhook }) {
  const t = useDevelopersText();
  if (state === 'off')
    return (
      <StateTag colour="grey" glyph="pause">
        {t('off')}
      </StateTag>
    );
  if (since === null)
    return (
      <StateTag colour="green" glyph="check">
        {t('on')}
      </StateTag>
    );
  return (
    <StateTag colour="orange" glyph="warning">
      {t('silentSince')} <Time at={since} />
    </StateTag>
  );
}

function Acts({ webhook: { id, url, state } }: { readonly webhook: Webhook }) {
  const t = useDevelopersText();
  const confirm = useConfirm();
  const queries = useQueryClient();
  const { storeId } = useStore();
  const change = useWrite(updateWebhook);
  const remove = useWrite(deleteWebhook);
  const params = { storeId, webhookId: id };
  const refresh = () => void queries.invalidateQueries({ queryKey: [listWebhooks.name] });
  const turn = () =>
    change.mutate(
      { params, body: { webhook: { state: state === 'on' ? 'off' : 'on' } } },
      {
        onSettled: refresh,
        onError: (thrown) => notifyFailure(thrown, t('changeFailed')),
      },
    );
  const ask = () =>
    confirm({
      title: t('deleteAsk'),
      content: t('deleteText', { url }),
      ok: t('delete'),
      danger: true,
      onOk: () =>
        remove
          .mutateAsync({ params })
          .then(() => notify({ kind: 'success', text: t('deleted') }))
          .catch((thrown: unknown) => notifyFailure(thrown, t('deleteFailed')))
          .finally(refresh),
    });
  return (
    <span className="es-tags">
      <Button size="small" loading={change.isPending} onClick={turn}>
        {t(state === 'on' ? 'switchOff' : 'switchOn')}
      </Button>
      <Button size="small" danger aria-label={t('deleteNamed', { url })} onClick={ask}>
        {t('delete')}
      </Button>
    </span>
  );
}
