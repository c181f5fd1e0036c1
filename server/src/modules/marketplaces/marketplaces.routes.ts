import * as authorisation from '@evenstock/contract/connections';
import * as contract from '@evenstock/contract/marketplaces';
import type { ChannelKind } from '@evenstock/contract/channels';
import type { Context } from '../../context.ts';
import { invalid, route, type Actor, type Route, type StoreScope } from '../../api/routing.ts';
import { authoriseByShop, enterFromShop } from '../connections/authorise-by-shop.ts';
import { beginAuthorisation } from '../connections/begin-authorisation.ts';
import { completeAuthorisation, type ReturnedQuery } from '../connections/complete-authorisation.ts';
import { createMarketplace } from './create-marketplace.ts';
import { deleteMarketplace } from './delete-marketplace.ts';
import { listLogistics } from '../connections/list-logistics.ts';
import { renameMarketplace } from './rename-marketplace.ts';
import { showRawAccount } from '../connections/show-raw-account.ts';
import { deactivateMarketplace } from './deactivate-marketplace.ts';
import type { MarketplaceRow } from './marketplaces.queries.ts';
import { pullMarketplace } from '../pulls/pull-marketplace.ts';
import { listMarketplaces, requireMarketplace, showMarketplace } from './show-marketplace.ts';
import { verifyKeys } from '../connections/verify-keys.ts';

function requireChannel({ name, channel }: MarketplaceRow, expected: ChannelKind): void {
  if (channel !== expected) throw invalid('marketplace', `${name} is a marketplace of another channel.`);
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

/** Where to send the browser; nowhere where the shop is authorised by the installation's own keys, at once. */
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

async function deactivate(
  ctx: Context,
  actor: Actor,
  store: StoreScope,
  idOrSlug: string,
  zeroFirst: boolean,
) {
  const { id } = await requireMarketplace(ctx, store.id, idOrSlug);
  await deactivateMarketplace(ctx, actor, { id, storeId: store.id }, zeroFirst);
  return showMarketplace(ctx, actor, store, String(id));
}

export const marketplacesRoutes: readonly Route[] = [
  route(contract.listMarketplaces, listMarketplaces),
  route(contract.showMarketplace, ({ ctx, actor, store, params }) =>
    showMarketplace(ctx, actor, store, params.marketplaceId),
  ),
  route(contract.createMarketplace, async ({ ctx, actor, store, body }) => {
    const id = await createMarketplace(ctx, actor, store.id, body.marketplace);
    return showMarketplace(ctx, actor, store, String(id));
  }),
  route(contract.deactivateMarketplaceByGet, ({ ctx, actor, store, params, query }) =>
    deactivate(ctx, actor, store, params.marketplaceId, query.zero_first ?? false),
  ),
  route(contract.deactivateMarketplace, ({ ctx, actor, store, params, query }) =>
    deactivate(ctx, actor, store, params.marketplaceId, query.zero_first ?? false),
  ),
  route(authorisation.beginAuthorisation, ({ ctx, actor, store, params }) =>
    authenticate(ctx, actor, store, params.marketplaceId),
  ),
  ...authorisation.completions.map(({ channel, endpoint }) =>
    route(endpoint, ({ ctx, actor, store, params, query }) =>
      authoriseByReturn(ctx, actor, store, channel, params.marketplaceId, query),
    ),
  ),
  ...authorisation.completionsByShop.map(({ channel, endpoint }) =>
    route(endpoint, ({ ctx, actor, params, query }) =>
      authoriseByShop(ctx, actor, channel, params.shop, query),
    ),
  ),
  ...authorisation.entries.map(({ channel, endpoint }) =>
    route(endpoint, ({ ctx, actor, body }) => enterFromShop(ctx, actor, channel, body.shop)),
  ),
  ...authorisation.verifications.map(({ channel, consent, endpoint }) =>
    route(endpoint, async ({ ctx, actor, store, params, body: { marketplace: typed } }) => {
      const marketplace = await requireMarketplace(ctx, store.id, params.marketplaceId);
      requireChannel(marketplace, channel);
      const keys = Object.fromEntries(consent.keys.map(({ field, key }) => [key, typed[field] ?? '']));
      const id = await verifyKeys(ctx, actor, store.id, marketplace, keys);
      return showMarketplace(ctx, actor, store, String(id));
    }),
  ),
  route(contract.updateMarketplace, async ({ ctx, actor, store, params, body }) => {
    const { id } = await requireMarketplace(ctx, store.id, params.marketplaceId);
    await renameMarketplace(ctx, actor, { id, storeId: store.id }, body.marketplace.name);
    return showMarketplace(ctx, actor, store, String(id));
  }),
  route(contract.deleteMarketplace, async ({ ctx, actor, store, params, query }) => {
    const { id } = await requireMarketplace(ctx, store.id, params.marketplaceId);
    await deleteMarketplace(ctx, actor, { id, storeId: store.id }, query.zero_first ?? false);
    return {};
  }),
  route(contract.listLogistics, async ({ ctx, store, params }) => ({
    logistics: await listLogistics(ctx, await requireMarketplace(ctx, store.id, params.marketplaceId)),
  })),
  route(contract.showRawAccount, async ({ ctx, store, params }) => ({
    answers: await showRawAccount(ctx, await requireMarketplace(ctx, store.id, params.marketplaceId)),
  })),
  route(contract.pullMarketplace, async ({ ctx, actor, store, params }) => {
    const marketplace = await requireMarketplace(ctx, store.id, params.marketplaceId);
    await pullMarketplace(ctx, actor, store.id, marketplace);
    return showMarketplace(ctx, actor, store, String(marketplace.id));
  }),
];
