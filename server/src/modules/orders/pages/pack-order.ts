import type { CallReply } from '@evenstock/contract/api/endpoint';
import { message } from '@evenstock/contract/messages/message';
import type { packOrder as endpoint } from '@evenstock/contract/orders/packing';
import { announceOrders } from '../order/announce-orders.queries.ts';
import { invalid, notFound, type Call } from '../../../api/routing.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { recordActivity } from '../../journal/record-activity.ts';
import { findOrder } from '../order/order-page.queries.ts';
import { lockOrderState } from '../order/order-states.queries.ts';
import { describeToPack } from './describe-to-pack.ts';
import { setPackedAt } from './packing.queries.ts';
import { isWhole } from './packing.rules.ts';

/**
 * Records that an order is packed. The order is locked first, so a cancellation or another member's packing is seen.
 * @throws Refusal 404; 422 under 'pack' where it must not be packed, was packed meanwhile, or other units are to be packed now
 */
export async function packOrder(call: Call<typeof endpoint>): Promise<CallReply<typeof endpoint>> {
  const { ctx, store, actor, params, body } = call;
  const found = await findOrder(ctx.db, store.id, params.referenceNumber);
  if (found === null) throw notFound('order');
  return inTransaction(ctx.db, async (tx) => {
    await lockOrderState(tx, found.id);
    const order = await findOrder(tx, store.id, found.reference_number);
    if (order === null) throw notFound('order');
    const { refusal, packed_at: before, order_items: items } = await describeToPack(ctx, tx, order);
    if (refusal !== null) throw invalid('pack', refusal.reason_message);
    if (before !== body.pack.packed_at) throw invalid('pack', message('packing.packed_meanwhile'));
    if (!isWhole(items, body.pack.order_items)) throw invalid('pack', message('packing.units_changed'));
    const at = ctx.clock.now();
    await setPackedAt(tx, order.id, at);
    await recordActivity(tx, {
      storeId: store.id,
      key: 'order.pack',
      actor: { type: 'User', id: actor.userId },
      recipient: { type: 'Order', id: order.id },
      before: { packed_at: before },
      after: { packed_at: at.toISOString() },
      at,
    });
    await announceOrders(tx, store.id, [order.id], at);
    return { order: await describeToPack(ctx, tx, { ...order, packed_at: at }) };
  });
}
