import type { showRawOrder as endpoint } from '@evenstock/contract/orders/order-work';
import type { CallReply } from '@evenstock/contract/api/endpoint';
import { notFound, type Call } from '../../../api/routing.ts';
import { readRaw } from '../../connections/read-raw.ts';
import { findOrder } from '../order/order-page.queries.ts';
import { recordReadings } from '../order/record-readings.ts';

/**
 * Shows the order as its marketplace reports it now, unchanged, and records that the caller was shown it.
 * @throws Refusal 404; 422 under 'order' where the marketplace does not answer
 */
export async function showRawOrder(call: Call<typeof endpoint>): Promise<CallReply<typeof endpoint>> {
  const { ctx, store, actor, params } = call;
  const order = await findOrder(ctx.db, store.id, params.referenceNumber);
  if (order === null) throw notFound('order');
  const answers = await readRaw(ctx, order.marketplace_id, 'order', (access, connector) =>
    connector.orders.read(
      access,
      [order.channel_order_id],
      new Map([[order.channel_order_id, order.order_items.map(({ channel_line_id: id }) => id)]]),
    ),
  );
  // The raw order contains the data of its buyer.
  await recordReadings(ctx, store, actor, [order.id]);
  return { answers };
}
