import { findOrders } from './order-search.ts';
import {
  fulfilledBy,
  fulfillmentStatus,
  fulfillmentStatuses,
  orderDataSets,
  orderView,
} from './order-views.ts';
import { isoTime, site } from '../protocol/site.ts';
import type { SpCall } from '../protocol/sp-call.ts';

const names = {
  createdAfter: 'createdAfter',
  createdBefore: 'createdBefore',
  lastUpdatedAfter: 'lastUpdatedAfter',
  lastUpdatedBefore: 'lastUpdatedBefore',
  token: 'paginationToken',
} as const;

/** `GET /orders/2026-01-01/orders/{orderId}`. */
export function getOrder(call: SpCall): object {
  const included = new Set(call.list('includedData', Infinity, orderDataSets));
  return { order: orderView(call.records, call.shop, call.order(), included, call.now) };
}

/** `GET /orders/2026-01-01/orders`: by creation or by change, earliest first (amazon-sg.md 4.1). */
export function searchOrders(call: SpCall): object {
  const marketplaces = call.list('marketplaceIds', 50);
  const statuses = call.list('fulfillmentStatuses', Infinity, fulfillmentStatuses);
  const senders = call.list('fulfilledBy', Infinity, ['MERCHANT', 'AMAZON']);
  const most = call.whole('maxResultsPerPage', 100, 1, 100);
  const included = new Set(call.list('includedData', Infinity, orderDataSets));
  const { orders, nextToken, isByChange, before } = findOrders(call, {
    names,
    most,
    filters: [marketplaces, statuses, senders],
    isMeant: (order) =>
      (marketplaces.length === 0 || marketplaces.includes(site.marketplaceId)) &&
      (statuses.length === 0 ||
        statuses.includes(fulfillmentStatus(order, call.records.notesOf(call.shop, order)))) &&
      (senders.length === 0 || senders.includes(fulfilledBy(call.shop, order))),
  });
  return {
    orders: orders.map((order) => orderView(call.records, call.shop, order, included, call.now)),
    ...(nextToken === null ? {} : { pagination: { nextToken } }),
    [isByChange ? names.lastUpdatedBefore : names.createdBefore]: isoTime(before),
  };
}
