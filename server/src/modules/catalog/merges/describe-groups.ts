import type { VariantGroup } from '@evenstock/contract/catalog/suggested-merges';
import type { Context } from '../../../context.ts';
import type { MergeGroup } from './automerge.queries.ts';
import { describeVariantRow } from '../variants/describe-variant.rules.ts';
import { mergedQuantity, quantitiesToMerge } from '../variants/merged-quantity.rules.ts';
import { listedAnew } from '../variants/merges.queries.ts';
import { suggestedVariants } from './suggestions.queries.ts';

/** Groups of SKUs that share a code: each with its quantity now, and the shared quantity by each choice. */
export async function describeGroups(ctx: Context, groups: readonly MergeGroup[]): Promise<VariantGroup[]> {
  const all = groups.flatMap(({ variant_ids: ids }) => ids);
  const [variants, anew] = await Promise.all([suggestedVariants(ctx.db, all), listedAnew(ctx.db, all)]);
  return groups.map(({ sku, variant_ids: ids }) => {
    const members = ids.flatMap((id) => variants.get(id) ?? []);
    const quantities = quantitiesToMerge(
      members.map(({ id, quantity, is_counted: isCounted }) => ({ id, quantity, isCounted })),
      anew,
    );
    return {
      sku,
      highest: mergedQuantity(quantities, 'highest'),
      lowest: mergedQuantity(quantities, 'lowest'),
      variants: members.map(describeVariantRow),
      made_anew: anew.map(({ id }) => id).filter((id) => ids.includes(id)),
    };
  });
}
