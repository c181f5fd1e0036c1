import { announce } from '../../api/live.ts';
import { notFound, type Actor } from '../../api/routing.ts';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { findStoreOfActivity } from './activity-list.queries.ts';
import { recordActivity } from './record-activity.ts';

/**
 * Hides an activity, of a store or of none. Its row stays: the entry of the deletion hides it. Of two concurrent deletions, one is
 * refused as gone.
 * @throws Refusal 404
 */
export function deleteActivity(ctx: Context, actor: Pick<Actor, 'userId'>, id: number): Promise<void> {
  return inTransaction(
    ctx.db,
    async (tx) => {
      const found = await findStoreOfActivity(tx, id);
      if (found === null) throw notFound('activity');
      await recordActivity(tx, {
        storeId: found.storeId,
        key: 'activity.delete',
        actor: { type: 'User', id: actor.userId },
        recipient: { type: 'Activity', id },
        at: ctx.clock.now(),
      });
      if (found.storeId !== null) await announce(tx, found.storeId, 'activities', [id]);
    },
    { retryOn: ['activities_deletion'] },
  );
}
