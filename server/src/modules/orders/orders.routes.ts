import {
  countOrders as countOrdersEndpoint,
  listMatchingOrders as listMatchingOrdersEndpoint,
  listOrders as listOrdersEndpoint,
  massSyncOrders as massSyncOrdersEndpoint,
  pullOrders,
  pullOrdersByGet,
  showOrder as showOrderEndpoint,
  syncOrder as syncOrderEndpoint,
} from '@evenstock/contract/orders/orders';
import {
  addNotes as addNotesEndpoint,
  createOrder as createOrderEndpoint,
  linkItem as linkItemEndpoint,
  moveToCompleted as moveToCompletedEndpoint,
  previewRestock as previewRestockEndpoint,
  restockOrder as restockOrderEndpoint,
  showRawOrder as showRawOrderEndpoint,
} from '@evenstock/contract/orders/order-work';
import {
  listOrdersToPack as listOrdersToPackEndpoint,
  packOrder as packOrderEndpoint,
} from '@evenstock/contract/orders/packing';
import { route, type Route } from '../../api/routing.ts';
import { listOrderDays as listOrderDaysEndpoint } from '@evenstock/contract/orders/order-days';
import { listOrderTimeline, showOrderNeighbours } from '@evenstock/contract/orders/order-page';
import { addNotes } from './pages/add-notes.ts';
import { countOrders } from './pages/count-orders.ts';
import { createOrder } from './imports/create-order.ts';
import { linkItem } from './links/link-item.ts';
import { listOrderDays } from './days/list-order-days.ts';
import { listMatchingOrders, listOrders } from './pages/list-orders.ts';
import { listOrdersToPack } from './pages/list-orders-to-pack.ts';
import { listTimeline } from './pages/list-timeline.ts';
import { massSyncOrders } from './acts/mass-sync-orders.ts';
import { moveToCompleted } from './pages/move-to-completed.ts';
import { packOrder } from './pages/pack-order.ts';
import { previewRestock } from './restock/preview-restock.ts';
import { restockOrder } from './restock/restock-order.ts';
import { showNeighbours } from './pages/show-neighbours.ts';
import { showOrder } from './order/show-order.ts';
import { showRawOrder } from './pages/show-raw-order.ts';
import { startPullingOrders } from './days/start-pulling-orders.ts';
import { syncOrder } from './imports/sync-order.ts';

export const ordersRoutes: readonly Route[] = [
  route(listOrdersEndpoint, listOrders),
  route(listMatchingOrdersEndpoint, listMatchingOrders),
  route(countOrdersEndpoint, countOrders),
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
  route(listOrderDaysEndpoint, listOrderDays),
  route(listOrderTimeline, listTimeline),
  route(showOrderNeighbours, showNeighbours),
  route(massSyncOrdersEndpoint, massSyncOrders),
  route(createOrderEndpoint, createOrder),
  route(listOrdersToPackEndpoint, listOrdersToPack),
  route(packOrderEndpoint, packOrder),
  route(moveToCompletedEndpoint, moveToCompleted),
  route(addNotesEndpoint, addNotes),
  route(previewRestockEndpoint, previewRestock),
  route(restockOrderEndpoint, restockOrder),
  route(linkItemEndpoint, linkItem),
  route(showRawOrderEndpoint, showRawOrder),
  route(syncOrderEndpoint, async ({ ctx, store, actor, params }) => ({
    order: await syncOrder(ctx, store, actor, params.referenceNumber),
  })),
];
