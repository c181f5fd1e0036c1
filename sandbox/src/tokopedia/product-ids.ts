import { hashText } from '../core/random.ts';
import type { Item, Variant } from '../core/records.ts';
import type { Offer, Shop } from '../core/shop.ts';

/** What the vendor calls a product: a parent with children, a child, or one that is neither (tokopedia.md 3.1). */
export type Product =
  | { readonly kind: 'parent'; readonly item: Item }
  | { readonly kind: 'child' | 'single'; readonly item: Item; readonly variant: Variant };

function hasChildren(item: Item): boolean {
  return item.optionNames.length > 0;
}

export function childrenOf(item: Item): Variant[] {
  return item.variants.filter(({ status }) => status !== 'deleted');
}

/** Products of an item: the parent first. Nothing of a deleted one. */
export function productsOf(item: Item): Product[] {
  if (item.status === 'deleted') return [];
  const children = childrenOf(item);
  if (!hasChildren(item)) return children.map((variant) => ({ kind: 'single', item, variant }));
  return [
    { kind: 'parent', item },
    ...children.map((variant) => ({ kind: 'child' as const, item, variant })),
  ];
}

/** The product of that id. A product without variants has the id of its item. */
export function productOf(shop: Shop, id: string): Product | null {
  const item = shop.items.get(id) ?? shop.offer(id)?.item;
  return item === undefined ? null : (productsOf(item).find((product) => productId(product) === id) ?? null);
}

export function productId(product: Product): string {
  return product.kind === 'child' ? product.variant.id : product.item.id;
}

/** The id that an order line, or a notice, calls a variant by. */
export function productIdOf({ item, variant }: Offer): string {
  return hasChildren(item) ? variant.id : item.id;
}

/** Numbers of a shop's own, so that no two shops share one: `first` digit, the shop, the count. */
export function numberOf(shop: Shop, first: number, sequence: number): string {
  return String(first * 1_000_000_000 + (hashText(shop.id) % 400) * 1_000_000 + sequence);
}
