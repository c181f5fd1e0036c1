import type { CallReply } from '@evenstock/contract/api/endpoint';
import {
  deliveryDays,
  type listDeliveries as listDeliveriesEndpoint,
  type listWebhooks as listEndpoint,
} from '@evenstock/contract/webhooks/webhooks';
import { pageOf } from '../../api/page-request.ts';
import { notFound, type Call } from '../../api/routing.ts';
import { after } from '../../platform/time/time-spans.ts';
import { readDeliveries } from './deliveries.queries.ts';
import { presentDelivery, presentWebhook } from './present-webhook.ts';
import { findWebhook, readWebhooks } from './webhooks.queries.ts';

const DAY = 24 * 60 * 60_000;

/** The webhooks of a store, newest first. */
export async function listWebhooks({
  ctx,
  store,
  query,
}: Call<typeof listEndpoint>): Promise<CallReply<typeof listEndpoint>> {
  const page = pageOf(query);
  const { webhooks, totalCount } = await readWebhooks(ctx.db, store.id, page);
  return {
    webhooks: webhooks.map(presentWebhook),
    total_count: totalCount,
    page: page.page,
    per_page: page.perPage,
  };
}

/** The deliveries of a webhook, newest first. @throws Refusal 404 */
export async function listDeliveries({
  ctx,
  store,
  params,
  query,
}: Call<typeof listDeliveriesEndpoint>): Promise<CallReply<typeof listDeliveriesEndpoint>> {
  const webhook = await findWebhook(ctx.db, store.id, params.webhookId);
  if (webhook === null) throw notFound('webhook');
  const page = pageOf(query);
  const since = after(ctx.clock.now(), -deliveryDays * DAY);
  const filter = { webhookId: webhook.id, state: query.q?.state_eq ?? null, since };
  const { deliveries, totalCount } = await readDeliveries(ctx.db, filter, page);
  return {
    deliveries: deliveries.map(presentDelivery),
    total_count: totalCount,
    page: page.page,
    per_page: page.perPage,
  };
}
