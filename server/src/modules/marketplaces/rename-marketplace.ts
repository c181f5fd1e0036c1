import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../context.ts';
import { isUniqueViolation } from '../../platform/database-errors.ts';
import { announce } from '../../api/live.ts';
import { invalid, type Actor } from '../../api/routing.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { recordChange } from '../journal/record-activity.ts';
import { lockUndeleted, setName } from './marketplaces.queries.ts';

/**
 * Renames a marketplace. Its slug stays, so that links continue to work.
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
      const before = await lockUndeleted(tx, id);
      if (before === null) return;
      const isChanged = await recordChange(tx, {
        storeId,
        key: 'marketplace.update',
        actor: { type: 'User', id: actor.userId },
        recipient: { type: 'Marketplace', id },
        before,
        after: { name },
        at: now,
      });
      if (!isChanged) return;
      await setName(tx, id, name, now);
      await announce(tx, storeId, 'marketplaces', [id]);
    });
  } catch (error) {
    if (!isUniqueViolation(error, 'marketplaces_name')) throw error;
    throw invalid('name', message('marketplaces.name_taken'));
  }
}
