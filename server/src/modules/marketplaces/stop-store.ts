import type { Context } from '../../context.ts';
import { stopMarketplace } from './deactivate-marketplace.ts';

/** A store was deleted: its marketplaces lose their authorisation, and nothing is pulled or pushed any more. */
export async function stopStore(ctx: Context, storeId: number): Promise<void> {
  const marketplaces = await ctx.db
    .selectFrom('marketplaces')
    .select('id')
    .where('store_id', '=', storeId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  for (const { id } of marketplaces) {
    await stopMarketplace(ctx, { type: 'Store', id: storeId }, { id, storeId });
  }
}
