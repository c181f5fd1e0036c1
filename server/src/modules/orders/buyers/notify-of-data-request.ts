import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../../context.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { notify } from '../../journal/notify.ts';
import { nameOfMarketplace, ordersByChannelId } from '../order/buyer-deletion.queries.ts';

/** Maximum number of order numbers in a notification. */
const MOST_NAMED = 20;

/**
 * Notifies the members of a store that a buyer requests, through the marketplace, the data that are stored. It names the orders and
 * nothing of the buyer. If none of the orders is stored nobody is notified.
 */
export async function notifyOfDataRequest(
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
