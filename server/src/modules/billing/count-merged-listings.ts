import type { Context } from '../../context.ts';
import { announce } from '../../api/live.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { countDueStores, refreshMonths } from './subscription-infos.queries.ts';

/**
 * Notes how many merged listings each store has on this day of its zone, and what its month comes to. Once a day whatever
 * happens: a second run on the same day, or at the same moment, finds nothing to count.
 * @returns how many stores were counted
 */
export function countMergedListings(ctx: Context): Promise<number> {
  const now = ctx.clock.now();
  return inTransaction(ctx.db, async (tx) => {
    const counted = await countDueStores(tx, now);
    if (counted.length === 0) return 0;
    await refreshMonths(tx, counted, now);
    for (const { storeId } of counted) await announce(tx, storeId, 'store', []);
    return counted.length;
  });
}
