import type { Context } from '../../../context.ts';
import { after } from '../../../platform/time/time-spans.ts';
import { changedListingSales, countListingSales, countVariantSales } from './sales.queries.ts';

const PERIOD_DAYS = 30;
/** Longer than the time from one count of what has changed to the next. */
const CHANGED_WITHIN_MS = 60 * 60_000;

/**
 * Counts the sales of each SKU and listing in the last 30 days, and of each listing ever: units ordered less units cancelled. It reads
 * every line of every order, and heals what the frequent counts have missed.
 */
export async function countSales(ctx: Context): Promise<void> {
  await countListingSales(ctx.db, salesSince(ctx));
  await countVariantSales(ctx.db);
}

/** The same of the listings whose sales may have changed within the last hour. Rows that do not change are not written. */
export async function countChangedSales(ctx: Context): Promise<void> {
  const since = salesSince(ctx);
  const leftSince = after(since, -CHANGED_WITHIN_MS);
  const importedSince = after(ctx.clock.now(), -CHANGED_WITHIN_MS);
  await changedListingSales({ since, leftSince, importedSince }).execute(ctx.db);
  await countVariantSales(ctx.db);
}

/** Orders since this instant count as sales of the last 30 days. */
export function salesSince(ctx: Context): Date {
  return new Date(ctx.clock.now().getTime() - PERIOD_DAYS * 86_400_000);
}
