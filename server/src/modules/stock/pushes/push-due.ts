import type { Context } from '../../../context.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import { shopsBehind } from '../ledger/pushes.queries.ts';
import { pushKey, pushStockJob } from '../ledger/stock.jobs.ts';
import { after, TOLERANCE_MS } from '../../../platform/time/time-spans.ts';

/** A retry within this time is enqueued now instead of by the sweep. */
const SOON_MS = 2 * TOLERANCE_MS;

/**
 * Enqueues a push job for each shop with a due push.
 * @param storeId of one store; null for all
 */
export async function pushDue(ctx: Context, storeId: number | null): Promise<void> {
  const soon = after(ctx.clock.now(), SOON_MS);
  for (const { id: marketplaceId, retryAt } of await shopsBehind(ctx.db, soon, storeId)) {
    const when = retryAt === null ? {} : { runAt: retryAt };
    await enqueue(ctx.db, pushStockJob, { marketplaceId }, { key: pushKey(marketplaceId), ...when });
  }
}
