import * as contract from '@evenstock/contract/pulls/pulls';
import { route, type Route } from '../../api/routing.ts';
import { requireMarketplace, showMarketplace } from '../marketplaces/show-marketplace.ts';
import { pullMarketplace } from './pull-marketplace.ts';

export const pullsRoutes: readonly Route[] = [
  route(contract.pullMarketplace, async ({ ctx, actor, store, params }) => {
    const marketplace = await requireMarketplace(ctx, store.id, params.marketplaceId);
    await pullMarketplace(ctx, actor, store.id, marketplace);
    return showMarketplace(ctx, actor, store, String(marketplace.id));
  }),
];
