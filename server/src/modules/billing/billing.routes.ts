import * as contract from '@evenstock/contract/billing/billing';
import { route, type Route } from '../../api/routing.ts';
import { endSubscription } from './end-subscription.ts';
import { listDueVouchers } from './list-due-vouchers.ts';
import { listSubscriptionInfos } from './list-subscription-infos.ts';
import { startCheckout } from './start-checkout.ts';

export const billingRoutes: readonly Route[] = [
  route(contract.listSubscriptionInfos, ({ ctx, store, query }) =>
    listSubscriptionInfos(ctx, store.id, query),
  ),
  route(contract.listAllSubscriptionInfos, ({ ctx, query }) => listSubscriptionInfos(ctx, null, query)),
  route(contract.listDueVouchers, ({ ctx, query }) => listDueVouchers(ctx, query)),
  route(contract.startCheckout, async ({ ctx, actor, store, body }) => ({
    checkout_session: { url: await startCheckout(ctx, actor, store.id, body.checkout_session.return_path) },
  })),
  route(contract.endSubscription, async ({ ctx, actor, store }) => {
    await endSubscription(ctx, actor, store.id);
    return {};
  }),
];
