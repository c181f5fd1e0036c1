import type { Context } from '../../context.ts';
import { announce } from '../../api/live.ts';
import type { Actor } from '../../api/routing.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { resolveNotifications } from '../journal/notify.ts';
import { recordActivity, type ActivityActor } from '../journal/record-activity.ts';
import { askZeroing } from './ask-zeroing.ts';
import { marketplaceKinds } from './marketplace-notifications.rules.ts';
import { setDeactivated } from './marketplaces.queries.ts';

/**
 * Removes a marketplace's authorisation and keeps its data: nothing is pulled or pushed any more. Its credentials are dropped
 * by an event.
 * @param zeroFirst set the shop's listings to 0 before: the authorisation goes when each was dealt with
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

/** The same, whoever brings it about. */
export async function stopMarketplace(
  ctx: Context,
  by: ActivityActor,
  marketplace: { readonly id: number; readonly storeId: number },
): Promise<void> {
  const { id, storeId } = marketplace;
  const now = ctx.clock.now();
  await inTransaction(ctx.db, async (tx) => {
    if (!(await setDeactivated(tx, id, now))) return;
    await recordActivity(tx, {
      storeId,
      key: 'marketplace.deactivate',
      actor: by,
      recipient: { type: 'Marketplace', id },
      at: now,
    });
    await resolveNotifications(tx, { storeId, kinds: marketplaceKinds, subjectId: id, at: now });
    await ctx.emit(tx, { type: 'marketplace.deactivated', storeId, marketplaceId: id });
    await announce(tx, storeId, 'marketplaces', [id]);
  });
}
