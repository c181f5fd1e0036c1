import type { Context } from '../../context.ts';
import { stopMarketplace } from './deactivate-marketplace.ts';
import { removeMarketplace } from './delete-marketplace.ts';
import { findOpenZeroing, keepZeroed, type Zeroed } from './zeroings.queries.ts';

/**
 * Every listing of a marketplace was dealt with: how it went is kept, and the marketplace is left as its member asked. Killed in
 * between it is called again, and ends what is left to do.
 */
export async function endZeroing(ctx: Context, marketplaceId: number, zeroed: Zeroed): Promise<void> {
  const zeroing = await findOpenZeroing(ctx.db, marketplaceId);
  if (zeroing === null) return;
  const marketplace = { id: marketplaceId, storeId: zeroing.storeId };
  const by =
    zeroing.userId === null
      ? { type: 'System' as const, id: null }
      : { type: 'User' as const, id: zeroing.userId };
  await (zeroing.leadsTo === 'delete' ? removeMarketplace : stopMarketplace)(ctx, by, marketplace);
  await keepZeroed(ctx.db, marketplaceId, zeroed, ctx.clock.now());
}
