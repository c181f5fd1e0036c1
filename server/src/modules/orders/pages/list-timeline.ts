import type { CallReply } from '@evenstock/contract/api/endpoint';
import type { listOrderTimeline as endpoint } from '@evenstock/contract/orders/order-page';
import { pageOf } from '../../../api/page-request.ts';
import { notFound, type Call } from '../../../api/routing.ts';
import { describeEvent } from './describe-timeline.rules.ts';
import { findOrder } from '../order/order-page.queries.ts';
import { readTimeline } from './timeline.queries.ts';

/**
 * A page of an order's events, newest first.
 * @throws Refusal 404
 */
export async function listTimeline(call: Call<typeof endpoint>): Promise<CallReply<typeof endpoint>> {
  const { ctx, store, params, query } = call;
  const order = await findOrder(ctx.db, store.id, params.referenceNumber);
  if (order === null) throw notFound('order');
  const page = pageOf(query);
  const { events, totalCount } = await readTimeline(ctx.db, { id: order.id, storeId: store.id }, page);
  return {
    events: events.map(describeEvent),
    total_count: totalCount,
    page: page.page,
    per_page: page.perPage,
  };
}
