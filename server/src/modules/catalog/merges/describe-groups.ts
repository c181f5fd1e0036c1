import type { VariantGroup } from '@evenstock/contract/catalog/suggested-merges';
import type { Context } from '../../../context.ts';
import { barcodesOf } from '../variants/barcodes-of.ts';
import type { MergeGroup } from './automerge.queries.ts';
import { compareBarcodes } from './barcode-groups.rules.ts';
import { describeVariantRow } from '../variants/describe-variant.rules.ts';
import { mergedQuantity, quantitiesToMerge } from '../variants/merged-quantity.rules.ts';
import { listedAnew } from '../variants/merges.queries.ts';
import { suggestedVariants } from './suggestions.queries.ts';

/** Groups of SKUs that share a code: each with its quantity now, and the shared quantity by each choice. */
export async function describeGroups(ctx: Context, groups: readonly MergeGroup[]): Promise<VariantGroup[]> {
  const described = await describeMembers(
    ctx,
    groups.map(({ variant_ids: ids }) => ids),
  );
  return groups.flatMap(({ sku }, place) => {
    const group = described[place];
    return group === undefined ? [] : [{ sku, ...group }];
  });
}

/** The SKUs of groups, in their order, with what merging each group gives and what its barcodes say. */
export async function describeMembers(
  ctx: Context,
  groups: readonly (readonly number[])[],
): Promise<Omit<VariantGroup, 'sku'>[]> {
  const all = [...new Set(groups.flat())];
  const [variants, anew, barcodes] = await Promise.all([
    suggestedVariants(ctx.db, all),
    listedAnew(ctx.db, all),
    barcodesOf(ctx.db, all),
  ]);
  return groups.map((ids) => {
    const members = ids.flatMap((id) => variants.get(id) ?? []);
    const quantities = quantitiesToMerge(
      members.map(({ id, quantity, is_counted: isCounted }) => ({ id, quantity, isCounted })),
      anew,
    );
    const codes = ids.map((id) => ({ variant_id: id, barcodes: barcodes.get(id) ?? [] }));
    return {
      highest: mergedQuantity(quantities, 'highest'),
      lowest: mergedQuantity(quantities, 'lowest'),
      variants: members.map(describeVariantRow),
      made_anew: anew.map(({ id }) => id).filter((id) => ids.includes(id)),
      barcodes: compareBarcodes(codes.map((each) => each.barcodes.map(({ key }) => key))),
      variant_barcodes: codes
        .filter((each) => each.barcodes.length > 0)
        .map((each) => ({ variant_id: each.variant_id, codes: each.barcodes.map(({ code }) => code) })),
    };
  });
}
