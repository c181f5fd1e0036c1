import { showStore, updateStore } from '@evenstock/contract/stores';
import { Switch } from 'antd';
import { useId } from 'react';
import { rememberReply, useWrite } from '../../api/queries.ts';
import { useUser } from '../../api/session.ts';
import { useStore } from '../../api/store-context.ts';
import { notify } from '../../ui/notices.ts';
import { Panel } from '../../ui/panel.tsx';
import { useStoresText } from './stores.texts.ts';

/** The switch that requires a second factor of all members; for the owner, who must use one too. */
export function SecondFactorSwitch() {
  const t = useStoresText();
  const id = useId();
  const user = useUser();
  const { store, storeId, store_profile: profile } = useStore();
  const update = useWrite(updateStore);
  if (profile?.owner !== true) return null;
  const shown = update.isPending
    ? update.variables.body.store.requires_second_factor === true
    : store.requires_second_factor;
  // An owner without a second factor would be locked out.
  const lacksOwn = !user.second_factor_on && !store.requires_second_factor;
  const change = (on: boolean) => {
    update.mutate(
      { params: { storeId }, body: { store: { requires_second_factor: on } } },
      {
        onSuccess: (reply) => rememberReply(showStore, { params: { storeId } }, reply),
        onError: () => notify({ kind: 'error', text: t('updateFailed') }),
      },
    );
  };
  return (
    <Panel title={t('secondFactor')}>
      <div className="es-switch-row">
        <Switch id={id} checked={shown} disabled={lacksOwn} loading={update.isPending} onChange={change} />
        <label htmlFor={id}>
          <strong>{t('secondFactorRequired')}</strong>
        </label>
      </div>
      <p className="es-form-hint">{t(lacksOwn ? 'secondFactorOwnFirst' : 'secondFactorNote')}</p>
    </Panel>
  );
}
