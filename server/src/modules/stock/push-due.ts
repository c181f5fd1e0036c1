import type { Context } from '../../context.ts';
import { enqueue } from '../../platform/jobs.ts';
import { shopsBehind } from './pushes.queries.ts';
import { pushKey, pushStockJob } from './stock.jobs.ts';
import { after, TOLERANCE_MS } from '../../platform/time-spans.ts';

/** A write that waits no longer than a doubt about the order of things is not left to the sweep. */
const SOON_MS = 2 * TOLERANCE_MS;

/**
 * Has every shop pushed where a write is due: of one store, or of all.
 * @param storeId null: of all
 */
export async function pushDue(ctx: Context, storeId: number | null): Promise<void> {
  const soon = after(ctx.clock.now(), SOON_MS);
  for (const { id: marketplaceId, retryAt } of await shopsBehind(ctx.db, soon, storeId)) {
    const when = retryAt === null ? {} : { runAt: retryAt };
    await enqueue(ctx.db, pushStockJob, { marketplaceId }, { key: pushKey(marketplaceId), ...when });
  }
}
