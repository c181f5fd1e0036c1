import type { ChannelOrderLine } from '@evenstock/connectors/kit/connector';

type LineCodes = Pick<ChannelOrderLine, 'itemId' | 'variantId' | 'sku' | 'marketplaceSku' | 'name'>;

/**
 * The code by which a line is linked to a SKU in its shop: the marketplace's own code, its ids, the seller's SKU, or the name, whatever
 * the marketplace tells first of these.
 */
export function linkCodeOf({ itemId, variantId, sku, marketplaceSku, name }: LineCodes): string {
  if (marketplaceSku !== null) return `code:${marketplaceSku}`;
  if (itemId !== null || variantId !== null) return `id:${itemId ?? ''}/${variantId ?? ''}`;
  return sku === null ? `name:${name}` : `sku:${sku}`;
}
