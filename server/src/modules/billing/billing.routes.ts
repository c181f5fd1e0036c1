import * as contract from '@evenstock/contract/billing';
import { route, type Route } from '../../routing.ts';
import { listSubscriptionInfos } from './list-subscription-infos.ts';

export const billingRoutes: readonly Route[] = [
  route(contract.listSubscriptionInfos, ({ ctx, store, query }) =>
    listSubscriptionInfos(ctx, store.id, query),
  ),
  route(contract.listAllSubscriptionInfos, ({ ctx, query }) => listSubscriptionInfos(ctx, null, query)),
];
