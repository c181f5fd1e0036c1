import * as contract from '@evenstock/contract/marketplaces/marketplaces';
import type { Context } from '../../context.ts';
import { route, type Actor, type Route, type StoreScope } from '../../api/routing.ts';
import { createMarketplace } from './create-marketplace.ts';
import { deactivateMarketplace } from './deactivate-marketplace.ts';
import { deleteMarketplace } from './delete-marketplace.ts';
import { listMarketplaces, requireMarketplace, showMarketplace } from './show-marketplace.ts';
import { updateMarketplace } from './update-marketplace.ts';

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
  route(contract.updateMarketplace, async ({ ctx, actor, store, params, body }) => {
    const { id } = await requireMarketplace(ctx, store.id, params.marketplaceId);
    await updateMarketplace(ctx, actor, { id, storeId: store.id }, body.marketplace);
    return showMarketplace(ctx, actor, store, String(id));
  }),
  route(contract.deleteMarketplace, async ({ ctx, actor, store, params, query }) => {
    const { id } = await requireMarketplace(ctx, store.id, params.marketplaceId);
    await deleteMarketplace(ctx, actor, { id, storeId: store.id }, query.zero_first ?? false);
    return {};
  }),
];
