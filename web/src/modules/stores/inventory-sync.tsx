import { QuestionCircleOutlined } from '@ant-design/icons';
import { showStore, updateStore } from '@evenstock/contract/stores';
import { Button, Switch } from 'antd';
import { useId, useState } from 'react';
import { rememberReply, useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { Modal } from '../../ui/dialog.tsx';
import { notify } from '../../ui/notices.ts';
import { Panel } from '../../ui/panel.tsx';
import { useUiText } from '../../ui/ui.texts.ts';
import { useStoresText } from './stores.texts.ts';

/** The switch that allows pushes to the store's marketplaces, with its effect. */
export function InventorySync() {
  const t = useStoresText();
  const id = useId();
  const { store, storeId, can } = useStore();
  const [helping, setHelping] = useState(false);
  const update = useWrite(updateStore);
  const mayChange = can('store.edit');
  const change = (on: boolean) => {
    update.mutate(
      { params: { storeId }, body: { store: { can_sync_quantity: on } } },
      {
        onSuccess: (reply) => rememberReply(showStore, { params: { storeId } }, reply),
        onError: () => notify({ kind: 'error', text: t('updateFailed') }),
      },
    );
  };
  // While the change is being saved the switch already shows the new value; a failure reverts it.
  const shown = update.isPending
    ? update.variables.body.store.can_sync_quantity === true
    : store.can_sync_quantity;
  return (
    <Panel
      title={t('inventorySync')}
      action={
        <Button
          type="text"
          size="small"
          icon={<QuestionCircleOutlined />}
          aria-label={t('inventorySyncHelp')}
          onClick={() => setHelping(true)}
        />
      }
    >
      <div className="es-switch-row">
        <Switch id={id} checked={shown} disabled={!mayChange} loading={update.isPending} onChange={change} />
        <label htmlFor={id}>
          <strong>{t(shown ? 'on' : 'off')}</strong>
        </label>
      </div>
      <p className="es-form-hint">{t('inventorySyncNote')}</p>
      {!mayChange && <p className="es-form-hint">{t('askAdmin')}</p>}
      <SyncHelp open={helping} onClose={() => setHelping(false)} />
    </Panel>
  );
}

function SyncHelp({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const t = useStoresText();
  const common = useUiText();
  return (
    <Modal
      title={t('inventorySyncHelpTitle')}
      open={open}
      onCancel={onClose}
      footer={<Button onClick={onClose}>{common('close')}</Button>}
    >
      <div className="es-help">
        <p>{t('inventorySyncHelpOff')}</p>
        <p>{t('inventorySyncHelpOn')}</p>
        <p>{t('inventorySyncHelpMerge')}</p>
      </div>
    </Modal>
  );
}
