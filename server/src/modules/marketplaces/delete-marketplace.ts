import type { Context } from '../../context.ts';
import { announce } from '../../api/live.ts';
import type { Actor } from '../../api/routing.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { resolveNotifications } from '../journal/notify.ts';
import { recordActivity, type ActivityActor } from '../journal/record-activity.ts';
import { askZeroing } from './zeroings/ask-zeroing.ts';
import { marketplaceKinds } from './marketplace-notifications.rules.ts';
import { lockUndeleted, setDeleted } from './marketplaces.queries.ts';

/**
 * Deletes a marketplace, at once or after its listings were set to 0.
 * @throws Refusal 422 where its listings cannot be set to 0
 */
export async function deleteMarketplace(
  ctx: Context,
  actor: Actor,
  marketplace: { readonly id: number; readonly storeId: number },
  zeroFirst: boolean,
): Promise<void> {
  if (zeroFirst) await askZeroing(ctx, actor, marketplace, 'delete');
  else await removeMarketplace(ctx, { type: 'User', id: actor.userId }, marketplace);
}

/**
 * Deletes a marketplace: it disappears from screens, is not pulled from or pushed to any more, and a domain event detaches its
 * listings. Orders, movements and activities stay. Repeating it changes nothing.
 */
export async function removeMarketplace(
  ctx: Context,
  by: ActivityActor,
  marketplace: { readonly id: number; readonly storeId: number },
): Promise<void> {
  const { id, storeId } = marketplace;
  const now = ctx.clock.now();
  await inTransaction(ctx.db, async (tx) => {
    const before = await lockUndeleted(tx, id);
    if (before === null) return;
    await setDeleted(tx, id, now);
    const after = { state: 'unverified', needs_authorization: false };
    await recordActivity(tx, {
      storeId,
      key: 'marketplace.delete',
      actor: by,
      recipient: { type: 'Marketplace', id },
      before,
      after,
      at: now,
    });
    await resolveNotifications(tx, { storeId, kinds: marketplaceKinds, subjectId: id, at: now });
    await ctx.emit(tx, { type: 'marketplace.deactivated', storeId, marketplaceId: id });
    await ctx.emit(tx, { type: 'marketplace.deleted', storeId, marketplaceId: id });
    await announce(tx, storeId, 'marketplaces', [id]);
    await announce(tx, storeId, 'store', []);
  });
}
