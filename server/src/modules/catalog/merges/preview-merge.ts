import type { MergePreview } from '@evenstock/contract/catalog/merges';
import type { Context } from '../../../context.ts';
import { previewJoinedStock } from '../../stock/lists/preview-joined-stock.ts';
import { describeMarketplaceBrief } from '../variants/describe-listing.rules.ts';
import { chosenVariants } from './merge-by-hand.ts';
import {
  mergedQuantity,
  onHand,
  owedUnits,
  quantitiesToMerge,
  type MergeChoice,
} from '../variants/merged-quantity.rules.ts';
import { requireNoSets } from './merge-variants.ts';
import { listedAnew, namedListings, namedVariants } from '../variants/merges.queries.ts';

/**
 * Previews a merge of the SKUs that a member chose, for each of their listings. It changes nothing.
 * @throws Refusal 404; 422 for fewer than two or a set, 409 where somebody has merged them
 */
export async function previewMerge(
  ctx: Context,
  storeId: number,
  asked: readonly number[],
  choice: MergeChoice,
): Promise<MergePreview> {
  const variantIds = await chosenVariants(ctx.db, storeId, asked);
  const anew = await listedAnew(ctx.db, variantIds);
  const { variants, listings } = await previewJoinedStock(
    ctx.db,
    variantIds,
    (sources) => mergedQuantity(quantitiesToMerge(sources, anew), choice),
    ctx.clock.now(),
  );
  await requireNoSets(ctx.db, variants);
  const [names, named] = await Promise.all([
    namedVariants(ctx.db, variantIds),
    namedListings(
      ctx.db,
      listings.map(({ id }) => id),
    ),
  ]);
  const quantities = quantitiesToMerge(variants, anew);
  const quantityOf = new Map(variants.map(({ id, quantity }) => [id, quantity]));
  return {
    variants: names.map((variant) => ({ ...variant, quantity: quantityOf.get(variant.id) ?? 0 })),
    highest: onHand(quantities, 'highest'),
    lowest: onHand(quantities, 'lowest'),
    owed: owedUnits(quantities),
    quantity: mergedQuantity(quantities, choice),
    listings: listings.flatMap(({ id, variantId, before, after, isHeld }) => {
      const listing = named.get(id);
      if (listing === undefined) return [];
      const { name, sku, marketplace } = listing;
      return {
        id,
        variant_id: variantId,
        name,
        sku,
        marketplace: describeMarketplaceBrief(marketplace),
        before,
        after,
        is_held: isHeld,
      };
    }),
  };
}
