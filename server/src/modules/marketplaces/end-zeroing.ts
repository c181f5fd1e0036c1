import type { Context } from '../../context.ts';
import { stopMarketplace } from './deactivate-marketplace.ts';
import { removeMarketplace } from './delete-marketplace.ts';
import { findOpenZeroing, keepZeroed, type Zeroed } from './zeroings/zeroings.queries.ts';

/**
 * Ends the zeroing of a marketplace whose listings are all done: records the outcome, and deactivates or deletes it as requested.
 * It is idempotent, so it is repeated after a kill.
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
