import { endOneSession, endOtherSessions, listSessions } from '@evenstock/contract/accounts/own-account';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Skeleton, Tag } from 'antd';
import { failureOf } from '../../../api/failure.ts';
import { useCall, useWrite } from '../../../api/queries.ts';
import { useConfirm } from '../../../ui/dialogs/confirm.tsx';
import { notify } from '../../../ui/pages/notices.ts';
import { Panel } from '../../../ui/pages/panel.tsx';
import { Retry } from '../../../ui/pages/retry.tsx';
import { Time } from '../../../ui/values/time.tsx';
import { useAccountText } from './account.texts.ts';

/** The devices on which the account is signed in, each with a sign-out button. */
export function SignedInDevices() {
  const t = useAccountText();
  const confirm = useConfirm();
  const queries = useQueryClient();
  const { data, error, refetch, isFetching } = useCall(listSessions, {}, { staleTime: 0 });
  const endOne = useWrite(endOneSession);
  const endOthers = useWrite(endOtherSessions);
  const after = {
    onSuccess: () => {
      notify({ kind: 'success', text: t('signedOut') });
      void queries.invalidateQueries({ queryKey: [listSessions.name] });
    },
    onError: () => {
      notify({ kind: 'error', text: t('signOutFailed') });
      void queries.invalidateQueries({ queryKey: [listSessions.name] });
    },
  };
  const sessions = data?.sessions ?? [];
  return (
    <Panel
      title={t('devices')}
      action={
        sessions.length > 1 && (
          <Button
            size="small"
            loading={endOthers.isPending}
            onClick={() =>
              confirm({
                title: t('signOutOthersAsk'),
                ok: t('signOutOthers'),
                danger: true,
                onOk: async () => {
                  await endOthers.mutateAsync({}, after).catch(() => undefined);
                },
              })
            }
          >
            {t('signOutOthers')}
          </Button>
        )
      }
    >
      {data === undefined && error !== null ? (
        <Retry failure={failureOf(error)} onRetry={() => void refetch()} loading={isFetching} />
      ) : data === undefined ? (
        <Skeleton active title={false} paragraph={{ rows: 2 }} />
      ) : (
        <ul className="es-devices">
          {sessions.map((session) => (
            <li key={session.id}>
              <span>
                <strong>{session.browser}</strong>
                <small className="es-quiet">
                  {t('lastSeen')} <Time at={session.last_seen_at} />
                </small>
              </span>
              {session.is_current ? (
                <Tag>{t('thisDevice')}</Tag>
              ) : (
                <Button
                  size="small"
                  aria-label={t('signOutOf', { browser: session.browser })}
                  loading={endOne.isPending && endOne.variables.params.sessionId === session.id}
                  onClick={() => endOne.mutate({ params: { sessionId: session.id } }, after)}
                >
                  {t('signOut')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
