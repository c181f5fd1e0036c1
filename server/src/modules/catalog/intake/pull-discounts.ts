import type { DiscountPage } from '@evenstock/connectors/kit/capabilities';
import type { Cursor } from '@evenstock/connectors/kit/paging';
import { channels } from '@evenstock/contract/channels/channels';
import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../../context.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import { invalid, type Actor } from '../../../api/routing.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { recordActivity } from '../../journal/record-activity.ts';
import { callMarketplace } from '../../connections/calls/call-marketplace.ts';
import { requireMarketplace } from '../../marketplaces/show-marketplace.ts';
import { pullDiscountsJob } from '../variants/catalog.jobs.ts';
import { readListings } from './read-listings.ts';
import type { ListingScope } from './record-listings.ts';

/** Number of items of one read. */
const AT_ONCE = 50;

/**
 * Queues the job that reads a shop's discounts, at a member's request.
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
    throw invalid(
      'marketplace',
      message('catalog.discounts_unreadable', { channel: channels[channel].label }),
    );
  if (state !== 'verified' || needsAuthorization)
    throw invalid('marketplace', message('catalog.sync_needs_authorisation', { marketplace: name }));
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
 * Reads a shop's current and coming discounts and their listings: prices, and units reserved by campaigns.
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
