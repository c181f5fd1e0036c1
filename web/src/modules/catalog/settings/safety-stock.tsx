import { highestSafetyStock } from '@evenstock/contract/stores/stores';
import type { Variant } from '@evenstock/contract/catalog/variants';
import { useStore } from '../../../api/store-context.ts';
import { Count } from '../../../ui/values/money.tsx';
import { useCatalogText } from '../product/catalog.texts.ts';
import { VariantUnits } from './variant-units.tsx';

/** The safety stock of a SKU; nothing if the store has switched it off. */
export function SafetyStock({ variant }: { readonly variant: Variant }) {
  const t = useCatalogText();
  const { store } = useStore();
  if (!store.keeps_safety_stock) return null;
  return (
    <VariantUnits
      variant={variant}
      field="safety_stock"
      label={t('safetyStock')}
      hint={t('safetyStockHint')}
      changeLabel={t('changeSafetyStock')}
      most={highestSafetyStock}
      whenEmpty={0}
    >
      <Count value={variant.safety_stock} />
    </VariantUnits>
  );
}
