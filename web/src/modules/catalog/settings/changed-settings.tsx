import type { VariantSetting } from '@evenstock/contract/catalog/variant-settings';
import type { Variant } from '@evenstock/contract/catalog/variants';
import { Facts } from '../../../ui/pages/panel.tsx';
import { useCatalogText } from '../product/catalog.texts.ts';

interface ChangedSettingsProps {
  /** The SKU as the user saw it. */
  readonly seen: Variant;
  readonly now: Variant;
  /** What is said where it was changed, and changed back. */
  readonly otherwise: string | null;
}

/** The name and settings of a SKU that are others than the user saw. */
export function ChangedSettings({ seen, now, otherwise }: ChangedSettingsProps) {
  const t = useCatalogText();
  const described = (variant: Variant) => {
    const { last_units: last, reorder_point: reorder } = variant;
    const facts: Readonly<Record<VariantSetting, { label: string; value: string }>> = {
      name: { label: t('ownName'), value: variant.name },
      has_maximum_quantity: { label: t('hasMaximum'), value: t(variant.has_maximum_quantity ? 'on' : 'off') },
      disable_restock: { label: t('disableRestock'), value: t(variant.disable_restock ? 'on' : 'off') },
      safety_stock: { label: t('safetyStock'), value: String(variant.safety_stock) },
      last_units: {
        label: t('lastUnits'),
        value:
          last === null ? t('none') : `${String(last.units)} ${t('lastUnitsFor')} ${last.marketplace.name}`,
      },
      reorder_point: { label: t('reorderPoint'), value: reorder === null ? t('none') : String(reorder) },
    };
    return Object.values(facts);
  };
  const before = described(seen);
  const changed = described(now).filter(({ value }, place) => value !== before[place]?.value);
  return changed.length === 0 ? otherwise : <Facts facts={changed} />;
}
