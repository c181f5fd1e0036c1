import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../context.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { notify } from '../journal/notify.ts';
import { nameOfMarketplace, ordersByChannelId } from './buyer-deletion.queries.ts';

/** The most order numbers that a notification names. */
const MOST_NAMED = 20;

/**
 * Tells the members of a store that a buyer asks, through the marketplace, for the data that are kept: which orders, and nothing of
 * the buyer. Where none of the orders is here there is nothing to tell.
 */
export async function tellOfDataRequest(
  ctx: Context,
  asked: { readonly storeId: number; readonly marketplaceId: number; readonly orders: readonly string[] },
): Promise<void> {
  const { storeId, marketplaceId } = asked;
  const orders = await ordersByChannelId(ctx.db, marketplaceId, asked.orders);
  const [first] = orders;
  if (first === undefined) return;
  const marketplace = await nameOfMarketplace(ctx.db, marketplaceId);
  const named = orders.slice(0, MOST_NAMED).map(({ reference }) => reference);
  const numbers = named.join(', ') + (orders.length > MOST_NAMED ? ' …' : '');
  await inTransaction(ctx.db, async (tx) => {
    await notify(tx, {
      storeId,
      kind: 'buyer_data_asked',
      subjectId: first.id,
      userId: null,
      title: message('orders.data_asked'),
      paragraphs: [message('orders.data_asked_help', { marketplace, orders: numbers })],
      place: `/orders/${encodeURIComponent(first.reference)}`,
      at: ctx.clock.now(),
    });
  });
}
