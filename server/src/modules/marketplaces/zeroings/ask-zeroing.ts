import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../../context.ts';
import { announce } from '../../../api/live.ts';
import { invalid, type Actor } from '../../../api/routing.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { recordActivity } from '../../journal/record-activity.ts';
import { findOpenZeroing, lockForZeroing, upsertZeroing } from './zeroings.queries.ts';

/**
 * Requests that a marketplace's listings are set to 0 before it is deactivated or deleted. The stock module sets them by a domain
 * event; when all are done the marketplace is left. A repeated request changes how it is left.
 * @throws Refusal 422 where the marketplace cannot be called
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
      throw invalid('zero_first', message('marketplaces.zeroing_needs_authorisation', { marketplace: name }));
    }
    const open = await findOpenZeroing(tx, id);
    await upsertZeroing(tx, { marketplaceId: id, storeId, userId: actor.userId, leadsTo, now });
    await recordActivity(tx, {
      storeId,
      key: 'marketplace.zero',
      actor: { type: 'User', id: actor.userId },
      recipient: { type: 'Marketplace', id },
      before: { leads_to: open?.leadsTo },
      after: { leads_to: leadsTo },
      at: now,
    });
    await ctx.emit(tx, { type: 'marketplace.zeroing_asked', storeId, marketplaceId: id });
    await announce(tx, storeId, 'marketplaces', [id]);
  });
}
