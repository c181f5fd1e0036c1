import type { Context } from '../../context.ts';
import { enqueue } from '../../platform/jobs.ts';
import { shopsBehind } from './pushes.queries.ts';
import { pushKey, pushStockJob } from './stock.jobs.ts';

/**
 * Has every shop pushed where a write is due: of one store, or of all.
 * @param storeId null: of all
 */
export async function pushDue(ctx: Context, storeId: number | null): Promise<void> {
  for (const marketplaceId of await shopsBehind(ctx.db, ctx.clock.now(), storeId)) {
    await enqueue(ctx.db, pushStockJob, { marketplaceId }, { key: pushKey(marketplaceId) });
  }
}
