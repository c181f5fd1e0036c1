import {
  cancelFeed,
  createFeed,
  createFeedDocument,
  getFeed,
  getFeedDocument,
  getFeeds,
} from './documents/feeds.ts';
import { getCatalogItem, searchCatalogItems } from './listings/catalogue.ts';
import { getInventorySummaries } from './listings/fba-inventory.ts';
import { getListingsItem, searchListingsItems } from './listings/listings.ts';
import {
  cancelShipment,
  createShipment,
  getEligibleShipmentServices,
  getShipment,
} from './orders/merchant-fulfilment.ts';
import { getOrder, searchOrders } from './orders/orders.ts';
import {
  getOrderAddressV0,
  getOrderBuyerInfoV0,
  getOrderItemsV0,
  getOrdersV0,
  getOrderV0,
} from './orders/orders-v0.ts';
import type { Rate } from './protocol/quotas.ts';
import { cancelReport, createReport, getReport, getReportDocument, getReports } from './documents/reports.ts';
import { createRestrictedDataToken } from './protocol/restricted-tokens.ts';
import { getAccount, getMarketplaceParticipations } from './sellers.ts';
import { confirmShipment, updateShipmentStatus } from './orders/shipments.ts';
import type { SpCall } from './protocol/sp-call.ts';
import { deleteListingsItem, patchListingsItem, putListingsItem } from './listings/submissions.ts';

/** One call of the API. */
export interface Operation {
  /** The model's operationId. */
  readonly name: string;
  readonly method: string;
  /** With parts in braces: `/listings/2021-08-01/items/{sellerId}/{sku}`. */
  readonly path: string;
  readonly rate: Rate;
  readonly nature: 'read' | 'write';
  /** Its answer holds personal data: only with a restricted data token. */
  readonly isRestricted?: true;
  /** HTTP status of success; 204 has no body. */
  readonly status: number;
  answer(call: SpCall): object | null;
}

type Answer = Operation['answer'];

function read(
  name: string,
  method: string,
  path: string,
  rate: readonly [number, number],
  answer: Answer,
): Operation {
  return {
    name,
    method,
    path,
    rate: { perSecond: rate[0], burst: rate[1] },
    nature: 'read',
    status: 200,
    answer,
  };
}

function write(
  name: string,
  method: string,
  path: string,
  rate: readonly [number, number],
  answer: Answer,
  status = 200,
): Operation {
  return {
    name,
    method,
    path,
    rate: { perSecond: rate[0], burst: rate[1] },
    nature: 'write',
    status,
    answer,
  };
}

function restricted(operation: Operation): Operation {
  return { ...operation, isRestricted: true };
}

const items = '/listings/2021-08-01/items/{sellerId}';
const orders = '/orders/2026-01-01/orders';
const ordersV0 = '/orders/v0/orders/{orderId}';
const reports = '/reports/2021-06-30';
const feeds = '/feeds/2021-06-30';
const labels = '/mfn/v0';

/** What is answered, with the rates of the models: requests per second, burst (amazon-sg.md 2). */
export const operations: readonly Operation[] = [
  read('getMarketplaceParticipations', 'GET', '/sellers/v1/marketplaceParticipations', [0.016, 15], getMarketplaceParticipations),
  read('getAccount', 'GET', '/sellers/v1/account', [0.016, 15], getAccount),

  read('createRestrictedDataToken', 'POST', '/tokens/2021-03-01/restrictedDataToken', [1, 10], createRestrictedDataToken),
  read('searchCatalogItems', 'GET', '/catalog/2022-04-01/items', [2, 2], searchCatalogItems),
  read('getCatalogItem', 'GET', '/catalog/2022-04-01/items/{asin}', [2, 2], getCatalogItem),
  read('getInventorySummaries', 'GET', '/fba/inventory/v1/summaries', [2, 2], getInventorySummaries),

  read('searchListingsItems', 'GET', items, [5, 5], searchListingsItems),
  read('getListingsItem', 'GET', `${items}/{sku}`, [5, 10], getListingsItem),
  write('patchListingsItem', 'PATCH', `${items}/{sku}`, [5, 5], patchListingsItem),
  write('putListingsItem', 'PUT', `${items}/{sku}`, [5, 10], putListingsItem),
  write('deleteListingsItem', 'DELETE', `${items}/{sku}`, [5, 5], deleteListingsItem),

  read('searchOrders', 'GET', orders, [0.0056, 20], searchOrders),
  read('getOrder', 'GET', `${orders}/{orderId}`, [0.5, 30], getOrder),
  read('getOrders', 'GET', '/orders/v0/orders', [0.0167, 20], getOrdersV0),
  read('getOrder', 'GET', ordersV0, [0.5, 30], getOrderV0),
  read('getOrderItems', 'GET', `${ordersV0}/orderItems`, [0.5, 30], getOrderItemsV0),
  restricted(read('getOrderAddress', 'GET', `${ordersV0}/address`, [0.5, 30], getOrderAddressV0)),
  restricted(read('getOrderBuyerInfo', 'GET', `${ordersV0}/buyerInfo`, [0.5, 30], getOrderBuyerInfoV0)),
  write('confirmShipment', 'POST', `${ordersV0}/shipmentConfirmation`, [2, 10], confirmShipment, 204),
  write('updateShipmentStatus', 'POST', `${ordersV0}/shipment`, [5, 15], updateShipmentStatus, 204),

  read('getEligibleShipmentServices', 'POST', `${labels}/eligibleShippingServices`, [6, 12], getEligibleShipmentServices),
  restricted(write('createShipment', 'POST', `${labels}/shipments`, [2, 2], createShipment)),
  restricted(read('getShipment', 'GET', `${labels}/shipments/{shipmentId}`, [1, 1], getShipment)),
  restricted(write('cancelShipment', 'DELETE', `${labels}/shipments/{shipmentId}`, [1, 1], cancelShipment)),

  write('createReport', 'POST', `${reports}/reports`, [0.0167, 15], createReport, 202),
  read('getReports', 'GET', `${reports}/reports`, [0.0222, 10], getReports),
  read('getReport', 'GET', `${reports}/reports/{reportId}`, [2, 15], getReport),
  write('cancelReport', 'DELETE', `${reports}/reports/{reportId}`, [0.0222, 10], cancelReport),
  read('getReportDocument', 'GET', `${reports}/documents/{reportDocumentId}`, [0.0167, 15], getReportDocument),

  write('createFeedDocument', 'POST', `${feeds}/documents`, [0.5, 15], createFeedDocument, 201),
  write('createFeed', 'POST', `${feeds}/feeds`, [0.0083, 15], createFeed, 202),
  read('getFeeds', 'GET', `${feeds}/feeds`, [0.0222, 10], getFeeds),
  read('getFeed', 'GET', `${feeds}/feeds/{feedId}`, [2, 15], getFeed),
  write('cancelFeed', 'DELETE', `${feeds}/feeds/{feedId}`, [2, 15], cancelFeed),
  read('getFeedDocument', 'GET', `${feeds}/documents/{feedDocumentId}`, [0.0222, 10], getFeedDocument),
]; // oxfmt-ignore

/** The operation that a request means, with the parts of its path; null if there is none. */
export function operationOf(
  method: string,
  pathname: string,
): { readonly operation: Operation; readonly path: Readonly<Record<string, string>> } | null {
  const given = pathname.split('/');
  for (const operation of operations) {
    if (operation.method !== method) continue;
    const path = matched(operation.path.split('/'), given);
    if (path !== null) return { operation, path };
  }
  return null;
}

function matched(wanted: readonly string[], given: readonly string[]): Record<string, string> | null {
  if (wanted.length !== given.length) return null;
  const parts: Record<string, string> = {};
  for (const [index, piece] of wanted.entries()) {
    const value = given[index] ?? '';
    const name = /^\{(\w+)\}$/.exec(piece)?.[1];
    if (name === undefined ? piece !== value : value === '') return null;
    if (name !== undefined) parts[name] = decoded(value);
  }
  return parts;
}

/** Percent-encoded, as SKUs in a path are; left as it is where it is no such text. */
function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
