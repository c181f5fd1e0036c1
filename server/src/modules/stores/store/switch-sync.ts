import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { announce } from '../../../api/live.ts';
import type { Actor } from '../../../api/routing.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { recordActivity } from '../../journal/record-activity.ts';
import { setSync } from './stores.queries.ts';

/** Switches a store's Inventory Sync on or off. A domain event has its listings' targets evaluated again. */
export async function switchSync(ctx: Context, actor: Actor, storeId: number, isOn: boolean): Promise<void> {
  await inTransaction(ctx.db, (tx) => switchSyncIn(ctx, tx, actor.userId, storeId, isOn));
}

/** As `switchSync`, in the caller's transaction. */
export async function switchSyncIn(
  ctx: Context,
  tx: Tx,
  userId: number,
  storeId: number,
  isOn: boolean,
): Promise<void> {
  const now = ctx.clock.now();
  if (!(await setSync(tx, storeId, isOn, now))) return;
  await recordActivity(tx, {
    storeId,
    key: 'store.update',
    actor: { type: 'User', id: userId },
    recipient: null,
    before: { can_sync_quantity: !isOn },
    after: { can_sync_quantity: isOn },
    at: now,
  });
  await ctx.emit(tx, { type: 'store.sync_switched', storeId });
  await announce(tx, storeId, 'store', []);
}
