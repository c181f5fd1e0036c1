import type { moveToCompleted as endpoint } from '@evenstock/contract/orders/order-work';
import type { CallReply } from '@evenstock/contract/api/endpoint';
import type { Call } from '../../../api/routing.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { recordActivity } from '../../journal/record-activity.ts';
import { markOrder } from '../imports/mark-order.ts';
import { orderRowsById } from '../order/order-rows-by-id.ts';
import { recordLabelsPrinted } from '../order/order-states.queries.ts';

/**
 * Records that the labels of orders were printed, and moves those that are shipped to Completed. Orders in another state keep it;
 * orders of other stores are left out.
 */
export async function moveToCompleted(call: Call<typeof endpoint>): Promise<CallReply<typeof endpoint>> {
  const { ctx, store, actor, body } = call;
  const ids = [...new Set(body.order_ids)].sort((one, other) => one - other);
  await inTransaction(ctx.db, async (tx) => {
    const at = ctx.clock.now();
    const printed = await recordLabelsPrinted(tx, store.id, ids, at);
    for (const { id, state } of printed) {
      const marked = state === 'shipped' ? await markOrder(tx, ctx, id, 'completed') : null;
      if (marked === null) continue;
      await recordActivity(tx, {
        storeId: store.id,
        key: 'order.move_to_completed',
        actor: { type: 'User', id: actor.userId },
        recipient: { type: 'Order', id },
        before: { state: marked.before },
        after: { state: marked.after },
        at,
      });
    }
  });
  return { orders: await orderRowsById(ctx.db, store.id, ids) };
}
