import type { Context } from '../../context.ts';
import { countListingSales, countVariantSales } from './sales.queries.ts';

const PERIOD_DAYS = 30;

/**
 * Counts the sales of each SKU and listing in the last 30 days, and of each listing ever: units ordered less units cancelled.
 * Rows that do not change are not written.
 */
export async function countSales(ctx: Context): Promise<void> {
  const since = new Date(ctx.clock.now().getTime() - PERIOD_DAYS * 86_400_000);
  await countListingSales(ctx.db, since);
  await countVariantSales(ctx.db);
}
