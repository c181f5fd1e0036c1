import type { Context } from '../../context.ts';
import { ordersToMatch } from './matches.queries.ts';
import { readOrder } from './read-order.ts';

/** So far back an order may have come before its listing was known. */
const BACK_MS = 86_400_000;
const AT_ONCE = 100;

/**
 * Orders that came before their listing was known or counted, and were placed after it was counted: they are read again, so that
 * their units are taken from the quantity.
 */
export async function matchLines(ctx: Context, { marketplaceId }: { marketplaceId: number }): Promise<void> {
  const since = new Date(ctx.clock.now().getTime() - BACK_MS);
  const orders = await ordersToMatch(ctx.db, marketplaceId, since, AT_ONCE);
  for (const { number, storeId } of orders) {
    await readOrder(ctx, { storeId, marketplaceId }, number, 'normal');
  }
}
