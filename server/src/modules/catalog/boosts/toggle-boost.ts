import type { VariantListing } from '@evenstock/contract/catalog/listings';
import { channels } from '@evenstock/contract/channels/channels';
import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { announce } from '../../../api/live.ts';
import { type Actor, invalid, notFound, Refusal, type StoreScope } from '../../../api/routing.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { showAction } from '../../actions/list-actions.ts';
import { performWhileWaitedFor } from '../../actions/perform-while-waited-for.ts';
import { requestAction } from '../../actions/request-action.ts';
import { recordActivity } from '../../journal/record-activity.ts';
import { countOtherBoosts, endBoost, findBoostable, type BoostableListing } from './boosts.queries.ts';
import { lockMarketplace } from '../intake/record-listings.queries.ts';
import { showListing } from '../variants/show-variant.ts';

/**
 * Boosts the item of a listing repeatedly, or stops that. No marketplace has a call that ends a boost: the current one ends
 * automatically.
 * @returns the listing; with its action while the marketplace has not confirmed
 * @throws Refusal 404; 422 where the channel has no boosts, and with the marketplace's reason where it refused
 */
export async function toggleBoost(
  ctx: Context,
  store: StoreScope,
  actor: Actor,
  variantListingId: number,
): Promise<VariantListing> {
  const listing = await findBoostable(ctx.db, store.id, variantListingId);
  if (listing === null) throw notFound('listing');
  const { boosting } = ctx.connectors[listing.channel];
  if (boosting === undefined) {
    throw new Refusal(422, message('catalog.no_boosts', { channel: channels[listing.channel].label }));
  }
  const { most } = boosting;
  const actionId = await inTransaction(ctx.db, (tx) =>
    turnOver(tx, ctx, store.id, actor, { ...listing, most }),
  );
  if (actionId !== null) {
    await performWhileWaitedFor(ctx, actionId);
    const { state, outcome } = await showAction(ctx, store.id, actionId);
    if (state === 'refused')
      throw invalid('variant_listing', outcome?.message ?? message('catalog.boost_refused'));
  }
  return showListing(ctx, store.id, variantListingId);
}

/** @returns the action that boosts; null where a boost was ended */
async function turnOver(
  tx: Tx,
  ctx: Context,
  storeId: number,
  { userId }: Actor,
  { productListingId, marketplaceId, channel, most }: BoostableListing & { readonly most: number },
): Promise<number | null> {
  const journal = {
    storeId,
    actor: { type: 'User', id: userId },
    recipient: { type: 'ProductListing', id: productListingId },
    at: ctx.clock.now(),
  } as const;
  if (await endBoost(tx, productListingId)) {
    await recordActivity(tx, {
      ...journal,
      key: 'product_listing.unboost',
      before: { is_boosted: true },
      after: { is_boosted: false },
    });
    // An item's listings may be in several SKUs; a screen that shows one reads it again.
    await announce(tx, storeId, 'variants', []);
    return null;
  }
  // The lock keeps two items from taking the last slot together.
  await lockMarketplace(tx, marketplaceId);
  if ((await countOtherBoosts(tx, marketplaceId, productListingId)) >= most) {
    const reason = message('refusals.boosts_full', { channel: channels[channel].label, most });
    throw invalid('variant_listing', reason);
  }
  const { id, outcome } = await requestAction(tx, ctx, {
    storeId,
    marketplaceId,
    kind: 'listing.boost',
    subjectType: 'ProductListing',
    subjectId: productListingId,
    exclusiveKey: `boost:${String(productListingId)}`,
    asked: {},
    userId,
    performedBy: 'caller',
  });
  if (outcome === 'begun') {
    await recordActivity(tx, {
      ...journal,
      key: 'product_listing.boost',
      before: { is_boosted: false },
      after: { is_boosted: true },
    });
  }
  return id;
}
