import type { CallReply } from '@evenstock/contract/api/endpoint';
import { message } from '@evenstock/contract/messages/message';
import { massEntry, type massSyncOrders as massSyncOrdersEndpoint } from '@evenstock/contract/orders/orders';
import type { Answer, Call } from '../../../api/routing.ts';
import { defineMassAct, startMassAct } from './mass-act.ts';
import { findOrder } from '../order/order-page.queries.ts';
import { readAgain } from '../imports/sync-order.ts';

/** Reads selected orders from their marketplaces. Reading one twice changes nothing. */
export const massSyncOperation = defineMassAct({
  kind: 'order.mass_sync',
  entry: massEntry,
  async act(ctx, { storeId }, { reference }) {
    const order = await findOrder(ctx.db, storeId, reference);
    return order === null ? message('orders.sync_not_found') : readAgain(ctx, storeId, order);
  },
});

type Reply = CallReply<typeof massSyncOrdersEndpoint>;

/** Starts to read orders from their marketplaces. See `startMassAct`. */
export function massSyncOrders(call: Call<typeof massSyncOrdersEndpoint>): Promise<Reply | Answer<Reply>> {
  return startMassAct(call, massSyncOperation, 'order.mass_sync');
}
