import { storeAbilities } from '@evenstock/contract/abilities';
import type { StoreRole } from '@evenstock/contract/accounts';
import type { CallReply } from '@evenstock/contract/endpoint';
import type {
  authoriseShopify as returnEndpoint,
  enterFromShopify as entryEndpoint,
} from '@evenstock/contract/authorisation';
import { zoneOfCountry } from '@evenstock/contract/stores';
import type { Context } from '../../context.ts';
import { Refusal, type Actor } from '../../api/routing.ts';
import { canBeAuthorised, shopifyHandleOf } from './authorisation.rules.ts';
import { beginAuthorisation } from './begin-authorisation.ts';
import { completeAuthorisation, type ReturnedQuery } from './complete-authorisation.ts';
import { findShopifyPlaces, type ShopifyPlace } from './shopify-places.queries.ts';
import { requireMarketplace, showMarketplace } from './show-marketplace.ts';

const doesNotExist = (shop: string): Refusal =>
  new Refusal(404, `Shopify marketplace ${shop} does not exist. Please create it first.`);

/** The marketplaces of that shop name which this account may authorise, those that wait for it first. */
async function placesOf(ctx: Context, actor: Actor, shop: string): Promise<ShopifyPlace[]> {
  const handle = shopifyHandleOf(shop);
  const places =
    handle === null ? [] : await findShopifyPlaces(ctx.db, handle, actor.userId, actor.role !== 'member');
  if (places.length === 0) throw doesNotExist(handle ?? shop);
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
 * Shopify sends a merchant who opens the app: finds the marketplace of that shop and begins its authorisation.
 * @throws Refusal 404 where the account has no marketplace of that shop
 */
export async function enterFromShopify(
  ctx: Context,
  actor: Actor,
  shop: string,
): Promise<CallReply<typeof entryEndpoint>> {
  const places = await placesOf(ctx, actor, shop);
  const place = places.find((each) => canBeAuthorised({ ...each, channel: 'shopify' })) ?? places[0];
  if (place === undefined) throw doesNotExist(shop);
  const marketplace = await requireMarketplace(ctx, place.storeId, String(place.id));
  const store = { id: place.storeId, slug: place.storeSlug };
  const begun = await beginAuthorisation(ctx, actor, store, marketplace);
  return { ...begun, store: { slug: place.storeSlug }, slug: marketplace.slug };
}

/**
 * Completes the authorisation of a Shopify shop. The return names no store: its `state` does.
 * @throws Refusal 404 where the account has no marketplace of that shop, 422 for a return that is not to be believed
 */
export async function authoriseShopify(
  ctx: Context,
  actor: Actor,
  shop: string,
  query: ReturnedQuery,
): Promise<CallReply<typeof returnEndpoint>> {
  const places = await placesOf(ctx, actor, shop);
  const done = await completeAuthorisation(
    ctx,
    actor,
    { channel: 'shopify', among: places.map(({ id }) => id) },
    query,
  );
  const place = places.find(({ storeId }) => storeId === done.storeId);
  if (place === undefined) throw doesNotExist(shop);
  const { storeSlug, country, role } = place;
  const store = { id: done.storeId, slug: storeSlug, country, timeZone: zoneOfCountry[country], role };
  return showMarketplace(ctx, actor, store, String(done.marketplaceId));
}
