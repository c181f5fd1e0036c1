import { showStore, updateStore } from '@evenstock/contract/stores';
import { Switch } from 'antd';
import { useId } from 'react';
import { describeFailure, failureOf } from '../../api/failure.ts';
import { rememberReply, useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { notify } from '../../ui/notices.ts';
import { Panel } from '../../ui/panel.tsx';
import { useStoresText } from './stores.texts.ts';

/** The switch for SKUs that are made of others. */
export function SetsSwitch() {
  const t = useStoresText();
  const id = useId();
  const { store, storeId, can } = useStore();
  const update = useWrite(updateStore, ['variants']);
  const mayChange = can('store.edit');
  const change = (makes: boolean) =>
    update.mutate(
      { params: { storeId }, body: { store: { makes_sets: makes } } },
      {
        onSuccess: (reply) => rememberReply(showStore, { params: { storeId } }, reply),
        onError: (thrown) => {
          const reason = describeFailure(failureOf(thrown));
          notify({ kind: 'error', text: reason ?? t('updateFailed') });
        },
      },
    );
  // While the change is being saved the switch already shows the new value; a failure reverts it.
  const makes = update.isPending ? !store.makes_sets : store.makes_sets;
  return (
    <Panel title={t('sets')}>
      <div className="es-switch-row">
        <Switch id={id} checked={makes} disabled={!mayChange} loading={update.isPending} onChange={change} />
        <label htmlFor={id}>
          <strong>{t('setsMade')}</strong>
        </label>
      </div>
      <p className="es-form-hint">{t('setsNote')}</p>
      {!mayChange && <p className="es-form-hint">{t('askAdmin')}</p>}
    </Panel>
  );
}
