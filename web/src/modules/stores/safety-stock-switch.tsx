import { showStore, updateStore } from '@evenstock/contract/stores';
import { Switch } from 'antd';
import { useId } from 'react';
import { rememberReply, useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { notify } from '../../ui/notices.ts';
import { Panel } from '../../ui/panel.tsx';
import { useStoresText } from './stores.texts.ts';

/** The switch for keeping back a safety stock in the store's shops. */
export function SafetyStockSwitch() {
  const t = useStoresText();
  const id = useId();
  const { store, storeId, can } = useStore();
  const update = useWrite(updateStore, ['variants', 'marketplaces']);
  const mayChange = can('store.edit');
  const change = (keeps: boolean) =>
    update.mutate(
      { params: { storeId }, body: { store: { keeps_safety_stock: keeps } } },
      {
        onSuccess: (reply) => rememberReply(showStore, { params: { storeId } }, reply),
        onError: () => notify({ kind: 'error', text: t('updateFailed') }),
      },
    );
  // While the change is being saved the switch already shows the new value; a failure reverts it.
  const keeps = update.isPending ? !store.keeps_safety_stock : store.keeps_safety_stock;
  return (
    <Panel title={t('safetyStock')}>
      <div className="es-switch-row">
        <Switch id={id} checked={keeps} disabled={!mayChange} loading={update.isPending} onChange={change} />
        <label htmlFor={id}>
          <strong>{t('safetyStockKept')}</strong>
        </label>
      </div>
      <p className="es-form-hint">{t('safetyStockNote')}</p>
      {!mayChange && <p className="es-form-hint">{t('askAdmin')}</p>}
    </Panel>
  );
}
