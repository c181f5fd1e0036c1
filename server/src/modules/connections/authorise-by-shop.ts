import { storeAbilities } from '@evenstock/contract/abilities';
import type { StoreRole } from '@evenstock/contract/accounts';
import type { CompletionByShop, Entry } from '@evenstock/contract/connections';
import { channels, type ChannelKind } from '@evenstock/contract/channels';
import type { CallReply } from '@evenstock/contract/endpoint';
import { zoneOfCountry } from '@evenstock/contract/stores';
import type { Context } from '../../context.ts';
import { Refusal, type Actor } from '../../api/routing.ts';
import { beginAuthorisation } from './begin-authorisation.ts';
import { completeAuthorisation, type ReturnedQuery } from './complete-authorisation.ts';
import { findShopPlaces, type ShopPlace } from './shop-places.queries.ts';
import { isAuthorisable } from '../marketplaces/require-authorisable.ts';
import { shopHandleOf } from '../marketplaces/shop-handle.ts';
import { requireMarketplace, showMarketplace } from '../marketplaces/show-marketplace.ts';

const doesNotExist = (channel: ChannelKind, shop: string): Refusal =>
  new Refusal(404, `${channels[channel].label} marketplace ${shop} does not exist. Please create it first.`);

/** The marketplaces of that shop name which this account may authorise, those that wait for it first. */
async function placesOf(
  ctx: Context,
  actor: Actor,
  channel: ChannelKind,
  shop: string,
): Promise<ShopPlace[]> {
  const handle = shopHandleOf(channel, shop);
  const places =
    handle === null
      ? []
      : await findShopPlaces(ctx.db, channel, handle, actor.userId, actor.role !== 'member');
  if (places.length === 0) throw doesNotExist(channel, handle ?? shop);
  const permitted = places.filter(({ role }) => mayAuthenticate(actor, role));
  if (permitted.length === 0) {
    throw new Refusal(403, 'Your role does not allow this. Ask an admin or the owner of the store.');
  }
  return permitted;
}

function mayAuthenticate(actor: Actor, role: StoreRole | null): boolean {
  return storeAbilities(role, actor.role).includes('marketplace.authenticate');
}

/**
 * A channel sends a merchant who opens the app there: finds the marketplace of that shop and begins its authorisation.
 * @throws Refusal 404 where the account has no marketplace of that shop
 */
export async function enterFromShop(
  ctx: Context,
  actor: Actor,
  channel: ChannelKind,
  shop: string,
): Promise<CallReply<Entry['endpoint']>> {
  const places = await placesOf(ctx, actor, channel, shop);
  const place = places.find((each) => isAuthorisable({ ...each, channel })) ?? places[0];
  if (place === undefined) throw doesNotExist(channel, shop);
  const marketplace = await requireMarketplace(ctx, place.storeId, String(place.id));
  const store = { id: place.storeId, slug: place.storeSlug };
  const begun = await beginAuthorisation(ctx, actor, store, marketplace);
  return { ...begun, store: { slug: place.storeSlug }, slug: marketplace.slug };
}

/**
 * Completes the authorisation of a shop. The return names no store: its `state` does.
 * @throws Refusal 404 where the account has no marketplace of that shop, 422 for a return that is not to be believed
 */
export async function authoriseByShop(
  ctx: Context,
  actor: Actor,
  channel: ChannelKind,
  shop: string,
  query: ReturnedQuery,
): Promise<CallReply<CompletionByShop['endpoint']>> {
  const places = await placesOf(ctx, actor, channel, shop);
  const done = await completeAuthorisation(ctx, actor, { channel, among: places.map(({ id }) => id) }, query);
  const place = places.find(({ storeId }) => storeId === done.storeId);
  if (place === undefined) throw doesNotExist(channel, shop);
  const { storeSlug, country, role } = place;
  const store = { id: done.storeId, slug: storeSlug, country, timeZone: zoneOfCountry[country], role };
  return showMarketplace(ctx, actor, store, String(done.marketplaceId));
}
