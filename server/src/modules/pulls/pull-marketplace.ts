import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../context.ts';
import { invalid, type Actor } from '../../api/routing.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { recordActivity } from '../journal/record-activity.ts';
import type { MarketplaceRecord } from '../marketplaces/show-marketplace.ts';
import { beginPull } from './pulls.ts';

/**
 * Begins pulls of a marketplace's products and orders at a person's request, or joins those that run.
 * @throws Refusal 422 while it is not authorised, or while it is not known which of its places are kept here
 */
export async function pullMarketplace(
  ctx: Context,
  actor: Actor,
  storeId: number,
  marketplace: MarketplaceRecord,
): Promise<void> {
  if (marketplace.state !== 'verified' || marketplace.needsAuthorization) {
    throw invalid('marketplace', message('pulls.needs_authorisation', { marketplace: marketplace.name }));
  }
  if (marketplace.placeState !== 'chosen') {
    throw invalid('marketplace', message('places.not_known', { marketplace: marketplace.name }));
  }
  await inTransaction(ctx.db, async (tx) => {
    for (const kind of ['listings', 'orders'] as const) {
      await beginPull(tx, ctx, { storeId, marketplaceId: marketplace.id, kind, scope: 'manual' });
    }
    await recordActivity(tx, {
      storeId,
      key: 'marketplace.pull',
      actor: { type: 'User', id: actor.userId },
      recipient: { type: 'Marketplace', id: marketplace.id },
      at: ctx.clock.now(),
    });
  });
}
