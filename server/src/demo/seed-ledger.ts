import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { adjustQuantity } from '../modules/stock/changes/adjust-quantity.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Age of the store's first count, in days. */
const COUNTED_DAYS = 41;

interface Change {
  readonly daysAgo: number;
  readonly units: number;
}

/** Typical adjustments by hand: deliveries, damaged, found and given-away units, and recounts. */
const weeks: readonly (readonly Change[])[] = [
  [
    { daysAgo: 37, units: 12 },
    { daysAgo: 30, units: -2 },
    { daysAgo: 24, units: -1 },
    { daysAgo: 17, units: 12 },
    { daysAgo: 9, units: -1 },
    { daysAgo: 3, units: 6 },
    { daysAgo: 0, units: 24 },
  ],
  [
    { daysAgo: 35, units: 10 },
    { daysAgo: 21, units: -1 },
    { daysAgo: 14, units: 5 },
    { daysAgo: 1, units: -3 },
  ],
  [
    { daysAgo: 33, units: 8 },
    { daysAgo: 26, units: -2 },
    { daysAgo: 8, units: -1 },
    { daysAgo: 2, units: 6 },
  ],
  [
    { daysAgo: 28, units: 4 },
    { daysAgo: 13, units: -1 },
  ],
  [
    { daysAgo: 31, units: 6 },
    { daysAgo: 12, units: -2 },
    { daysAgo: 4, units: 12 },
  ],
];

/**
 * Backdates the first count in the store's ledger and adds adjustments of the following weeks. The last adjustment is not pushed,
 * because its marketplace refuses it.
 */
export async function seedLedger(ctx: Context, storeId: number, userIds: readonly number[]): Promise<void> {
  const variants = await ctx.db
    .selectFrom('variants')
    .select(['id', 'sku'])
    .where('store_id', '=', storeId)
    .where('merged_into_id', 'is', null)
    .where('live_listings', '>', 0)
    .orderBy('live_listings', 'desc')
    .orderBy('id')
    .execute();
  const now = ctx.clock.now().getTime();
  await ctx.db
    .updateTable('stock_movements')
    .set({ created_at: sql`created_at - make_interval(days => ${COUNTED_DAYS})` })
    .where('store_id', '=', storeId)
    .execute();
  for (const [place, changes] of weeks.entries()) {
    const variant = variants[place];
    if (variant === undefined) continue;
    for (const [turn, { daysAgo, units }] of changes.entries()) {
      const userId = userIds[(place + turn) % userIds.length] ?? null;
      // Recorded now, because pushes are due from now on; only the ledger entry is backdated.
      const movement = await adjustQuantity(ctx, { storeId, variantId: variant.id, userId, units });
      if (movement === null || daysAgo === 0) continue;
      await ctx.db
        .updateTable('stock_movements')
        .set({ created_at: new Date(now - daysAgo * DAY - ((place + turn) % 7) * HOUR) })
        .where('id', '=', movement.id)
        .execute();
    }
  }
  const locked = variants.find(({ sku }) => sku === 'LOCKED-PROMO');
  if (locked === undefined) return;
  await adjustQuantity(ctx, { storeId, variantId: locked.id, userId: userIds[0] ?? null, units: 5 });
}
