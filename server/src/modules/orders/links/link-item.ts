import type { CallReply } from '@evenstock/contract/api/endpoint';
import { message } from '@evenstock/contract/messages/message';
import type { linkItem as endpoint } from '@evenstock/contract/orders/order-work';
import { invalid, notFound, type Call } from '../../../api/routing.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import { recordActivity } from '../../journal/record-activity.ts';
import { linesOf } from '../imports/import-order.queries.ts';
import { lineAsRecorded } from '../imports/line-inputs.rules.ts';
import { findOrder } from '../order/order-page.queries.ts';
import { linkWaitingJob } from '../order/orders.jobs.ts';
import { showOrder } from '../order/show-order.ts';
import { linkCodeOf } from '../imports/link-code.rules.ts';
import { linkOrderLines } from './link-lines.ts';
import { linkCode, variantOfStore } from './links.queries.ts';

/**
 * Links an order item that has no SKU: its code in this shop means that SKU from now on. The items of other orders that wait with this
 * code follow in a job.
 * @throws Refusal 404 for another store's order or SKU; 422 under 'order' where the item is not of the order, or has a SKU
 */
export async function linkItem(call: Call<typeof endpoint>): Promise<CallReply<typeof endpoint>> {
  const { ctx, store, actor, params, body } = call;
  const order = await findOrder(ctx.db, store.id, params.referenceNumber);
  if (order === null) throw notFound('order');
  const item = order.order_items.find(({ id }) => id === body.order_item_id);
  if (item === undefined) throw invalid('order', message('orders.foreign_item'));
  if (!item.lacks_listing) throw invalid('order', message('orders.nothing_to_link'));
  const variantId = await variantOfStore(ctx.db, store.id, body.variant_id);
  if (variantId === null) throw notFound('variant');
  const at = ctx.clock.now();
  await inTransaction(ctx.db, async (tx) => {
    const line = (await linesOf(tx, order.id)).find(({ id }) => id === item.id);
    if (line === undefined) throw invalid('order', message('orders.foreign_item'));
    await linkCode(tx, {
      storeId: store.id,
      marketplaceId: order.marketplace_id,
      code: linkCodeOf(lineAsRecorded(line)),
      variantId,
      userId: actor.userId,
      at,
    });
    await recordActivity(tx, {
      storeId: store.id,
      key: 'order.link_item',
      actor: { type: 'User', id: actor.userId },
      recipient: { type: 'Order', id: order.id },
      extras: { sku: item.sku ?? item.name },
      at,
    });
    const { marketplace_id: marketplaceId } = order;
    await enqueue(tx, linkWaitingJob, { marketplaceId }, { key: `orders.link:${String(marketplaceId)}` });
  });
  await inTransaction(ctx.db, (tx) => linkOrderLines(tx, ctx, order.id));
  return { order: await showOrder(ctx, store, actor, order.reference_number) };
}
