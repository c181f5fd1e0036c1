import type { Context } from '../../context.ts';
import { stopMarketplace } from './deactivate-marketplace.ts';
import { marketplaceIdsOf } from './marketplaces.queries.ts';

/** Deactivates the marketplaces of a deleted store. */
export async function stopStore(ctx: Context, storeId: number): Promise<void> {
  for (const id of await marketplaceIdsOf(ctx.db, storeId)) {
    await stopMarketplace(ctx, { type: 'Store', id: storeId }, { id, storeId });
  }
}
