import type { Context } from '../../../context.ts';
import type { Actor, StoreScope } from '../../../api/routing.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { recordActivity } from '../../journal/record-activity.ts';
import { beginPull } from '../../pulls/pulls.ts';
import { connectedMarketplaces } from '../imports/pull-orders.queries.ts';

/** Begins a pull at every connected marketplace of the store, or joins those under way (Import Orders). */
export async function startPullingOrders(ctx: Context, store: StoreScope, actor: Actor): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const marketplaces = await connectedMarketplaces(tx, store.id);
    for (const marketplaceId of marketplaces) {
      await beginPull(tx, ctx, { storeId: store.id, marketplaceId, kind: 'orders', scope: 'manual' });
    }
    await recordActivity(tx, {
      storeId: store.id,
      key: 'order.pull',
      actor: { type: 'User', id: actor.userId },
      recipient: null,
      extras: { marketplaces: marketplaces.length },
      at: ctx.clock.now(),
    });
  });
}
