import type { addNotes as endpoint } from '@evenstock/contract/orders/order-work';
import type { CallReply } from '@evenstock/contract/api/endpoint';
import { announceOrders } from '../order/announce-orders.queries.ts';
import { notFound, type Call } from '../../../api/routing.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { recordActivity } from '../../journal/record-activity.ts';
import { findOrder } from '../order/order-page.queries.ts';
import { replaceNotes } from './notes.queries.ts';
import { showOrder } from '../order/show-order.ts';

/**
 * Replaces the notes of an order and keeps every version. It is idempotent: unchanged notes change nothing.
 * @throws Refusal 404
 */
export async function addNotes(call: Call<typeof endpoint>): Promise<CallReply<typeof endpoint>> {
  const { ctx, store, actor, params, body } = call;
  const order = await findOrder(ctx.db, store.id, params.referenceNumber);
  if (order === null) throw notFound('order');
  await inTransaction(ctx.db, async (tx) => {
    const at = ctx.clock.now();
    const version = { orderId: order.id, notes: body.order.notes, userId: actor.userId, at };
    if (!(await replaceNotes(tx, version))) return;
    await recordActivity(tx, {
      storeId: store.id,
      key: 'order.add_notes',
      actor: { type: 'User', id: actor.userId },
      recipient: { type: 'Order', id: order.id },
      at,
    });
    await announceOrders(tx, store.id, [order.id], at);
  });
  return { order: await showOrder(ctx, store, actor, order.reference_number) };
}
