import type { Context } from '../../context.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { lockMarketplace } from '../marketplaces/consent/lock-marketplace.ts';
import { beginPull } from './pulls.ts';
import { lastCompletedBegan } from './pulls.queries.ts';

/**
 * Begins a poll of a marketplace's orders, or joins a running one, unless one that began at or after an instant is done. Before the
 * first import of its orders has ended it does nothing.
 * @param since on the channel's clock
 */
export async function pollOrders(ctx: Context, marketplaceId: number, since: Date): Promise<void> {
  const last = await lastCompletedBegan(ctx.db, marketplaceId, 'orders');
  if (last === null || last >= since) return;
  await inTransaction(ctx.db, async (tx) => {
    const marketplace = await lockMarketplace(tx, marketplaceId);
    if (marketplace === null) return;
    const { storeId } = marketplace;
    await beginPull(tx, ctx, { storeId, marketplaceId, kind: 'orders', scope: 'poll' });
  });
}
