import { ChannelError } from '@evenstock/connectors/kit/errors';
import type { CallReply } from '@evenstock/contract/api/endpoint';
import { message, type Message } from '@evenstock/contract/messages/message';
import type { createOrder as endpoint } from '@evenstock/contract/orders/order-work';
import type { Context } from '../../../context.ts';
import { invalid, type Call } from '../../../api/routing.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { recordActivity } from '../../journal/record-activity.ts';
import { requireMarketplace } from '../../marketplaces/show-marketplace.ts';
import { orderOfNumber } from '../order/order-at-marketplace.queries.ts';
import { readOrder } from './read-order.ts';
import { showOrder } from '../order/show-order.ts';

/**
 * Fetches an order by its number from a marketplace, and keeps it.
 * @throws Refusal 404 for another store's marketplace; 422 under 'order' with why it could not be fetched
 */
export async function createOrder(call: Call<typeof endpoint>): Promise<CallReply<typeof endpoint>> {
  const { ctx, store, actor, body } = call;
  const { marketplace_id: marketplaceId, reference_number: number } = body.order;
  const marketplace = await requireMarketplace(ctx, store.id, String(marketplaceId));
  if (marketplace.state !== 'verified') {
    throw invalid('order', message('orders.needs_authorisation', { marketplace: marketplace.name }));
  }
  const failure = await whyNotFetched(ctx, store.id, marketplace, number);
  if (failure !== null) throw invalid('order', failure);
  const order = await orderOfNumber(ctx.db, marketplaceId, number);
  await inTransaction(ctx.db, (tx) =>
    recordActivity(tx, {
      storeId: store.id,
      key: 'order.create',
      actor: { type: 'User', id: actor.userId },
      recipient: { type: 'Order', id: order.id },
      at: ctx.clock.now(),
    }),
  );
  return { order: await showOrder(ctx, store, actor, order.referenceNumber) };
}

async function whyNotFetched(
  ctx: Context,
  storeId: number,
  { id: marketplaceId, name: marketplace }: { readonly id: number; readonly name: string },
  number: string,
): Promise<Message | null> {
  try {
    const reading = await readOrder(ctx, { storeId, marketplaceId }, number, 'normal');
    if (reading.outcome === 'imported') return null;
    return reading.outcome === 'missing'
      ? message('orders.not_known_there', { marketplace })
      : reading.reason;
  } catch (error) {
    if (error instanceof ChannelError) return error.fault.reason;
    throw error;
  }
}
