import { QuestionCircleOutlined } from '@ant-design/icons';
import { showStore, updateStore } from '@evenstock/contract/stores';
import { Button, Modal, Switch, Tabs } from 'antd';
import { useId, useState } from 'react';
import { notify } from '../../app/notices.ts';
import { rememberReply, useWrite } from '../../app/queries.ts';
import { useStore } from '../../app/store-context.ts';
import { useTabKey } from '../../app/tab-key.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { Facts, Panel } from '../../ui/panel.tsx';
import { useUiText } from '../../ui/ui.texts.ts';
import { RoleTag } from './role-tag.tsx';
import { useStoresText } from './stores.texts.ts';

/** What the store is called, where it is, and whether stock is sent to its marketplaces. */
export default function StoreSettingsPage() {
  const t = useStoresText();
  const { storeId } = useStore();
  const tab = useTabKey(`/stores/${storeId}/settings`, ['']);
  return (
    <>
      <PageHeader title={t('storeSettings')} />
      <Tabs
        className="es-view-tabs"
        activeKey={tab.active}
        onChange={tab.open}
        items={[{ key: '', label: t('settings'), children: <Settings /> }]}
      />
    </>
  );
}

function Settings() {
  const t = useStoresText();
  const { store, store_profile: profile } = useStore();
  return (
    <div className="es-narrow-page">
      <Panel title={t('settings')}>
        <Facts
          facts={[
            { label: t('name'), value: store.name },
            { label: t('country'), value: store.country.toUpperCase() },
            ...(profile === null ? [] : [{ label: t('role'), value: <RoleTag role={profile.role} /> }]),
            { label: t('companyName'), value: store.company_name ?? '-' },
            { label: t('companyAddress'), value: store.address ?? '-' },
            { label: t('timeZone'), value: store.time_zone },
          ]}
        />
      </Panel>
      <InventorySync />
    </div>
  );
}

function InventorySync() {
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
  // While the change is under way the switch already shows where it goes; a failure puts it back.
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
