import { QuestionCircleOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { useStore } from '../../api/store-context.ts';
import { Modal } from '../../ui/dialogs/dialog.tsx';
import { useUiText } from '../../ui/texts/ui.texts.ts';
import { StoreSwitch } from './store-switch.tsx';
import { useStoresText } from './stores.texts.ts';

/** The switch that allows pushes to the store's marketplaces, with its effect. */
export function InventorySync() {
  const t = useStoresText();
  const { storeId, store, can } = useStore();
  const [helping, setHelping] = useState(false);
  const mayChange = can('store.edit');
  return (
    <StoreSwitch
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
      label={(on) => t(on ? 'on' : 'off')}
      note={t('inventorySyncNote')}
      on={store.can_sync_quantity}
      changeTo={(on) => ({ can_sync_quantity: on })}
      disabled={!mayChange}
    >
      {() => (
        <>
          <p className="es-form-hint">
            <Link to={`/stores/${storeId}/products/planned_writes`}>{t('plannedWrites')}</Link>
          </p>
          {!mayChange && <p className="es-form-hint">{t('askAdmin')}</p>}
          <SyncHelp open={helping} onClose={() => setHelping(false)} />
        </>
      )}
    </StoreSwitch>
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
