import type { Context } from '../../../context.ts';
import { ordersToMatch } from './matches.queries.ts';
import { readOrder } from './read-order.ts';

/** Maximum age of an order that is read again, in milliseconds. */
const BACK_MS = 86_400_000;
const AT_ONCE = 100;

/**
 * Reads orders again that were imported before their listing had a baseline and were placed after it, so that their units are
 * subtracted from the quantity.
 */
export async function matchLines(ctx: Context, { marketplaceId }: { marketplaceId: number }): Promise<void> {
  const since = new Date(ctx.clock.now().getTime() - BACK_MS);
  const orders = await ordersToMatch(ctx.db, marketplaceId, since, AT_ONCE);
  for (const { channelId, storeId } of orders) {
    await readOrder(ctx, { storeId, marketplaceId }, channelId, 'normal');
  }
}
