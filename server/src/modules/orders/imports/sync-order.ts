import { ChannelError } from '@evenstock/connectors/kit/errors';
import { message, type Message } from '@evenstock/contract/messages/message';
import type { Order } from '@evenstock/contract/orders/orders';
import type { Context } from '../../../context.ts';
import { type Actor, invalid, notFound, type StoreScope } from '../../../api/routing.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { recordActivity } from '../../journal/record-activity.ts';
import { findOrder, type WholeOrder } from '../order/order-page.queries.ts';
import { readOrder } from './read-order.ts';
import { showOrder } from '../order/show-order.ts';

/**
 * Reads an order from its marketplace.
 * @returns null if it was read, otherwise the reason
 * @throws ChannelError
 */
export async function readAgain(ctx: Context, storeId: number, order: WholeOrder): Promise<Message | null> {
  const { marketplace_id: marketplaceId, marketplace_name: marketplace } = order;
  if (order.marketplace_state_now !== 'verified')
    return message('orders.sync_not_authorised', { marketplace });
  const reading = await readOrder(ctx, { storeId, marketplaceId }, order.channel_order_id, 'normal');
  if (reading.outcome === 'imported') return null;
  return reading.outcome === 'missing' ? message('orders.sync_missing', { marketplace }) : reading.reason;
}

/** The reason why an order could not be read, for the seller; null if it was read. */
async function whyNotRead(ctx: Context, storeId: number, order: WholeOrder): Promise<Message | null> {
  try {
    return await readAgain(ctx, storeId, order);
  } catch (error) {
    if (error instanceof ChannelError) return error.fault.reason;
    throw error;
  }
}

/**
 * Reads an order from its marketplace now.
 * @throws Refusal 404, or 422 under 'order' with the reason
 */
export async function syncOrder(
  ctx: Context,
  store: StoreScope,
  actor: Actor,
  reference: string,
): Promise<Order> {
  const order = await findOrder(ctx.db, store.id, reference);
  if (order === null) throw notFound('order');
  const failure = await whyNotRead(ctx, store.id, order);
  await inTransaction(ctx.db, async (tx) => {
    await recordActivity(tx, {
      storeId: store.id,
      key: 'order.sync',
      actor: { type: 'User', id: actor.userId },
      recipient: { type: 'Order', id: order.id },
      extras: { succeeded: failure === null },
      at: ctx.clock.now(),
    });
    const { id: orderId, marketplace_id: marketplaceId } = order;
    if (failure === null)
      await ctx.emit(tx, { type: 'order.returning', storeId: store.id, marketplaceId, orderId });
  });
  if (failure !== null) throw invalid('order', failure);
  return showOrder(ctx, store, actor, order.reference_number);
}
