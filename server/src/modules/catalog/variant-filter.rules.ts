import type { variantFilter } from '@evenstock/contract/variants';
import type { z } from 'zod';
import type { VariantFilter } from './variants.queries.ts';

const textOf = (value: string | undefined): string | null => {
  const text = value?.trim() ?? '';
  return text === '' ? null : text;
};

/** What a filter of the products list asks for in a store: SKUs with a live listing unless another status is named. */
export function variantFilterOf(storeId: number, q: z.output<typeof variantFilter>): VariantFilter {
  return {
    storeId,
    status: q.filter_status ?? 'live',
    text: textOf(q.name_or_sku_cont),
    sku: textOf(q.sku_eq),
    marketplaceId: q.marketplace_id_eq ?? null,
    marketplaceType: q.marketplace_type_eq ?? null,
    pinned: q.is_pinned_eq ?? null,
  };
}
