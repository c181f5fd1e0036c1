import type { DiscountPage } from '@evenstock/connectors/kit/capabilities';
import type { Cursor } from '@evenstock/connectors/kit/paging';
import { channels } from '@evenstock/contract/channels';
import type { Context } from '../../context.ts';
import { enqueue } from '../../platform/jobs.ts';
import { invalid, type Actor } from '../../api/routing.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { recordActivity } from '../journal/record-activity.ts';
import { callMarketplace } from '../connections/call-marketplace.ts';
import { requireMarketplace } from '../marketplaces/show-marketplace.ts';
import { pullDiscountsJob } from './catalog.jobs.ts';
import { readListings } from './read-listings.ts';
import type { ListingScope } from './record-listings.ts';

/** Items that one reading asks for. */
const AT_ONCE = 50;

/**
 * A member asks for the discounts of a shop to be read.
 * @returns the marketplace's id
 * @throws Refusal 422 where the channel has none, or the marketplace is not authorised
 */
export async function startPullingDiscounts(
  ctx: Context,
  actor: Actor,
  storeId: number,
  idOrSlug: string,
): Promise<number> {
  const { id, name, channel, state, needsAuthorization } = await requireMarketplace(ctx, storeId, idOrSlug);
  if (ctx.connectors[channel].discounts === undefined)
    throw invalid('marketplace', `Discounts of ${channels[channel].label} cannot be read.`);
  if (state !== 'verified' || needsAuthorization)
    throw invalid('marketplace', `${name} is not authorised. Authorise it first, then sync again.`);
  await inTransaction(ctx.db, async (tx) => {
    await enqueue(tx, pullDiscountsJob, { storeId, marketplaceId: id }, { key: `discounts:${String(id)}` });
    await recordActivity(tx, {
      storeId,
      key: 'marketplace.pull_discounts',
      actor: { type: 'User', id: actor.userId },
      recipient: { type: 'Marketplace', id },
      at: ctx.clock.now(),
    });
  });
  return id;
}

/**
 * Reads the running and coming discounts of a shop and the listings in them anew: their prices, and the units that a
 * campaign keeps.
 * @throws ChannelError
 */
export async function pullDiscounts(ctx: Context, scope: ListingScope): Promise<void> {
  let cursor: Cursor | null = null;
  do {
    const at: Cursor | null = cursor;
    const page: DiscountPage | null = await callMarketplace(
      ctx,
      scope.marketplaceId,
      'background',
      async (access, { discounts }) => (await discounts?.page(access, at)) ?? null,
    );
    if (page === null) return;
    const live = page.discounts.filter(({ state }) => state !== 'expired');
    const items = [...new Set(live.flatMap((discount) => discount.items.map(({ itemId }) => itemId)))];
    for (let from = 0; from < items.length; from += AT_ONCE)
      await readListings(ctx, scope, items.slice(from, from + AT_ONCE), 'background');
    cursor = page.next;
  } while (cursor !== null);
}
