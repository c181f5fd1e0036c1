import type { restockOrder as endpoint } from '@evenstock/contract/orders/order-work';
import type { CallReply } from '@evenstock/contract/api/endpoint';
import { message } from '@evenstock/contract/messages/message';
import { announceOrders } from '../order/announce-orders.queries.ts';
import { invalid, type Call } from '../../../api/routing.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { recordActivity } from '../../journal/record-activity.ts';
import { orderToActOn } from '../order/order-to-act-on.ts';
import { restockReturned } from './restock-returned.ts';
import { showOrder } from '../order/show-order.ts';

/**
 * Restocks units of an order that came back.
 * @throws Refusal 404; 422 under 'order' where an item is not of the order, or more is given than came back
 */
export async function restockOrder(call: Call<typeof endpoint>): Promise<CallReply<typeof endpoint>> {
  const { ctx, store, actor, params, body } = call;
  const order = await orderToActOn(ctx, store.id, params.referenceNumber);
  const isForeign = body.order_items.some(({ id }) => !order.lines.some(({ itemId }) => itemId === id));
  if (isForeign) throw invalid('order', message('orders.foreign_item'));
  await inTransaction(ctx.db, async (tx) => {
    const units = await restockReturned(
      tx,
      ctx,
      order.id,
      body.order_items.map((item) => ({
        orderItemId: item.id,
        units: item.quantity,
        restockedBefore: item.restocked_quantity,
        isApart: item.counts_apart,
      })),
    );
    if (units === 0) return;
    const at = ctx.clock.now();
    await recordActivity(tx, {
      storeId: store.id,
      key: 'order.restock',
      actor: { type: 'User', id: actor.userId },
      recipient: { type: 'Order', id: order.id },
      extras: { units },
      at,
    });
    await announceOrders(tx, store.id, [order.id], at);
  });
  return { order: await showOrder(ctx, store, actor, order.referenceNumber) };
}
