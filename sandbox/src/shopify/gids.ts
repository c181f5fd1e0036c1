import { hashText } from '../core/random.ts';
import type { Shop } from '../core/shop.ts';

/** Ids are `gid://shopify/{Type}/{number}`; numbers are unique over all shops (shopify.md 3). */
export function gid(type: string, number: number | string): string {
  return `gid://shopify/${type}/${String(number)}`;
}

/** The number of a gid of that type, or null. A query part, as levels have one, is left out. */
export function numberOf(id: string, type: string): string | null {
  return new RegExp(`^gid://shopify/${type}/(\\d+)(?:\\?.*)?$`).exec(id)?.[1] ?? null;
}

const first = {
  product: 8_000_000_000_000,
  variant: 45_000_000_000_000,
  inventoryItem: 43_000_000_000_000,
  location: 71_000_000_000_000,
  order: 5_000_000_000_000,
  line: 13_000_000_000_000,
  fulfillmentOrder: 6_000_000_000_000,
  fulfillmentOrderLine: 14_000_000_000_000,
  fulfillment: 4_000_000_000_000,
  fulfillmentLine: 15_000_000_000_000,
  transaction: 7_000_000_000_000,
  refund: 9_000_000_000_000,
  customer: 3_000_000_000_000,
  address: 10_000_000_000_000,
  return: 16_000_000_000_000,
  returnLine: 17_000_000_000_000,
  reverseOrder: 18_000_000_000_000,
  reverseLine: 19_000_000_000_000,
  bulkOperation: 20_000_000_000_000,
  disposition: 21_000_000_000_000,
  shop: 60_000_000_000,
} as const;
export type NumberedKind = keyof typeof first;

/** How many numbers of each kind a shop has. */
const idsPerShop = 1_000_000;
const shopsApart = 100_000;

/** The number of a thing that the shop counts itself. */
export function numbered(shop: Shop, kind: NumberedKind, sequence: number): number {
  return first[kind] + (hashText(shop.id) % shopsApart) * idsPerShop + sequence;
}

/** The same thing under another kind: a variant's inventory item, an order's fulfilment order. */
export function turned(number: string | number, from: NumberedKind, to: NumberedKind): number {
  return Number(number) - first[from] + first[to];
}

export function shopNumber(shop: Shop): number {
  return first.shop + (hashText(shop.id) % shopsApart);
}

/** The location of a place: of the main one, or of the further one with this key. */
export function locationNumber(shop: Shop, place: string | null = null): number {
  return numbered(shop, 'location', place === null ? 1 : Number(place));
}

export function levelGid(shop: Shop, variantId: string, place: string | null = null): string {
  const item = turned(variantId, 'variant', 'inventoryItem');
  return `${gid('InventoryLevel', locationNumber(shop, place))}?inventory_item_id=${String(item)}`;
}
