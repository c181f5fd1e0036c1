import type { CallReply } from '@evenstock/contract/api/endpoint';
import type { showOrderNeighbours as endpoint } from '@evenstock/contract/orders/order-page';
import { notFound, type Call } from '../../../api/routing.ts';
import { listFilterOf } from './list-orders.ts';
import { readNeighbours } from './neighbours.queries.ts';
import { findOrder } from '../order/order-page.queries.ts';

/**
 * The orders before and after one in a list. The order itself may have left the list since.
 * @throws Refusal 404; 422 as the list
 */
export async function showNeighbours(call: Call<typeof endpoint>): Promise<CallReply<typeof endpoint>> {
  const { ctx, store, params } = call;
  const { filter, sort } = await listFilterOf(call);
  const order = await findOrder(ctx.db, store.id, params.referenceNumber);
  if (order === null) throw notFound('order');
  return readNeighbours(ctx.db, filter, sort, order);
}
