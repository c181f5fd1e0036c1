import { EditOutlined } from '@ant-design/icons';
import { Button, Tabs } from 'antd';
import { useState, type ReactNode } from 'react';
import { useUser } from '../../api/session.ts';
import { useStore } from '../../api/store-context.ts';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { Facts, Panel } from '../../ui/pages/panel.tsx';
import { useTabKey } from '../../ui/forms/tab-key.ts';
import { EditStoreModal } from './edit-store.modal.tsx';
import { InventorySync } from './inventory-sync.tsx';
import { ReferralPanel } from './referral-panel.tsx';
import { RoleTag } from './role-tag.tsx';
import { RunningOutSwitch } from './running-out-switch.tsx';
import { SafetyStockSwitch } from './safety-stock-switch.tsx';
import { SecondFactorSwitch } from './second-factor-switch.tsx';
import { SetsSwitch } from './sets-switch.tsx';
import { DangerousPanel } from './store-ending.tsx';
import { OwnershipPanel } from './store-ownership.tsx';
import { useStoresText } from './stores.texts.ts';

interface StoreSettingsPageProps {
  readonly moreTabs: readonly {
    readonly key: string;
    readonly label: string;
    readonly children: ReactNode;
  }[];
  /** Shown beside the buttons for leaving and deleting the store. */
  readonly endSubscription: ReactNode;
}

/** The settings of a store, its owner, and the buttons for leaving or deleting it. */
export function StoreSettingsPage({ moreTabs, endSubscription }: StoreSettingsPageProps) {
  const t = useStoresText();
  const { storeId } = useStore();
  const tabs = [
    { key: '', label: t('settings'), children: <Settings endSubscription={endSubscription} /> },
    ...moreTabs,
  ];
  const tab = useTabKey(
    `/stores/${storeId}/settings`,
    tabs.map(({ key }) => key),
  );
  return (
    <>
      <PageHeader title={t('storeSettings')} />
      <Tabs
        className="es-view-tabs"
        activeKey={tab.active}
        onChange={tab.open}
        items={tabs}
        destroyOnHidden
      />
    </>
  );
}

function Settings({ endSubscription }: Pick<StoreSettingsPageProps, 'endSubscription'>) {
  return (
    <div className="es-narrow-page">
      <StoreFacts />
      <InventorySync />
      <RunningOutSwitch />
      <SafetyStockSwitch />
      <SetsSwitch />
      <SecondFactorSwitch />
      <OwnershipPanel />
      <ReferralPanel />
      <DangerousPanel endSubscription={endSubscription} />
    </div>
  );
}

function StoreFacts() {
  const t = useStoresText();
  const user = useUser();
  const { store, store_profile: profile, can } = useStore();
  const [editing, setEditing] = useState(false);
  const isTransferrer = store.pending_store_transfer?.transferrer.id === user.id;
  const onOrOff = (on: boolean) => t(on ? 'on' : 'off');
  return (
    <Panel
      title={t('details')}
      {...(can('store.edit')
        ? {
            action: (
              <Button size="small" icon={<EditOutlined aria-hidden />} onClick={() => setEditing(true)}>
                {t('edit')}
              </Button>
            ),
          }
        : {})}
    >
      <Facts
        facts={[
          { label: t('name'), value: store.name },
          { label: t('country'), value: store.country.toUpperCase() },
          ...(profile === null
            ? []
            : [
                {
                  label: t('role'),
                  value: (
                    <>
                      <RoleTag role={profile.role} />
                      {isTransferrer && t('pendingTransfer')}
                    </>
                  ),
                },
              ]),
          { label: t('companyName'), value: store.company_name ?? '-' },
          { label: t('companyAddress'), value: store.address ?? '-' },
          { label: t('timeZone'), value: store.time_zone },
          { label: t('sendEmails'), value: onOrOff(store.send_email_notifications) },
          { label: t('sendStockErrors'), value: onOrOff(store.send_stock_error) },
        ]}
      />
      <EditStoreModal open={editing} onClose={() => setEditing(false)} />
    </Panel>
  );
}
