import { PlusOutlined } from '@ant-design/icons';
import {
  listAccessTokens,
  revokeAccessToken,
  type AccessToken,
} from '@evenstock/contract/stores/access-tokens';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { useConfirm } from '../../ui/dialogs/confirm.tsx';
import { DataTable, type Column } from '../../ui/lists/data-table.tsx';
import { useList } from '../../ui/lists/list.ts';
import { notify, notifyFailure } from '../../ui/pages/notices.ts';
import { Panel } from '../../ui/pages/panel.tsx';
import { Time } from '../../ui/values/time.tsx';
import { useDevelopersText } from './developers.texts.ts';
import { NewTokenModal } from './new-token.modal.tsx';
import { ShownOnce } from './shown-once.tsx';
import { scopeText } from './text-keys.ts';

/** The user's access tokens in this store; the owner sees those of all members. */
export function AccessTokens({ proof }: { readonly proof: ReactNode }) {
  const t = useDevelopersText();
  const { storeId } = useStore();
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<string | null>(null);
  const list = useList(listAccessTokens, { params: { storeId }, sort: 'created_at desc', inDialog: true });
  const scopesOf = ({ scopes }: AccessToken) => scopes.map((scope) => t(scopeText(scope))).join(', ');
  const use = ({ last_used_at: at }: AccessToken) => (at === null ? t('neverUsed') : <Time at={at} />);
  const columns: readonly Column<AccessToken>[] = [
    {
      key: 'name',
      title: t('tokenName'),
      render: (token) => (
        <>
          <strong>{token.name}</strong> <code className="es-quiet">{token.prefix}…</code>
        </>
      ),
    },
    { key: 'scopes', title: t('scopes'), render: scopesOf },
    { key: 'user', title: t('madeBy'), render: (token) => token.user.email },
    { key: 'use', title: t('lastUsed'), render: use },
    { key: 'ends', title: t('ends'), render: (token) => <Time at={token.expires_at} /> },
    { key: 'action', title: t('action'), width: 100, render: (token) => <Revoke token={token} /> },
  ];
  return (
    <Panel
      title={t('tokens')}
      flush
      action={
        <Button size="small" icon={<PlusOutlined aria-hidden />} onClick={() => setMaking(true)}>
          {t('newToken')}
        </Button>
      }
    >
      <p className="es-panel-body es-quiet">{t('tokensLead')}</p>
      <DataTable<AccessToken>
        list={list}
        label={t('tokens')}
        rows={list.data?.access_tokens}
        total={list.data?.total_count}
        columns={columns}
        rowKey={(token) => token.id}
        empty={t('noToken')}
        card={(token) => (
          <>
            <div className="es-card-row">
              <span>
                <strong>{token.name}</strong> <code className="es-quiet">{token.prefix}…</code>
              </span>
              <Revoke token={token} />
            </div>
            <div>{scopesOf(token)}</div>
            <div className="es-quiet">
              {token.user.email} · {t('lastUsed')} {use(token)} · {t('ends')} <Time at={token.expires_at} />
            </div>
          </>
        )}
      />
      <NewTokenModal
        open={making}
        proof={proof}
        onMade={(token) => {
          setMaking(false);
          setMade(token);
        }}
        onClose={() => setMaking(false)}
      />
      {made !== null && (
        <ShownOnce
          title={t('tokenShown')}
          copyLabel={t('copyToken')}
          secret={made}
          onClose={() => setMade(null)}
        />
      )}
    </Panel>
  );
}

function Revoke({ token: { id, name } }: { readonly token: AccessToken }) {
  const t = useDevelopersText();
  const confirm = useConfirm();
  const queries = useQueryClient();
  const { storeId } = useStore();
  const revoke = useWrite(revokeAccessToken);
  const ask = () =>
    confirm({
      title: t('revokeAsk', { name }),
      content: t('revokeText'),
      ok: t('revoke'),
      danger: true,
      onOk: () =>
        revoke
          .mutateAsync({ params: { storeId, accessTokenId: id } })
          .then(() => notify({ kind: 'success', text: t('revoked') }))
          .catch((thrown: unknown) => notifyFailure(thrown, t('revokeFailed')))
          .finally(() => void queries.invalidateQueries({ queryKey: [listAccessTokens.name] })),
    });
  return (
    <Button size="small" danger aria-label={t('revokeNamed', { name })} onClick={ask}>
      {t('revoke')}
    </Button>
  );
}
