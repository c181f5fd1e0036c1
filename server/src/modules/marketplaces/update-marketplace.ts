import { message } from '@evenstock/contract/messages/message';
import type { updateMarketplace as updateMarketplaceEndpoint } from '@evenstock/contract/marketplaces/marketplaces';
import type { z } from 'zod';
import type { Context } from '../../context.ts';
import { isUniqueViolation } from '../../platform/database/database-errors.ts';
import { announce } from '../../api/live.ts';
import { invalid, Refusal, type Actor } from '../../api/routing.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { recordChange } from '../journal/record-activity.ts';
import { requireSafetyKept } from '../stores/store/require-safety-kept.ts';
import { lockUndeleted, setMarketplace } from './marketplaces.queries.ts';

type MarketplaceChange = z.output<(typeof updateMarketplaceEndpoint)['body']>['marketplace'];

/**
 * Renames a marketplace, switches its sync, or says how many units of each SKU it does not show. Its slug stays, so that links continue
 * to work. Domain events have its listings evaluated again.
 * @throws Refusal 409 where its safety stock is not the one that the caller read
 * @throws Refusal 422 where another marketplace of the store has that name, or the store keeps no safety stock
 */
export async function updateMarketplace(
  ctx: Context,
  actor: Actor,
  marketplace: { readonly id: number; readonly storeId: number },
  given: MarketplaceChange,
): Promise<void> {
  const { id, storeId } = marketplace;
  const { name, safety_stock: safety, if_safety_stock: read, can_sync_to_marketplace: syncs } = given;
  const settings = { name, safety_stock: safety, can_sync_to_marketplace: syncs };
  if (safety !== undefined) await requireSafetyKept(ctx, storeId);
  const now = ctx.clock.now();
  try {
    await inTransaction(ctx.db, async (tx) => {
      const before = await lockUndeleted(tx, id);
      if (before === null) return;
      if (read !== undefined && before.safety_stock !== read) {
        throw new Refusal(409, message('marketplaces.safety_changed', { units: before.safety_stock }));
      }
      const isChanged = await recordChange(tx, {
        storeId,
        key: 'marketplace.update',
        actor: { type: 'User', id: actor.userId },
        recipient: { type: 'Marketplace', id },
        before,
        after: settings,
        at: now,
      });
      if (!isChanged) return;
      await setMarketplace(tx, id, settings, now);
      if (safety !== undefined && safety !== before.safety_stock) {
        await ctx.emit(tx, { type: 'marketplace.safety_changed', storeId, marketplaceId: id });
      }
      if (syncs !== undefined && syncs !== before.can_sync_to_marketplace) {
        await ctx.emit(tx, { type: 'marketplace.sync_switched', storeId, marketplaceId: id });
      }
      await announce(tx, storeId, 'marketplaces', [id]);
    });
  } catch (error) {
    if (!isUniqueViolation(error, 'marketplaces_name')) throw error;
    throw invalid('name', message('marketplaces.name_taken'));
  }
}
