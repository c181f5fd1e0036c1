import type { CallReply } from '@evenstock/contract/api/endpoint';
import type { listOrdersToPack as endpoint, OrderToPack } from '@evenstock/contract/orders/packing';
import type { Call } from '../../../api/routing.ts';
import { findOrder } from '../order/order-page.queries.ts';
import { describeToPack } from './describe-to-pack.ts';
import { findReferences } from './packing.queries.ts';

/** The orders that a scanned code stands for, newest first. */
export async function listOrdersToPack({
  ctx,
  store,
  query,
}: Call<typeof endpoint>): Promise<CallReply<typeof endpoint>> {
  const orders: OrderToPack[] = [];
  for (const reference of await findReferences(ctx.db, store.id, query.code)) {
    const order = await findOrder(ctx.db, store.id, reference);
    if (order !== null) orders.push(await describeToPack(ctx, ctx.db, order));
  }
  return { orders };
}
