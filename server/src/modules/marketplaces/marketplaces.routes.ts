import * as authorisation from '@evenstock/contract/authorisation';
import * as contract from '@evenstock/contract/marketplaces';
import type { ChannelKind } from '@evenstock/contract/channels';
import type { Context } from '../../context.ts';
import { invalid, route, type Actor, type Route, type StoreScope } from '../../api/routing.ts';
import { authoriseShopify, enterFromShopify } from './authorise-from-shopify.ts';
import { beginAuthorisation } from './begin-authorisation.ts';
import { completeAuthorisation, type ReturnedQuery } from './complete-authorisation.ts';
import { createMarketplace } from './create-marketplace.ts';
import { deleteMarketplace } from './delete-marketplace.ts';
import { listLogistics } from './list-logistics.ts';
import { renameMarketplace } from './rename-marketplace.ts';
import { showRawAccount } from './show-raw-account.ts';
import { deactivateMarketplace } from './deactivate-marketplace.ts';
import type { MarketplaceRow } from './marketplaces.queries.ts';
import { pullMarketplace } from './pull-marketplace.ts';
import { listMarketplaces, requireMarketplace, showMarketplace } from './show-marketplace.ts';
import { verifyKeys } from './verify-keys.ts';

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
  route(authorisation.authoriseAmazonSg, ({ ctx, actor, store, params, query }) =>
    authoriseByReturn(ctx, actor, store, 'amazon-sg', params.marketplaceId, query),
  ),
  route(authorisation.authoriseTiktok, ({ ctx, actor, store, params, query }) =>
    authoriseByReturn(ctx, actor, store, 'tiktok', params.marketplaceId, query),
  ),
  route(authorisation.verifyQoo10, async ({ ctx, actor, store, params, body: { marketplace: keys } }) => {
    const marketplace = await requireMarketplace(ctx, store.id, params.marketplaceId);
    requireChannel(marketplace, 'qoo10');
    const id = await verifyKeys(ctx, actor, store.id, marketplace, {
      key: keys.qapi_key_code,
      user_id: keys.qoo10_user_id,
      password: keys.qoo10_password,
    });
    return showMarketplace(ctx, actor, store, String(id));
  }),
  route(authorisation.authoriseLazada, ({ ctx, actor, store, params, query }) =>
    authoriseByReturn(ctx, actor, store, 'lazada', params.marketplaceId, query),
  ),
  route(authorisation.authoriseShopee, ({ ctx, actor, store, params, query }) =>
    authoriseByReturn(ctx, actor, store, 'shopee', params.marketplaceId, query),
  ),
  route(authorisation.authoriseShopify, ({ ctx, actor, params, query }) =>
    authoriseShopify(ctx, actor, params.shop, query),
  ),
  route(authorisation.enterFromShopify, ({ ctx, actor, body }) => enterFromShopify(ctx, actor, body.shop)),
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
