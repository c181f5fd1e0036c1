import { updateMarketplace } from '@evenstock/contract/marketplaces/marketplaces';
import type { PlannedShop } from '@evenstock/contract/stock/planned-writes';
import { Button, Switch, Table } from 'antd';
import { describeFailure, failureOf } from '../../api/failure.ts';
import { useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { useConfirm } from '../../ui/dialogs/confirm.tsx';
import { notify } from '../../ui/pages/notices.ts';
import { ScrolledTable } from '../../ui/pages/scrolled-table.tsx';
import { MarketplaceName } from '../../ui/values/channel-mark.tsx';
import { Count } from '../../ui/values/money.tsx';
import { useStockText } from './stock.texts.ts';

interface PlannedShopsProps {
  readonly shops: readonly PlannedShop[] | undefined;
  /** Lists what would be written to this marketplace alone. */
  readonly onChoose: (shop: PlannedShop) => void;
}

/** The connected marketplaces: whether quantities are written to each, and what a write would do to how many of its listings. */
export function PlannedShops({ shops, onChoose }: PlannedShopsProps) {
  const t = useStockText();
  if (shops === undefined || shops.length === 0) return null;
  const figure = (key: 'same' | 'zero' | 'lower' | 'raise' | 'not_counted') => ({
    key,
    title: t(key === 'same' || key === 'not_counted' ? `shop_${key}` : `write_${key}`),
    align: 'right' as const,
    render: (_: unknown, shop: PlannedShop) => <Count value={shop[key]} />,
  });
  return (
    <div className="es-planned-shops">
      <ScrolledTable label={t('marketplaces')}>
        <Table<PlannedShop>
          size="small"
          dataSource={[...shops]}
          rowKey={({ marketplace }) => marketplace.id}
          pagination={false}
          columns={[
            {
              key: 'marketplace',
              title: t('marketplace'),
              render: (_, shop) => (
                <Button type="link" size="small" onClick={() => onChoose(shop)}>
                  <MarketplaceName marketplace={shop.marketplace} />
                </Button>
              ),
            },
            {
              key: 'sync',
              title: t('syncOfShop'),
              width: 72,
              render: (_, shop) => <SyncSwitch shop={shop} />,
            },
            figure('zero'),
            figure('lower'),
            figure('raise'),
            figure('same'),
            figure('not_counted'),
          ]}
        />
      </ScrolledTable>
    </div>
  );
}

/** Switches the sync of one marketplace, after saying what is written to it, or what is not any more. */
function SyncSwitch({ shop }: { readonly shop: PlannedShop }) {
  const t = useStockText();
  const { storeId, store, can } = useStore();
  const confirm = useConfirm();
  const update = useWrite(updateMarketplace, ['marketplaces', 'variants']);
  const { marketplace, can_sync_to_marketplace: isOn, zero, lower, raise } = shop;
  const { name } = marketplace;
  const save = (turnsOn: boolean): Promise<void> =>
    update
      .mutateAsync({
        params: { storeId, marketplaceId: marketplace.slug },
        body: { marketplace: { can_sync_to_marketplace: turnsOn } },
      })
      .then(
        () => notify({ kind: 'success', text: t(turnsOn ? 'syncedNow' : 'notSyncedNow', { name }) }),
        (thrown: unknown) =>
          notify({ kind: 'error', text: describeFailure(failureOf(thrown)) ?? t('syncFailed', { name }) }),
      );
  const ask = (turnsOn: boolean): void =>
    confirm({
      title: t(turnsOn ? 'syncOnTitle' : 'syncOffTitle', { name }),
      content: turnsOn ? (
        <>
          <p>{t(store.can_sync_quantity ? 'syncOnEffect' : 'syncOnStoreOff')}</p>
          <ul>
            <li>{t('countZero', { count: zero })}</li>
            <li>{t('countLower', { count: lower })}</li>
            <li>{t('countRaise', { count: raise })}</li>
          </ul>
        </>
      ) : (
        t('syncOffEffect', { name })
      ),
      ok: t(turnsOn ? 'switchOn' : 'switchOff'),
      danger: turnsOn && zero > 0,
      onOk: () => save(turnsOn),
    });
  return (
    <Switch
      checked={isOn}
      loading={update.isPending}
      disabled={!can('marketplace.manage')}
      aria-label={t('syncTo', { name })}
      onChange={ask}
    />
  );
}
