import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database.ts';
import { announce } from '../../api/live.ts';
import type { Actor } from '../../api/routing.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { recordActivity } from '../journal/record-activity.ts';
import { setSync } from './stores.queries.ts';

/** Turns a store's Inventory Sync on or off. What the listings should show is decided anew by whoever hears of it. */
export async function switchSync(ctx: Context, actor: Actor, storeId: number, isOn: boolean): Promise<void> {
  await inTransaction(ctx.db, (tx) => turnSync(ctx, tx, actor.userId, storeId, isOn));
}

/** The same, in a transaction that changes more. */
export async function turnSync(
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
    extras: { can_sync_quantity: isOn },
    at: now,
  });
  await ctx.emit(tx, { type: 'store.sync_switched', storeId });
  await announce(tx, storeId, 'store', []);
}
