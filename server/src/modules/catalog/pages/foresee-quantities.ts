import type { QuantityChange } from '@evenstock/contract/catalog/quantity-changes';
import type { Context } from '../../../context.ts';
import { previewQuantities } from '../../stock/lists/preview-joined-stock.ts';
import { describeMarketplaceBrief } from '../variants/describe-listing.rules.ts';
import { namedListings } from '../variants/merges.queries.ts';
import { picturedVariants } from './export-variants.queries.ts';

type Foreseen = Pick<QuantityChange, 'variant' | 'listings'>;

/**
 * SKUs with what each of their marketplaces would show with another quantity, by the ids that are asked for. One that was merged away is the
 * SKU that it became. Nothing is locked or written.
 * @param quantities in units, by SKU
 */
export async function foreseeQuantities(
  ctx: Context,
  quantities: ReadonlyMap<number, number>,
): Promise<ReadonlyMap<number, Foreseen>> {
  const variants = await picturedVariants(ctx.db, [...quantities.keys()]);
  const wanted = new Map(variants.map(({ asked, variant }) => [variant.id, quantities.get(asked) ?? 0]));
  const listings = await previewQuantities(ctx.db, wanted, ctx.clock.now());
  const named = await namedListings(
    ctx.db,
    listings.map(({ id }) => id),
  );
  return new Map(
    variants.map(({ asked, variant }) => [
      asked,
      {
        variant,
        listings: listings
          .filter(({ variantId }) => variantId === variant.id)
          .flatMap(({ id, before, after }) => {
            const listing = named.get(id);
            if (listing === undefined) return [];
            return { id, marketplace: describeMarketplaceBrief(listing.marketplace), before, after };
          }),
      },
    ]),
  );
}
