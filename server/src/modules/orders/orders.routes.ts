import {
  listOrders as listOrdersEndpoint,
  massSyncOrders as massSyncOrdersEndpoint,
  pullOrders,
  pullOrdersByGet,
  showOrder as showOrderEndpoint,
  syncOrder as syncOrderEndpoint,
} from '@evenstock/contract/orders';
import {
  addNotes as addNotesEndpoint,
  createOrder as createOrderEndpoint,
  moveToCompleted as moveToCompletedEndpoint,
  restockOrder as restockOrderEndpoint,
  showRawOrder as showRawOrderEndpoint,
} from '@evenstock/contract/order-work';
import { route, type Route } from '../../api/routing.ts';
import { addNotes } from './add-notes.ts';
import { createOrder } from './create-order.ts';
import { listOrders } from './list-orders.ts';
import { massSyncOrders } from './mass-sync-orders.ts';
import { moveToCompleted } from './move-to-completed.ts';
import { restockOrder } from './restock-order.ts';
import { showOrder } from './show-order.ts';
import { showRawOrder } from './show-raw-order.ts';
import { startPullingOrders } from './start-pulling-orders.ts';
import { syncOrder } from './sync-order.ts';

export const ordersRoutes: readonly Route[] = [
  route(listOrdersEndpoint, listOrders),
  route(pullOrdersByGet, async ({ ctx, store, actor }) => {
    await startPullingOrders(ctx, store, actor);
    return {};
  }),
  route(pullOrders, async ({ ctx, store, actor }) => {
    await startPullingOrders(ctx, store, actor);
    return {};
  }),
  route(showOrderEndpoint, async ({ ctx, store, actor, params }) => ({
    order: await showOrder(ctx, store, actor, params.referenceNumber),
  })),
  route(massSyncOrdersEndpoint, massSyncOrders),
  route(createOrderEndpoint, createOrder),
  route(moveToCompletedEndpoint, moveToCompleted),
  route(addNotesEndpoint, addNotes),
  route(restockOrderEndpoint, restockOrder),
  route(showRawOrderEndpoint, showRawOrder),
  route(syncOrderEndpoint, async ({ ctx, store, actor, params }) => ({
    order: await syncOrder(ctx, store, actor, params.referenceNumber),
  })),
];
