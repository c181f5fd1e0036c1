import type { Context } from '../../context.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { loseListings, type ListingScope } from './record-listings.ts';
import { lockMarketplace, itemsLeftBehind } from './record-listings.queries.ts';

/** So many items in one transaction: others wait for their SKUs meanwhile. */
const AT_ONCE = 200;

/**
 * The listings of a deleted marketplace leave their SKUs, some at a time; begun again after a kill, it goes on, and it ends
 * where the marketplace came back meanwhile.
 */
export async function loseMarketplace(ctx: Context, scope: ListingScope): Promise<void> {
  for (;;) {
    const lost = await inTransaction(ctx.db, async (tx) => {
      await lockMarketplace(tx, scope.marketplaceId);
      const items = await itemsLeftBehind(tx, scope.marketplaceId, AT_ONCE);
      await loseListings(tx, ctx, scope, items);
      return items.length;
    });
    if (lost < AT_ONCE) return;
  }
}
