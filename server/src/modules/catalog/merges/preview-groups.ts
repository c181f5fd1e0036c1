import type { MergedGroup } from '@evenstock/contract/catalog/mass-merges';
import type { Context } from '../../../context.ts';
import { previewJoinedGroups } from '../../stock/lists/preview-joined-stock.ts';
import type { MergeGroup } from './automerge.queries.ts';
import { describeMarketplaceBrief } from '../variants/describe-listing.rules.ts';
import { describeGroups } from './describe-groups.ts';
import { mergedQuantity, quantitiesToMerge } from '../variants/merged-quantity.rules.ts';
import { listedAnew, namedListings } from '../variants/merges.queries.ts';

/** Groups of SKUs that share a code, and what each of their listings shows before they are merged and after. */
export async function previewGroups(ctx: Context, groups: readonly MergeGroup[]): Promise<MergedGroup[]> {
  const [described, anew, join] = await Promise.all([
    describeGroups(ctx, groups),
    listedAnew(
      ctx.db,
      groups.flatMap(({ variant_ids: ids }) => ids),
    ),
    previewJoinedGroups(
      ctx.db,
      groups.map(({ variant_ids: ids }) => ids),
      ctx.clock.now(),
    ),
  ]);
  const joined = new Map(
    groups.map(({ sku, variant_ids: ids }) => {
      const by = (choice: 'highest' | 'lowest') =>
        join(ids, (variants) => mergedQuantity(quantitiesToMerge(variants, anew), choice)).listings;
      const lowest = new Map(by('lowest').map(({ id, after }) => [id, after]));
      const listings = by('highest').map(({ after, ...listing }) => ({
        ...listing,
        after: { highest: after, lowest: lowest.get(listing.id) ?? after },
      }));
      return [sku, listings];
    }),
  );
  const named = await namedListings(
    ctx.db,
    [...joined.values()].flat().map(({ id }) => id),
  );
  return described.map((group) => ({
    ...group,
    listings: (joined.get(group.sku) ?? []).flatMap(({ id, variantId, before, after, isHeld }) => {
      const listing = named.get(id);
      if (listing === undefined) return [];
      const { name, marketplace } = listing;
      return {
        id,
        variant_id: variantId,
        name,
        marketplace: describeMarketplaceBrief(marketplace),
        before,
        after,
        is_held: isHeld,
      };
    }),
  }));
}
