import type { Context } from '../../../context.ts';
import { announce } from '../../../api/live.ts';
import type { Actor, StoreScope } from '../../../api/routing.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { recordActivity } from '../../journal/record-activity.ts';
import { countRemoved, removeSuggestions as insertRemoved } from './suggestions.queries.ts';

/**
 * Removes suggestions of these codes permanently. A code that is no suggestion, or was removed before, is ignored.
 * @returns how many removed suggestions could still be merged
 */
export function removeSuggestions(
  ctx: Context,
  store: Pick<StoreScope, 'id'>,
  actor: Pick<Actor, 'userId'>,
  skus: readonly string[],
): Promise<number> {
  return inTransaction(ctx.db, async (tx) => {
    const at = ctx.clock.now();
    const removed = await insertRemoved(tx, { storeId: store.id, skus, userId: actor.userId, at });
    if (removed.length > 0) {
      await recordActivity(tx, {
        storeId: store.id,
        key: 'suggested_merge.remove',
        actor: { type: 'User', id: actor.userId },
        recipient: null,
        extras: { suggestions: removed.length },
        at,
      });
      await announce(tx, store.id, 'merges', []);
    }
    return countRemoved(tx, store.id);
  });
}
