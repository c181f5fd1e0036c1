import type { Context } from '../../context.ts';
import type { Actor, StoreScope } from '../../api/routing.ts';
import { dayOf } from '../../platform/days.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { recordActivity } from '../journal/record-activity.ts';
import { insertReadings } from './printing.queries.ts';

/** Records that somebody was shown the buyers of orders: once for each person, order and day of the store. */
export async function recordReadings(
  ctx: Context,
  store: StoreScope,
  actor: Actor,
  orderIds: readonly number[],
): Promise<void> {
  if (orderIds.length === 0) return;
  const at = ctx.clock.now();
  const reading = { storeId: store.id, userId: actor.userId, day: dayOf(at, store.timeZone) };
  await inTransaction(ctx.db, async (tx) => {
    for (const id of await insertReadings(tx, reading, orderIds)) {
      await recordActivity(tx, {
        storeId: store.id,
        key: 'order.read_buyer',
        actor: { type: 'User', id: actor.userId },
        recipient: { type: 'Order', id },
        at,
      });
    }
  });
}
