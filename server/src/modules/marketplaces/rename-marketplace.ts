import type { Context } from '../../context.ts';
import { isUniqueViolation } from '../../platform/database-errors.ts';
import { announce } from '../../api/live.ts';
import { invalid, type Actor } from '../../api/routing.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { recordActivity } from '../journal/record-activity.ts';
import { setName } from './marketplaces.queries.ts';

/**
 * Gives a marketplace another name. Its address (slug) stays, so that links go on working.
 * @throws Refusal 422 where another marketplace of the store has that name
 */
export async function renameMarketplace(
  ctx: Context,
  actor: Actor,
  marketplace: { readonly id: number; readonly storeId: number },
  name: string,
): Promise<void> {
  const { id, storeId } = marketplace;
  const now = ctx.clock.now();
  try {
    await inTransaction(ctx.db, async (tx) => {
      if (!(await setName(tx, id, name, now))) return;
      await recordActivity(tx, {
        storeId,
        key: 'marketplace.update',
        actor: { type: 'User', id: actor.userId },
        recipient: { type: 'Marketplace', id },
        extras: { field: 'name' },
        at: now,
      });
      await announce(tx, storeId, 'marketplaces', [id]);
    });
  } catch (error) {
    if (!isUniqueViolation(error, 'marketplaces_name')) throw error;
    throw invalid('name', 'Another marketplace of this store has this name. Choose another name.');
  }
}
