import { z } from 'zod';
import type { Order } from '../core/records.ts';
import { orderView } from './order-views.ts';
import { listed } from '../core/left-out.ts';
import { pageOf } from './paging.ts';
import { bodyAs, idText, isWithin, needed, oneOf, pageSize, time, unixSeconds } from './parameters.ts';
import { notesOfOrder } from './records.ts';
import { badRequest, Failure } from './reply.ts';
import type { Endpoint, ShopCall } from './shop-call.ts';
import { salesWarehouse, platformProvider } from './warehouses.ts';
import { orderStatuses, orderWord } from './words.ts';

const mostIds = 50;

const searchBody = z.object({
  order_status: z.enum(orderStatuses).optional(),
  ...time,
  shipping_type: z.enum(['TIKTOK', 'SELLER']).optional(),
  buyer_user_id: idText.optional(),
  is_buyer_request_cancel: z.boolean().optional(),
  warehouse_ids: z.array(idText).max(100).optional(),
});
type Search = z.output<typeof searchBody>;

/** Reads of orders (tiktok.md 4, tracking: 5). */
export const orderEndpoints: readonly Endpoint[] = [
  {
    method: 'POST',
    path: '/order/:version/orders/search',
    versions: ['202309'],
    nature: 'read',
    answer: search,
  },
  {
    method: 'GET',
    path: '/order/:version/orders',
    versions: ['202309', '202507'],
    nature: 'read',
    answer: (call) => {
      const ids = needed(call.query, 'ids').split(',');
      if (ids.length > mostIds) throw badRequest(`Invalid parameter ids: at most ${String(mostIds)} ids.`);
      const orders = [...new Set(ids)].flatMap((id) => {
        const order = call.shop.orderById(id);
        return order === undefined || call.shop.isHidden(order) ? [] : [order];
      });
      return { orders: orders.map((order) => orderView(call, order, true)) };
    },
  },
  {
    method: 'GET',
    path: '/fulfillment/:version/orders/:order_id/tracking',
    versions: ['202309'],
    nature: 'read',
    answer: (call) => tracking(call, orderOf(call, call.params['order_id'] ?? '')),
  },
];

/** An order of this shop, unless it is still hidden. */
export function orderOf({ shop }: ShopCall, orderId: string): Order {
  const order = shop.orderById(orderId);
  if (order === undefined || shop.isHidden(order))
    throw new Failure(12052048, 'The order does not exist or belongs to another seller.');
  return order;
}

function search(call: ShopCall): object {
  const { shop, query } = call;
  const size = pageSize(query, { most: 100, usual: 20 });
  const field = oneOf(query, 'sort_field', ['create_time', 'update_time']);
  const direction = oneOf(query, 'sort_order', ['DESC', 'ASC']);
  const asked = bodyAs(searchBody, call.body);
  const from = (asked.update_time_ge ?? 0) * 1000;
  const before = asked.update_time_lt === undefined ? Infinity : asked.update_time_lt * 1000;
  const rows = [...shop.ordersByUpdate.within(from, before)]
    .filter((order) => isMeant(call, order, asked))
    .map((row) => ({ row, at: field === 'create_time' ? row.createdAt : row.updatedAt, id: row.id }));
  const { page, next, total } = pageOf(
    listed(rows, call.leftOut('orders')),
    size,
    query.get('page_token'),
    direction,
    call.pageFault('orders'),
  );
  return {
    total_count: total,
    next_page_token: next,
    orders: page.map((order) => orderView(call, order, false)),
  };
}

function isMeant({ shop, records }: ShopCall, order: Order, asked: Search): boolean {
  const notes = notesOfOrder(records, order);
  return (
    !shop.isHidden(order) &&
    isWithin(unixSeconds(order.createdAt), asked.create_time_ge, asked.create_time_lt) &&
    isWithin(unixSeconds(order.updatedAt), asked.update_time_ge, asked.update_time_lt) &&
    (asked.order_status === undefined || orderWord(order, notes) === asked.order_status) &&
    (asked.shipping_type === undefined || notes.shippedBy === asked.shipping_type) &&
    (asked.is_buyer_request_cancel === undefined ||
      order.cancellationRequested === asked.is_buyer_request_cancel) &&
    (asked.warehouse_ids === undefined || asked.warehouse_ids.includes(salesWarehouse(shop, order.place)))
  );
}

const trackingWords: Partial<Record<Order['events'][number]['name'], string>> = {
  ship: 'Your package is ready to be handed over to the carrier.',
  deliver: 'Your package has been delivered.',
};

/** Newest first; these times are in milliseconds. */
function tracking({ records, shop }: ShopCall, order: Order): object {
  const steps = order.events.flatMap((event) => {
    const description = trackingWords[event.name];
    return description === undefined ? [] : [{ description, update_time_millis: event.at }];
  });
  for (const { collectedAt } of notesOfOrder(records, order).parcels) {
    if (collectedAt === null) continue;
    const description = `Your package is with ${platformProvider(shop).name}.`;
    steps.push({ description, update_time_millis: collectedAt });
  }
  return { tracking: steps.sort((one, other) => other.update_time_millis - one.update_time_millis) };
}
