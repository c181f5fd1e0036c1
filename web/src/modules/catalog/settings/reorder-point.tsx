import { highestReorderPoint } from '@evenstock/contract/catalog/variant-settings';
import type { Variant } from '@evenstock/contract/catalog/variants';
import { useStore } from '../../../api/store-context.ts';
import { Count } from '../../../ui/values/money.tsx';
import { useCatalogText } from '../product/catalog.texts.ts';
import { VariantUnits } from './variant-units.tsx';

/** The reorder point of a SKU; nothing if the store has switched it off. */
export function ReorderPoint({ variant }: { readonly variant: Variant }) {
  const t = useCatalogText();
  const { store } = useStore();
  const days = store.running_out_days;
  if (days === null) return null;
  return (
    <VariantUnits
      variant={variant}
      field="reorder_point"
      label={t('reorderPoint')}
      hint={t('reorderPointHint', { count: days })}
      changeLabel={t('changeReorderPoint')}
      most={highestReorderPoint}
      whenEmpty={null}
    >
      {variant.reorder_point === null ? (
        <small className="es-quiet">{t('reorderPointDays', { count: days })}</small>
      ) : (
        <Count value={variant.reorder_point} />
      )}
    </VariantUnits>
  );
}
