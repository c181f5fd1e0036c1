import type { OrderRow } from '@evenstock/contract/orders/orders';
import type { Handle } from '../../../platform/database/database.ts';
import { describeOrderRow } from './describe-order.rules.ts';
import { everyOrder } from './order-conditions.queries.ts';
import { newestFirst, readOrdersPage } from './orders.queries.ts';

/** Orders of a store as their list shows them, newest first. */
export async function orderRowsById(
  db: Handle,
  storeId: number,
  ids: readonly number[],
): Promise<OrderRow[]> {
  const filter = { ...everyOrder(storeId), ids };
  const { orders } = await readOrdersPage(db, filter, newestFirst, {
    page: 1,
    perPage: ids.length,
    offset: 0,
  });
  return orders.map(describeOrderRow);
}
