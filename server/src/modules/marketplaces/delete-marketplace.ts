import type { Context } from '../../context.ts';
import { announce } from '../../platform/live.ts';
import type { Actor } from '../../routing.ts';
import { recordActivity } from '../journal/record-activity.ts';

/**
 * Deletes a marketplace: it is gone from lists and screens, nothing is pulled or pushed any more, and its listings leave
 * their SKUs (by news). Orders, stock movements and activities stay. Deleting it twice changes nothing.
 */
export async function deleteMarketplace(
  ctx: Context,
  actor: Actor,
  marketplace: { readonly id: number; readonly storeId: number },
): Promise<void> {
  const { id, storeId } = marketplace;
  const now = ctx.clock.now();
  await ctx.db.transaction().execute(async (tx) => {
    const deleted = await tx
      .updateTable('marketplaces')
      .set({
        state: 'unverified',
        needs_authorization: false,
        auth_expiry: null,
        deactivated_at: now,
        deleted_at: now,
        updated_at: now,
      })
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (deleted === undefined) return;
    await tx.deleteFrom('marketplace_credentials').where('marketplace_id', '=', id).execute();
    await recordActivity(tx, {
      storeId,
      key: 'marketplace.delete',
      actor: { type: 'User', id: actor.userId },
      recipient: { type: 'Marketplace', id },
      at: now,
    });
    await ctx.emit(tx, { type: 'marketplace.deactivated', storeId, marketplaceId: id });
    await ctx.emit(tx, { type: 'marketplace.deleted', storeId, marketplaceId: id });
    await announce(tx, storeId, 'marketplaces', [id]);
    await announce(tx, storeId, 'store', []);
  });
}
