import type { OrderItem } from './wire.ts';

/**
 * The ids within Lazada's own code of a SKU: '<item>_<site>-<sku>', on old ones '<letters>-<sku>' (lazada.md 3). A unit of an order
 * always has that code; its ids may be left out.
 */
function idsIn(shopSku: string | null): {
  readonly itemId: string | null;
  readonly variantId: string | null;
} {
  const found = /^(?:(\d+)_[^-]*|.*)-(\d+)$/.exec(shopSku ?? '');
  return { itemId: found?.[1] ?? null, variantId: found?.[2] ?? null };
}

/** The item that one of Lazada's own codes of a SKU names; null where it names none. */
export const itemIdIn = (shopSku: string | null): string | null => idsIn(shopSku).itemId;

export type UnitCodes = Pick<OrderItem, 'order_item_id' | 'product_id' | 'sku_id' | 'shop_sku' | 'sku'>;

export const itemIdOf = (unit: UnitCodes): string | null => unit.product_id ?? idsIn(unit.shop_sku).itemId;

export const variantIdOf = (unit: UnitCodes): string | null => unit.sku_id ?? idsIn(unit.shop_sku).variantId;

/** Whether a code of Lazada's names this SKU. */
export const namesVariant = (shopSku: string, variantId: string): boolean =>
  idsIn(shopSku).variantId === variantId;

/** The line of an order that a unit belongs to: its SKU, by whatever names it. */
export const lineIdOf = (unit: UnitCodes): string =>
  variantIdOf(unit) ?? unit.shop_sku ?? unit.sku ?? unit.order_item_id;
