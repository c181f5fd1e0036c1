import type { CallReply } from '@evenstock/contract/api/endpoint';
import type { countOrders as countOrdersEndpoint } from '@evenstock/contract/orders/orders';
import type { Call } from '../../../api/routing.ts';
import { countStates } from './order-counts.queries.ts';
import { usualStart } from '../../../api/list-window.rules.ts';
import { tabCounts } from '../order/order-filters.rules.ts';

/** Counts the orders of each tab of the orders list while no filter is chosen: those of the last month. */
export async function countOrders({
  ctx,
  store,
}: Pick<Call<typeof countOrdersEndpoint>, 'ctx' | 'store'>): Promise<CallReply<typeof countOrdersEndpoint>> {
  const since = usualStart(ctx.clock.now(), store.timeZone);
  return { counts: tabCounts(await countStates(ctx.db, store.id, since)) };
}
