import { showMarketplace, updateMarketplace } from '@evenstock/contract/marketplaces/marketplaces';
import { highestSafetyStock } from '@evenstock/contract/stores/stores';
import { Button, InputNumber, Space } from 'antd';
import { useId, useState } from 'react';
import { describeFailure, failureOf, recordError, withReason } from '../../api/failure.ts';
import { rememberReply, useWrite } from '../../api/queries.ts';
import { useStore } from '../../api/store-context.ts';
import { notify } from '../../ui/pages/notices.ts';
import { Panel } from '../../ui/pages/panel.tsx';
import { isChangedMeanwhile, useSaveOver } from '../../ui/dialogs/save-over.ts';
import { useUnsaved } from '../../ui/dialogs/unsaved.ts';
import type { MarketplaceDetail } from './marketplace-detail.ts';
import { useMarketplacesText } from './marketplaces.texts.ts';

/** The shop's safety stock for each SKU; hidden if the store has switched it off. */
export function SafetyStockPanel({ marketplace }: { readonly marketplace: MarketplaceDetail }) {
  const { store } = useStore();
  if (!store.keeps_safety_stock) return null;
  return <Kept marketplace={marketplace} />;
}

function Kept({
  marketplace: { slug, name, safety_stock: kept },
}: {
  readonly marketplace: MarketplaceDetail;
}) {
  const t = useMarketplacesText();
  const id = useId();
  const { storeId, can } = useStore();
  const saveOver = useSaveOver();
  /** What is typed in, and the number that stood there then; null: nothing. */
  const [typing, setTyping] = useState<{ readonly units: number | null; readonly seen: number } | null>(null);
  const update = useWrite(updateMarketplace, ['marketplaces', 'variants']);
  const mayChange = can('marketplace.manage');
  const typed = typing === null ? kept : typing.units;
  const isChanged = typed !== null && typed !== kept;
  useUnsaved({ isUnsaved: () => isChanged && !update.isPending });
  const params = { storeId, marketplaceId: slug };
  /** @param seen the number that it is to be still; null: it is saved over any other */
  const save = (units: number, seen: number | null): void =>
    update.mutate(
      {
        params,
        body: {
          marketplace: { safety_stock: units, ...(seen === null ? {} : { if_safety_stock: seen }) },
        },
      },
      {
        onSuccess: (reply) => {
          rememberReply(showMarketplace, { params }, reply);
          setTyping(null);
        },
        onError: (error) => {
          const failure = failureOf(error);
          if (isChangedMeanwhile(failure)) {
            saveOver(describeFailure(failure), () => save(units, null));
            return;
          }
          const reason = recordError(failure, 'marketplace');
          notify({
            kind: 'error',
            text: withReason(t('updateFailed', { name }), reason),
          });
        },
      },
    );
  const saveTyped = () => {
    if (isChanged) save(typed, typing?.seen ?? kept);
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
            onChange={(units) => setTyping({ units, seen: typing?.seen ?? kept })}
            onPressEnter={saveTyped}
          />
          <Button disabled={!mayChange || !isChanged} loading={update.isPending} onClick={saveTyped}>
            {t('save')}
          </Button>
        </Space.Compact>
      </div>
      <p className="es-form-hint">{t('safetyStockNote')}</p>
    </Panel>
  );
}
