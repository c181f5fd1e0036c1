import { showStore, updateStore } from '@evenstock/contract/stores/stores';
import type { LiveTopic } from '@evenstock/contract/stores/live';
import { Switch } from 'antd';
import { useId, type ReactNode } from 'react';
import type { Input } from '../../api/call.ts';
import { describeFailure, failureOf } from '../../api/failure.ts';
import { rememberReply, useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { notify } from '../../ui/pages/notices.ts';
import { Panel } from '../../ui/pages/panel.tsx';
import { useStoresText } from './stores.texts.ts';

type StoreChange = Input<typeof updateStore>['body']['store'];

/** Saves settings of the store one after another: what is clicked while one is being saved waits for it. */
export function useStoreChange(refresh: readonly LiveTopic[] = []) {
  const t = useStoresText();
  const { storeId } = useStore();
  const update = useWrite(updateStore, refresh, 'settings of a store');
  return {
    isPending: update.isPending,
    change: (store: StoreChange) =>
      update.mutate(
        { params: { storeId }, body: { store } },
        {
          onSuccess: (reply) => rememberReply(showStore, { params: { storeId } }, reply),
          onError: (thrown) => {
            const failure = failureOf(thrown);
            const reason = failure.kind === 'fields' ? describeFailure(failure) : null;
            notify({ kind: 'error', text: reason ?? t('updateFailed') });
          },
        },
      ),
  };
}

interface StoreSwitchProps {
  readonly title: string;
  readonly action?: ReactNode;
  readonly label: (on: boolean) => string;
  readonly note: string;
  readonly on: boolean;
  readonly changeTo: (on: boolean) => StoreChange;
  /** Topics that the change makes stale. */
  readonly refresh?: readonly LiveTopic[];
  readonly disabled?: boolean;
  /** Shown below the note. */
  readonly children?: (on: boolean) => ReactNode;
}

/** A panel with the switch of one setting of the store. While it is saved the switch shows the new value; a failure reverts it. */
export function StoreSwitch(props: StoreSwitchProps) {
  const { title, action, label, note, on, changeTo, refresh, disabled = false, children } = props;
  const id = useId();
  const { change, isPending } = useStoreChange(refresh);
  const shown = isPending ? !on : on;
  return (
    <Panel title={title} action={action}>
      <div className="es-switch-row">
        <Switch
          id={id}
          checked={shown}
          disabled={disabled}
          loading={isPending}
          onChange={(next) => change(changeTo(next))}
        />
        <label htmlFor={id}>
          <strong>{label(shown)}</strong>
        </label>
      </div>
      <p className="es-form-hint">{note}</p>
      {children?.(shown)}
    </Panel>
  );
}
