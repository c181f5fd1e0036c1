import { dismissAction } from '@evenstock/contract/actions/actions';
import { dismissFailures } from '@evenstock/contract/operations/operations';
import { Button } from 'antd';
import { useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { useMessageText } from '../../i18n/message-text.ts';
import { notifyFailure } from '../../ui/pages/notices.ts';
import { NeedsYouEntry } from './needs-you-entry.tsx';
import type { ItemGroup } from './needs-you.rules.ts';
import { useNeedsYouText } from './needs-you.texts.ts';

/** Failures with one reason: a head that dismisses them all, and each of them. One alone has no head. */
export function NeedsYouGroup({ group }: { readonly group: ItemGroup }) {
  return (
    <>
      {group.items.length > 1 && <GroupHead group={group} />}
      {group.items.map((item) => (
        <NeedsYouEntry key={item.key} item={item} />
      ))}
    </>
  );
}

function GroupHead({ group: { first, items, dismissed } }: { readonly group: ItemGroup }) {
  const t = useNeedsYouText();
  const messageText = useMessageText();
  const { storeId } = useStore();
  const actions = useWrite(dismissAction, ['actions']);
  const rows = useWrite(dismissFailures, ['operations']);
  const what = t(first.what);
  const count = dismissed.actions.length + dismissed.rows.reduce((sum, { keys }) => sum + keys.length, 0);
  async function dismiss(): Promise<void> {
    try {
      await Promise.all([
        ...dismissed.actions.map((actionId) => actions.mutateAsync({ params: { storeId, actionId } })),
        ...dismissed.rows.map(({ operationId, keys }) =>
          rows.mutateAsync({
            params: { storeId, operationId },
            body: { operation: { row_keys: [...keys] } },
          }),
        ),
      ]);
    } catch (thrown) {
      notifyFailure(thrown, t('dismissFailed'));
    }
  }
  return (
    <li className="es-needs-head">
      <div className="es-needs-words">
        <strong>{t('group', { what, count: items.length })}</strong>
        {first.reason !== null && <p className="es-quiet">{messageText(first.reason)}</p>}
      </div>
      {count > 0 && (
        <Button
          size="small"
          loading={actions.isPending || rows.isPending}
          aria-label={t('dismissGroup', { what, count })}
          onClick={() => void dismiss()}
        >
          {t('dismissAll', { count })}
        </Button>
      )}
    </li>
  );
}
