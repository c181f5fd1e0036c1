import type { Variant } from '@evenstock/contract/catalog/variants';

type PlainSettings = Pick<
  Variant,
  'name' | 'has_maximum_quantity' | 'disable_restock' | 'reorder_point' | 'safety_stock'
>;
type Settings = PlainSettings & Pick<Variant, 'last_units'>;

/** The settings of a SKU as a request puts them back. */
export type FormerSettings = Partial<PlainSettings> & {
  readonly last_units?: { readonly units: number; readonly marketplace_id: number } | null;
};

/**
 * What puts back the settings that a save changed. An empty object: it changed none.
 * @param before the SKU before the save
 * @param after the SKU after it
 */
export function formerSettings(before: Settings, after: Settings): FormerSettings {
  const last = before.last_units;
  const isMoved =
    last?.units !== after.last_units?.units || last?.marketplace.id !== after.last_units?.marketplace.id;
  return {
    ...(before.name === after.name ? {} : { name: before.name }),
    ...(before.has_maximum_quantity === after.has_maximum_quantity
      ? {}
      : { has_maximum_quantity: before.has_maximum_quantity }),
    ...(before.disable_restock === after.disable_restock ? {} : { disable_restock: before.disable_restock }),
    ...(before.reorder_point === after.reorder_point ? {} : { reorder_point: before.reorder_point }),
    ...(before.safety_stock === after.safety_stock ? {} : { safety_stock: before.safety_stock }),
    ...(isMoved
      ? { last_units: last === null ? null : { units: last.units, marketplace_id: last.marketplace.id } }
      : {}),
  };
}
