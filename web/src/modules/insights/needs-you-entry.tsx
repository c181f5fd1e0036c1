import { dismissAction, retryAction } from '@evenstock/contract/actions/actions';
import type { NeedsYouItem } from '@evenstock/contract/insights/needs-you';
import { dismissFailures, retryOperation } from '@evenstock/contract/operations/operations';
import { Button } from 'antd';
import { Link } from 'react-router';
import { useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { useMessageText } from '../../i18n/message-text.ts';
import { MarketplaceName } from '../../ui/values/channel-mark.tsx';
import { notify, notifyFailure } from '../../ui/pages/notices.ts';
import { StateTag } from '../../ui/values/state-tag.tsx';
import { Time } from '../../ui/values/time.tsx';
import { shownItem, type ShownItem } from './needs-you.rules.ts';
import { useNeedsYouText } from './needs-you.texts.ts';

/** One failure: the user who started the action, the reason, and the remedies. */
export function NeedsYouEntry({ item }: { readonly item: NeedsYouItem }) {
  const t = useNeedsYouText();
  const messageText = useMessageText();
  const { storeId, can } = useStore();
  const shown = shownItem(item, can);
  const { state, path, marketplace, reason, email } = shown;
  return (
    <li>
      <div className="es-needs-words">
        <div className="es-marketplace">
          <StateTag
            colour={state === 'unconfirmed' ? 'yellow' : 'red'}
            glyph={state === 'unconfirmed' ? 'warning' : 'cross'}
          >
            {t(state)}
          </StateTag>
          <strong>{t(shown.what)}</strong>
          {path === null ? shown.name : <Link to={`/stores/${storeId}${path}`}>{shown.name}</Link>}
          {marketplace !== null && <MarketplaceName marketplace={marketplace} />}
        </div>
        <p className="es-error">{reason === null ? t('noReason') : messageText(reason)}</p>
        <small className="es-quiet">
          <Time at={shown.at} /> {email === null ? t('automatic') : t('askedBy', { email })}
        </small>
      </div>
      <Acts item={item} shown={shown} />
    </li>
  );
}

interface ActsProps {
  readonly item: NeedsYouItem;
  readonly shown: ShownItem;
}

function Acts({
  item,
  shown: { what, name: record, path, isAskedAgainThere, canRetry, canRetryAll, canDismiss },
}: ActsProps) {
  const t = useNeedsYouText();
  const { storeId } = useStore();
  const name = `${t(what)} ${record}`;
  const retry = useRetry(item);
  const dismiss = useDismiss(item);
  return (
    <span className="es-needs-acts">
      {isAskedAgainThere && path !== null && <Link to={`/stores/${storeId}${path}`}>{t('openOrder')}</Link>}
      {canRetry && (
        <Button
          size="small"
          loading={retry.isPending}
          aria-label={`${t('retry')}: ${name}`}
          onClick={() => retry.go('this')}
        >
          {t('retry')}
        </Button>
      )}
      {canRetryAll && (
        <Button
          size="small"
          type="text"
          loading={retry.isPending}
          aria-label={`${t('retryAll')}: ${name}`}
          title={t('retryHint')}
          onClick={() => retry.go('all')}
        >
          {t('retryAll')}
        </Button>
      )}
      {canDismiss && (
        <Button
          size="small"
          type="text"
          loading={dismiss.isPending}
          aria-label={`${t('dismiss')}: ${name}`}
          onClick={dismiss.go}
        >
          {t('dismiss')}
        </Button>
      )}
    </span>
  );
}

interface Act {
  readonly isPending: boolean;
  readonly go: () => void;
}

interface Retry {
  readonly isPending: boolean;
  readonly go: (which: 'this' | 'all') => void;
}

/** Retries an action; or a failed row, alone or with all failed rows of its operation. */
function useRetry(item: NeedsYouItem): Retry {
  const t = useNeedsYouText();
  const { storeId } = useStore();
  const action = useWrite(retryAction, ['actions']);
  const operation = useWrite(retryOperation, ['operations']);
  const outcome = {
    onSuccess: () => notify({ kind: 'success', text: t('retried') }),
    onError: (thrown: unknown) => notifyFailure(thrown, t('retryFailed')),
  };
  return {
    isPending: action.isPending || operation.isPending,
    go(which) {
      if (item.type === 'action') {
        action.mutate({ params: { storeId, actionId: item.action.id } }, outcome);
        return;
      }
      const { key, operation: of } = item.failed_row;
      const body = which === 'all' ? {} : { operation: { row_key: key } };
      operation.mutate({ params: { storeId, operationId: of.id }, body }, outcome);
    },
  };
}

function useDismiss(item: NeedsYouItem): Act {
  const t = useNeedsYouText();
  const { storeId } = useStore();
  const action = useWrite(dismissAction, ['actions']);
  const rows = useWrite(dismissFailures, ['operations']);
  const outcome = {
    onError: (thrown: unknown) => notifyFailure(thrown, t('dismissFailed')),
  };
  return {
    isPending: action.isPending || rows.isPending,
    go: () =>
      item.type === 'action'
        ? action.mutate({ params: { storeId, actionId: item.action.id } }, outcome)
        : rows.mutate(
            {
              params: { storeId, operationId: item.failed_row.operation.id },
              body: { operation: { row_key: item.failed_row.key } },
            },
            outcome,
          ),
  };
}
