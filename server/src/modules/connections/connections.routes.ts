import * as contract from '@evenstock/contract/connections/connections';
import * as places from '@evenstock/contract/connections/stock-places';
import type { ChannelKind } from '@evenstock/contract/channels/channels';
import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../context.ts';
import { invalid, route, type Actor, type Route, type StoreScope } from '../../api/routing.ts';
import {
  requireMarketplace,
  showMarketplace,
  type MarketplaceRecord,
} from '../marketplaces/show-marketplace.ts';
import { authoriseByShop, enterFromShop } from './authorisation/authorise-by-shop.ts';
import { beginAuthorisation } from './authorisation/begin-authorisation.ts';
import { completeAuthorisation, type ReturnedQuery } from './authorisation/complete-authorisation.ts';
import { listLogistics } from './list-logistics.ts';
import { choosePlaces } from './places/choose-places.ts';
import { listPlaces } from './places/list-places.ts';
import { readRaw } from './read-raw.ts';
import { verifyKeys } from './authorisation/verify-keys.ts';

function requireChannel({ name, channel }: MarketplaceRecord, expected: ChannelKind): void {
  if (channel !== expected)
    throw invalid('marketplace', message('connections.other_channel', { marketplace: name }));
}

async function authoriseByReturn(
  ctx: Context,
  actor: Actor,
  store: StoreScope,
  channel: ChannelKind,
  idOrSlug: string,
  query: ReturnedQuery,
) {
  const marketplace = await requireMarketplace(ctx, store.id, idOrSlug);
  requireChannel(marketplace, channel);
  const done = await completeAuthorisation(ctx, actor, { channel, among: [marketplace.id] }, query);
  return showMarketplace(ctx, actor, store, String(done.marketplaceId));
}

/** The consent page; null where the installation's own keys authorise the shop at once. */
async function authenticate(ctx: Context, actor: Actor, store: StoreScope, idOrSlug: string) {
  const row = await requireMarketplace(ctx, store.id, idOrSlug);
  const way = ctx.connectors[row.channel].authorisation;
  if (way.by === 'keys' && way.fields.length === 0) {
    const id = await verifyKeys(ctx, actor, store.id, row, {});
    return {
      authentication_url: null,
      state: null,
      ...(await showMarketplace(ctx, actor, store, String(id))),
    };
  }
  const { authentication_url, state } = await beginAuthorisation(ctx, actor, store, row);
  const { marketplace } = await showMarketplace(ctx, actor, store, String(row.id));
  return { authentication_url, state, marketplace: { ...marketplace, authentication_url } };
}

export const connectionsRoutes: readonly Route[] = [
  route(contract.beginAuthorisation, ({ ctx, actor, store, params }) =>
    authenticate(ctx, actor, store, params.marketplaceId),
  ),
  ...contract.completions.map(({ channel, endpoint }) =>
    route(endpoint, ({ ctx, actor, store, params, query }) =>
      authoriseByReturn(ctx, actor, store, channel, params.marketplaceId, query),
    ),
  ),
  ...contract.completionsByShop.map(({ channel, endpoint }) =>
    route(endpoint, ({ ctx, actor, params, query }) =>
      authoriseByShop(ctx, actor, channel, params.shop, query),
    ),
  ),
  ...contract.entries.map(({ channel, endpoint }) =>
    route(endpoint, ({ ctx, actor, body }) => enterFromShop(ctx, actor, channel, body.shop)),
  ),
  ...contract.verifications.map(({ channel, consent, endpoint }) =>
    route(endpoint, async ({ ctx, actor, store, params, body: { marketplace: typed } }) => {
      const marketplace = await requireMarketplace(ctx, store.id, params.marketplaceId);
      requireChannel(marketplace, channel);
      const keys = Object.fromEntries(consent.keys.map(({ field, key }) => [key, typed[field] ?? '']));
      const id = await verifyKeys(ctx, actor, store.id, marketplace, keys);
      return showMarketplace(ctx, actor, store, String(id));
    }),
  ),
  route(contract.listLogistics, async ({ ctx, store, params }) => ({
    logistics: await listLogistics(ctx, await requireMarketplace(ctx, store.id, params.marketplaceId)),
  })),
  route(places.listStockPlaces, async ({ ctx, store, params }) =>
    listPlaces(ctx, await requireMarketplace(ctx, store.id, params.marketplaceId)),
  ),
  route(places.chooseStockPlaces, async ({ ctx, actor, store, params, body }) => {
    const marketplace = await requireMarketplace(ctx, store.id, params.marketplaceId);
    const choice = { ids: body.place_ids, ifChosen: body.if_place_ids };
    await choosePlaces(ctx, actor, store.id, marketplace, choice);
    return showMarketplace(ctx, actor, store, String(marketplace.id));
  }),
  route(contract.showRawAccount, async ({ ctx, store, params }) => {
    const { id } = await requireMarketplace(ctx, store.id, params.marketplaceId);
    const answers = await readRaw(ctx, id, 'marketplace', (access, { account }) => account.describe(access));
    return { answers };
  }),
];
