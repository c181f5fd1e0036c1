import type { Context } from '../../../context.ts';
import type { Actor, StoreScope } from '../../../api/routing.ts';
import { dayOf, utcDay } from '../../../platform/time/days.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { recordActivity } from '../../journal/record-activity.ts';
import { deleteReadingsBefore, insertReadings, unrecorded } from './readings.queries.ts';

export const READINGS_KEPT_MS = 2 * 86_400_000;

/** Records that somebody was shown the buyers of orders: once for each person, order and day of the store. */
export async function recordReadings(
  ctx: Context,
  store: StoreScope,
  actor: Actor,
  orderIds: readonly number[],
): Promise<void> {
  const at = ctx.clock.now();
  const reading = { storeId: store.id, userId: actor.userId, day: dayOf(at, store.timeZone) };
  const first = orderIds.length === 0 ? [] : await unrecorded(ctx.db, reading, orderIds);
  if (first.length === 0) return;
  await inTransaction(ctx.db, async (tx) => {
    for (const id of await insertReadings(tx, reading, first)) {
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

/** Purges readings of days that have ended in every zone: they no longer decide anything. The activities remain. */
export async function purgeReadings(ctx: Context): Promise<void> {
  const before = utcDay(new Date(ctx.clock.now().getTime() - READINGS_KEPT_MS));
  await deleteReadingsBefore(ctx.db, before);
}
