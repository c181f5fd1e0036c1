import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { markListingsGone, type ListingScope } from './record-listings.ts';
import { lockMarketplace, itemsLeftBehind } from './record-listings.queries.ts';

/** Number of items per transaction, whose SKUs are locked meanwhile. */
const AT_ONCE = 200;

/**
 * Detaches the listings of a deleted marketplace from their SKUs, in batches. It is idempotent, and stops if the marketplace was
 * restored.
 */
export async function detachMarketplace(ctx: Context, scope: ListingScope): Promise<void> {
  for (;;) {
    const lost = await inTransaction(ctx.db, async (tx) => {
      await lockMarketplace(tx, scope.marketplaceId);
      const items = await itemsLeftBehind(tx, scope.marketplaceId, AT_ONCE);
      await markListingsGone(tx, ctx, scope, items);
      return items.length;
    });
    if (lost < AT_ONCE) return;
  }
}
