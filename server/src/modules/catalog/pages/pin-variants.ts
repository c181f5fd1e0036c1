import type { VariantChoice } from '@evenstock/contract/catalog/variants';
import type { Context } from '../../../context.ts';
import { announce } from '../../../api/live.ts';
import type { Actor, StoreScope } from '../../../api/routing.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { recordActivity } from '../../journal/record-activity.ts';
import { readVariantFilter } from '../variants/read-variant-filter.ts';
import { setPinned } from '../variants/variants.queries.ts';

/**
 * Pins or unpins SKUs for all members of the store, in one transaction.
 * @returns how many SKUs changed
 * @throws Refusal 403 for a filter that is for platform admins alone
 */
export async function pinVariants(
  ctx: Context,
  store: StoreScope,
  actor: Actor,
  choice: VariantChoice,
  isPinned: boolean,
): Promise<number> {
  const at = ctx.clock.now();
  const chosen = 'ids' in choice ? choice : { filter: await readVariantFilter(ctx, store, actor, choice.q) };
  return inTransaction(ctx.db, async (tx) => {
    const ids = await setPinned(tx, store.id, chosen, isPinned, at);
    await recordActivity(tx, {
      storeId: store.id,
      key: isPinned ? 'variant.mass_pin' : 'variant.mass_unpin',
      actor: { type: 'User', id: actor.userId },
      recipient: null,
      before: { is_pinned: !isPinned },
      after: { is_pinned: isPinned },
      extras: { count: ids.length, variant_ids: ids },
      at,
    });
    if (ids.length > 0) await announce(tx, store.id, 'variants', ids);
    return ids.length;
  });
}
