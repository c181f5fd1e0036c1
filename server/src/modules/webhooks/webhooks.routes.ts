import * as contract from '@evenstock/contract/webhooks/webhooks';
import { route, type Route } from '../../api/routing.ts';
import { createWebhook, deleteWebhook, updateWebhook } from './keep-webhooks.ts';
import { listDeliveries, listWebhooks } from './list-webhooks.ts';
import { sendDeliveryAgain } from './send-delivery-again.ts';

export const webhooksRoutes: readonly Route[] = [
  route(contract.listWebhooks, listWebhooks),
  route(contract.createWebhook, ({ ctx, actor, store, body }) =>
    createWebhook(ctx, actor, store.id, body.webhook),
  ),
  route(contract.updateWebhook, async ({ ctx, actor, store, params, body }) => ({
    webhook: await updateWebhook(ctx, actor, { storeId: store.id, id: params.webhookId }, body.webhook),
  })),
  route(contract.deleteWebhook, async ({ ctx, actor, store, params }) => {
    await deleteWebhook(ctx, actor, store.id, params.webhookId);
    return {};
  }),
  route(contract.listDeliveries, listDeliveries),
  route(contract.sendDeliveryAgain, async ({ ctx, actor, store, params }) => ({
    delivery: await sendDeliveryAgain(ctx, actor, store.id, params),
  })),
];
