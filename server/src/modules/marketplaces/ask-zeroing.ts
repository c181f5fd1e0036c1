import type { Context } from '../../context.ts';
import { announce } from '../../api/live.ts';
import { invalid, type Actor } from '../../api/routing.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { recordActivity } from '../journal/record-activity.ts';
import { lockForZeroing, upsertZeroing } from './zeroings.queries.ts';

/**
 * A member leaves a marketplace and wants its listings set to 0 first: from now on they are to show 0, and when each was dealt with
 * (by an event, in the stock module) the marketplace is deactivated or deleted. Asked again it goes on, to what was asked last.
 * @throws Refusal 422 where the marketplace does not take our calls
 */
export async function askZeroing(
  ctx: Context,
  actor: Actor,
  marketplace: { readonly id: number; readonly storeId: number },
  leadsTo: 'deactivate' | 'delete',
): Promise<void> {
  const { id, storeId } = marketplace;
  const now = ctx.clock.now();
  await inTransaction(ctx.db, async (tx) => {
    const { isAuthorised, name } = await lockForZeroing(tx, id);
    if (!isAuthorised) {
      throw invalid(
        'zero_first',
        `${name} is not authorised, so its listings cannot be set to 0 from here. Authorise it first, or set them to 0 in its seller centre.`,
      );
    }
    await upsertZeroing(tx, { marketplaceId: id, storeId, userId: actor.userId, leadsTo, now });
    await recordActivity(tx, {
      storeId,
      key: 'marketplace.zero',
      actor: { type: 'User', id: actor.userId },
      recipient: { type: 'Marketplace', id },
      at: now,
    });
    await ctx.emit(tx, { type: 'marketplace.zeroing_asked', storeId, marketplaceId: id });
    await announce(tx, storeId, 'marketplaces', [id]);
  });
}
