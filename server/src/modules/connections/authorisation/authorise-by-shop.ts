import type { StoreRole } from '@evenstock/contract/accounts/accounts';
import type { CompletionByShop, Entry } from '@evenstock/contract/connections/connections';
import { channels, type ChannelKind } from '@evenstock/contract/channels/channels';
import type { CallReply } from '@evenstock/contract/api/endpoint';
import { zoneOfCountry } from '@evenstock/contract/stores/stores';
import { message } from '@evenstock/contract/messages/message';
import { abilitiesIn } from '../../../api/caller-abilities.ts';
import type { Context } from '../../../context.ts';
import { Refusal, type Actor } from '../../../api/routing.ts';
import { beginAuthorisation } from './begin-authorisation.ts';
import { completeAuthorisation, type ReturnedQuery } from './complete-authorisation.ts';
import { findShopMarketplaces, type ShopMarketplace } from './shop-marketplaces.queries.ts';
import { isAuthorisable } from '../../marketplaces/consent/require-authorisable.ts';
import { shopHandleOf } from '../../marketplaces/shop-handle.ts';
import { secondFactorNeeded } from '../../stores/store/admit-caller.ts';
import { requireMarketplace, showMarketplace } from '../../marketplaces/show-marketplace.ts';

const doesNotExist = (channel: ChannelKind, shop: string): Refusal =>
  new Refusal(404, message('connections.shop_unknown', { channel: channels[channel].label, shop }));

/** The marketplaces of a shop's name that this account may authorise, in stores that it may enter. */
async function marketplacesOf(
  ctx: Context,
  actor: Actor,
  channel: ChannelKind,
  shop: string,
): Promise<ShopMarketplace[]> {
  const handle = shopHandleOf(channel, shop);
  const marketplaces =
    handle === null
      ? []
      : await findShopMarketplaces(ctx.db, channel, handle, actor.userId, actor.role !== 'member');
  if (marketplaces.length === 0) throw doesNotExist(channel, handle ?? shop);
  const permitted = marketplaces.filter(({ role }) => mayAuthenticate(actor, role));
  if (permitted.length === 0) {
    throw new Refusal(403, message('api.not_allowed'));
  }
  const enterable = permitted.filter(({ lacksSecondFactor }) => !lacksSecondFactor);
  if (enterable.length === 0) throw secondFactorNeeded();
  return enterable;
}

function mayAuthenticate(actor: Actor, role: StoreRole | null): boolean {
  return abilitiesIn(role, actor).includes('marketplace.authenticate');
}

/**
 * Begins the authorisation of a shop whose merchant opened the app at the channel.
 * @throws Refusal 404 where the account has no marketplace of that shop, 403 where it may enter none of their stores
 */
export async function enterFromShop(
  ctx: Context,
  actor: Actor,
  channel: ChannelKind,
  shop: string,
): Promise<CallReply<Entry['endpoint']>> {
  const marketplaces = await marketplacesOf(ctx, actor, channel, shop);
  const found = marketplaces.find((each) => isAuthorisable({ ...each, channel })) ?? marketplaces[0];
  if (found === undefined) throw doesNotExist(channel, shop);
  const marketplace = await requireMarketplace(ctx, found.storeId, String(found.id));
  const store = { id: found.storeId, slug: found.storeSlug };
  const begun = await beginAuthorisation(ctx, actor, store, marketplace);
  return { ...begun, store: { slug: found.storeSlug }, slug: marketplace.slug };
}

/**
 * Completes the authorisation of a shop. The return's `state` says which store it belongs to.
 * @throws Refusal 404 where the account has no marketplace of that shop, 403 where it may enter none of their stores, 422 for a forged, late or repeated return
 */
export async function authoriseByShop(
  ctx: Context,
  actor: Actor,
  channel: ChannelKind,
  shop: string,
  query: ReturnedQuery,
): Promise<CallReply<CompletionByShop['endpoint']>> {
  const marketplaces = await marketplacesOf(ctx, actor, channel, shop);
  const done = await completeAuthorisation(
    ctx,
    actor,
    { channel, among: marketplaces.map(({ id }) => id) },
    query,
  );
  const found = marketplaces.find(({ storeId }) => storeId === done.storeId);
  if (found === undefined) throw doesNotExist(channel, shop);
  const { storeSlug, country, role } = found;
  const store = { id: done.storeId, slug: storeSlug, country, timeZone: zoneOfCountry[country], role };
  return showMarketplace(ctx, actor, store, String(done.marketplaceId));
}
