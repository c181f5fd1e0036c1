import {
  downloadChosenOrders,
  downloadItemsOfChosenOrders,
  downloadOrderItems,
  downloadOrders,
  downloadSelectedVariants,
  downloadStockMovements,
  downloadVariants,
  massUpdateVariants,
  showDownload as showDownloadEndpoint,
  showMassUpdate as showMassUpdateEndpoint,
} from '@evenstock/contract/spreadsheets/spreadsheets';
import { route, type Route } from '../../api/routing.ts';
import { showDownload } from './show-download.ts';
import { showMassUpdate } from './show-mass-update.ts';
import { startMassUpdate } from './start-mass-update.ts';
import {
  startMovements,
  startOrderItems,
  startOrders,
  startProducts,
  startSelectedProducts,
} from './start-export.ts';

export const spreadsheetsRoutes: readonly Route[] = [
  route(downloadVariants, startProducts),
  route(downloadSelectedVariants, startSelectedProducts),
  route(downloadStockMovements, startMovements),
  route(downloadOrders, (call) => startOrders(call, call.query)),
  route(downloadChosenOrders, (call) => startOrders(call, call.body)),
  route(downloadOrderItems, (call) => startOrderItems(call, call.query)),
  route(downloadItemsOfChosenOrders, (call) => startOrderItems(call, call.body)),
  route(showDownloadEndpoint, showDownload),
  route(massUpdateVariants, startMassUpdate),
  route(showMassUpdateEndpoint, showMassUpdate),
];
