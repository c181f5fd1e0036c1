import type { Context } from '../../context.ts';
import { announce } from '../../api/live.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { countDueStores, refreshMonths } from './subscription-infos.queries.ts';

/**
 * Records how many merged listings each store has on this day of its zone, and the price of its month. A second run on the same
 * day, concurrent or later, changes nothing.
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
