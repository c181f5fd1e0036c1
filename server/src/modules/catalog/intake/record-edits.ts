import type { Context } from '../../../context.ts';
import { announce } from '../../../api/live.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { setListingPrice, setListingName } from './edits.queries.ts';
import { lockMarketplace } from './record-listings.queries.ts';
import { markListingsGone, type ListingScope } from './record-listings.ts';
import { refreshVariants } from '../variants/refresh-variants.ts';

/*
 * Changes that a marketplace has confirmed are recorded in the caller's transaction. The lock of the marketplace prevents a read that
 * began earlier from overwriting them.
 */

/** Records a price. @param price in the minor unit of the listing's currency */
export async function recordPrice(
  tx: Tx,
  ctx: Context,
  scope: ListingScope,
  variantListingId: number,
  price: number,
): Promise<void> {
  await lockMarketplace(tx, scope.marketplaceId);
  const variantIds = await setListingPrice(tx, variantListingId, price, ctx.clock.now());
  await announce(tx, scope.storeId, 'variants', variantIds);
}

/** Records the name of an item, and renames its SKUs that had the same name. */
export async function recordName(
  tx: Tx,
  ctx: Context,
  scope: ListingScope,
  productListingId: number,
  name: string,
): Promise<void> {
  await lockMarketplace(tx, scope.marketplaceId);
  const variantIds = await setListingName(tx, productListingId, name, ctx.clock.now());
  await refreshVariants(tx, variantIds);
  await announce(tx, scope.storeId, 'variants', variantIds);
}

/** Records that an item was deleted. */
export async function recordRemoval(
  tx: Tx,
  ctx: Context,
  scope: ListingScope,
  productListingId: number,
): Promise<void> {
  await lockMarketplace(tx, scope.marketplaceId);
  await markListingsGone(tx, ctx, scope, [productListingId]);
}
