import type { Variant } from '@evenstock/contract/catalog/variants';
import { Button } from 'antd';
import { useState } from 'react';
import { useStore } from '../../../api/store-context.ts';
import { MarketplaceName } from '../../../ui/values/channel-mark.tsx';
import { Figure } from '../../../ui/values/figures.tsx';
import { Count } from '../../../ui/values/money.tsx';
import { useCatalogText } from '../product/catalog.texts.ts';
import { LastUnitsModal } from './last-units.modal.tsx';
import { marketplacesOf } from './last-units.rules.ts';

/**
 * The last units of a SKU and the marketplace that they are kept for; nothing if the store has switched off keeping units back, or no
 * second marketplace lists it.
 */
export function LastUnits({ variant }: { readonly variant: Variant }) {
  const t = useCatalogText();
  const { store, can } = useStore();
  const [isChanging, setChanging] = useState(false);
  const { last_units: kept, variant_listings: listings } = variant;
  if (!store.keeps_safety_stock) return null;
  if (kept === null && marketplacesOf(variant).length < 2) return null;
  const isListed = listings.some(({ marketplace }) => marketplace.id === kept?.marketplace.id);
  return (
    <Figure label={t('lastUnits')}>
      {kept === null ? t('none') : <Count value={kept.units} />}
      {can('product.work') && (
        <Button type="link" size="small" aria-label={t('changeLastUnits')} onClick={() => setChanging(true)}>
          {t('change')}
        </Button>
      )}
      {kept !== null && (
        <small className="es-cell-sub">
          {t('lastUnitsFor')} <MarketplaceName marketplace={kept.marketplace} />
        </small>
      )}
      {kept !== null && !isListed && <small className="es-cell-sub">{t('lastUnitsNotListed')}</small>}
      {isChanging && <LastUnitsModal variant={variant} onClose={() => setChanging(false)} />}
    </Figure>
  );
}
