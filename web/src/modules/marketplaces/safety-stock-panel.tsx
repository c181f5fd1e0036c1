import { updateMarketplace } from '@evenstock/contract/marketplaces';
import { highestSafetyStock } from '@evenstock/contract/stores';
import { Button, InputNumber, Space } from 'antd';
import { useId, useState } from 'react';
import { failureOf, recordError } from '../../api/failure.ts';
import { useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { notify } from '../../ui/notices.ts';
import { Panel } from '../../ui/panel.tsx';
import { useUnsaved } from '../../ui/unsaved.ts';
import type { MarketplaceDetail } from './marketplace-detail.ts';
import { useMarketplacesText } from './marketplaces.texts.ts';

/** The shop's safety stock for each SKU; hidden if the store has switched it off. */
export function SafetyStockPanel({ marketplace }: { readonly marketplace: MarketplaceDetail }) {
  const { store } = useStore();
  if (!store.keeps_safety_stock) return null;
  return <Kept key={marketplace.safety_stock} marketplace={marketplace} />;
}

function Kept({
  marketplace: { slug, name, safety_stock: kept },
}: {
  readonly marketplace: MarketplaceDetail;
}) {
  const t = useMarketplacesText();
  const id = useId();
  const { storeId, can } = useStore();
  const [typed, setTyped] = useState<number | null>(kept);
  const update = useWrite(updateMarketplace, ['marketplaces', 'variants']);
  const mayChange = can('marketplace.manage');
  const isChanged = typed !== null && typed !== kept;
  useUnsaved({ isUnsaved: () => isChanged && !update.isPending });
  const save = () => {
    if (!isChanged) return;
    update.mutate(
      { params: { storeId, marketplaceId: slug }, body: { marketplace: { safety_stock: typed } } },
      {
        onError: (error) => {
          const reason = recordError(failureOf(error), 'marketplace');
          notify({
            kind: 'error',
            text: reason === null ? t('updateFailed', { name }) : t('updateFailedBecause', { name, reason }),
          });
        },
      },
    );
  };
  return (
    <Panel title={t('safetyStock')}>
      <div className="es-switch-row">
        <label htmlFor={id}>{t('safetyStockUnits')}</label>
        <Space.Compact>
          <InputNumber
            id={id}
            precision={0}
            min={0}
            max={highestSafetyStock}
            disabled={!mayChange}
            value={typed}
            onChange={setTyped}
            onPressEnter={save}
          />
          <Button disabled={!mayChange || !isChanged} loading={update.isPending} onClick={save}>
            {t('save')}
          </Button>
        </Space.Compact>
      </div>
      <p className="es-form-hint">{t('safetyStockNote')}</p>
    </Panel>
  );
}
