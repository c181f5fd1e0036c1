import type { Context } from '../../context.ts';
import { announce } from '../../api/live.ts';
import type { Actor } from '../../api/routing.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { resolveNotifications } from '../journal/notify.ts';
import { recordActivity, type ActivityActor } from '../journal/record-activity.ts';
import { askZeroing } from './zeroings/ask-zeroing.ts';
import { marketplaceKinds } from './marketplace-notifications.rules.ts';
import { lockUndeleted, setDeactivated } from './marketplaces.queries.ts';

/**
 * Ends a marketplace's authorisation and keeps its data: it is not pulled from or pushed to any more. A domain event drops its
 * credentials.
 * @param zeroFirst whether the shop's listings are set to 0 first, and the authorisation ends after that
 * @throws Refusal 422 where its listings cannot be set to 0
 */
export async function deactivateMarketplace(
  ctx: Context,
  actor: Actor,
  marketplace: { readonly id: number; readonly storeId: number },
  zeroFirst: boolean,
): Promise<void> {
  if (zeroFirst) {
    await askZeroing(ctx, actor, marketplace, 'deactivate');
    return;
  }
  await stopMarketplace(ctx, { type: 'User', id: actor.userId }, marketplace);
}

/** As `deactivateMarketplace`, at once and for any actor. */
export async function stopMarketplace(
  ctx: Context,
  by: ActivityActor,
  marketplace: { readonly id: number; readonly storeId: number },
): Promise<void> {
  const { id, storeId } = marketplace;
  const now = ctx.clock.now();
  await inTransaction(ctx.db, async (tx) => {
    const before = await lockUndeleted(tx, id);
    if (before === null || (before.state !== 'verified' && !before.needs_authorization)) return;
    await setDeactivated(tx, id, now);
    const after = { state: 'unverified', needs_authorization: false };
    await recordActivity(tx, {
      storeId,
      key: 'marketplace.deactivate',
      actor: by,
      recipient: { type: 'Marketplace', id },
      before,
      after,
      at: now,
    });
    await resolveNotifications(tx, { storeId, kinds: marketplaceKinds, subjectId: id, at: now });
    await ctx.emit(tx, { type: 'marketplace.deactivated', storeId, marketplaceId: id });
    await announce(tx, storeId, 'marketplaces', [id]);
  });
}
