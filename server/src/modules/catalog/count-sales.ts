import type { Context } from '../../context.ts';
import { countListingSales, countVariantSales } from './sales.queries.ts';

const PERIOD_DAYS = 30;

/**
 * Counts the sales of each SKU and listing in the last 30 days, and of each listing ever: units ordered less units cancelled.
 * Rows that do not change are not written.
 */
export async function countSales(ctx: Context): Promise<void> {
  await countListingSales(ctx.db, salesSince(ctx));
  await countVariantSales(ctx.db);
}

/** Orders since this instant count as sales of the last 30 days. */
export function salesSince(ctx: Context): Date {
  return new Date(ctx.clock.now().getTime() - PERIOD_DAYS * 86_400_000);
}
