import type { Context } from '../../context.ts';
import { stopMarketplace } from './deactivate-marketplace.ts';
import { marketplaceIdsOf } from './marketplaces.queries.ts';

/** A store was deleted: its marketplaces lose their authorisation, and nothing is pulled or pushed any more. */
export async function stopStore(ctx: Context, storeId: number): Promise<void> {
  for (const id of await marketplaceIdsOf(ctx.db, storeId)) {
    await stopMarketplace(ctx, { type: 'Store', id: storeId }, { id, storeId });
  }
}
