import { buyerOf } from '../../core/buyers.ts';
import type { Order, OrderLine } from '../../core/records.ts';
import { findOrders } from './order-search.ts';
import {
  areBuyersShown,
  fulfilledBy,
  fulfillmentStatus,
  totalOf,
  unitsShipped,
  windowsOf,
  type FulfillmentStatus,
} from './order-views.ts';
import { dataElementsOf } from '../protocol/restricted-tokens.ts';
import { decimal, isoTime, site } from '../protocol/site.ts';
import type { SpCall } from '../protocol/sp-call.ts';

const names = {
  createdAfter: 'CreatedAfter',
  createdBefore: 'CreatedBefore',
  lastUpdatedAfter: 'LastUpdatedAfter',
  lastUpdatedBefore: 'LastUpdatedBefore',
  token: 'NextToken',
} as const;

/** How v0 spells the statuses (amazon-sg.md 4.1). */
const statusWords: Record<FulfillmentStatus, string> = {
  PENDING_AVAILABILITY: 'PendingAvailability',
  PENDING: 'Pending',
  UNSHIPPED: 'Unshipped',
  PARTIALLY_SHIPPED: 'PartiallyShipped',
  SHIPPED: 'Shipped',
  CANCELLED: 'Canceled',
  UNFULFILLABLE: 'Unfulfillable',
};
const allStatuses: readonly string[] = [...Object.values(statusWords), 'InvoiceUnconfirmed'];

function statusOf(call: SpCall, order: Order): string {
  return statusWords[fulfillmentStatus(order, call.records.notesOf(call.shop, order))];
}

function channelOf(call: SpCall, order: Order): 'MFN' | 'AFN' {
  return fulfilledBy(call.shop, order) === 'MERCHANT' ? 'MFN' : 'AFN';
}

/** Money as v0 spells it. */
function money(minor: number): object {
  return { CurrencyCode: site.currency, Amount: decimal(minor) };
}

/** `GET /orders/v0/orders`: deprecated, removed on 27 March 2027 (amazon-sg.md 4.2). */
export function getOrdersV0(call: SpCall): object {
  call.mustBeHere(call.list('MarketplaceIds', 50));
  const statuses = call.list('OrderStatuses', Infinity, allStatuses);
  const channels = call.list('FulfillmentChannels', Infinity, ['MFN', 'AFN']);
  const numbers = call.list('AmazonOrderIds', 50);
  const most = call.whole('MaxResultsPerPage', 100, 1, 100);
  const { orders, nextToken, isByChange, before } = findOrders(call, {
    names,
    most,
    filters: [statuses, channels, numbers],
    isMeant: (order) =>
      (statuses.length === 0 || statuses.includes(statusOf(call, order))) &&
      (channels.length === 0 || channels.includes(channelOf(call, order))) &&
      (numbers.length === 0 || numbers.includes(order.number)),
  });
  return {
    payload: {
      Orders: orders.map((order) => orderView(call, order)),
      ...(nextToken === null ? {} : { NextToken: nextToken }),
      [isByChange ? names.lastUpdatedBefore : names.createdBefore]: isoTime(before),
    },
  };
}

/** `GET /orders/v0/orders/{orderId}`. */
export function getOrderV0(call: SpCall): object {
  return { payload: orderView(call, call.order()) };
}

/** `GET /orders/v0/orders/{orderId}/orderItems`. */
export function getOrderItemsV0(call: SpCall): object {
  const order = call.order();
  const items = order.lines.map((line, index) => itemView(call, order, line, index === 0));
  return { payload: { AmazonOrderId: order.number, OrderItems: items } };
}

/** `GET /orders/v0/orders/{orderId}/address`. */
export function getOrderAddressV0(call: SpCall): object {
  const order = call.order();
  const isShown = areBuyersShown(order, call.now);
  return {
    payload: { AmazonOrderId: order.number, ...(isShown ? { ShippingAddress: addressOf(order) } : {}) },
  };
}

/** `GET /orders/v0/orders/{orderId}/buyerInfo`. */
export function getOrderBuyerInfoV0(call: SpCall): object {
  const order = call.order();
  const isShown = areBuyersShown(order, call.now);
  return { payload: { AmazonOrderId: order.number, ...(isShown ? buyerOfOrder(order) : {}) } };
}

function orderView(call: SpCall, order: Order): object {
  const notes = call.records.notesOf(call.shop, order);
  const { shipBy, deliverBy } = windowsOf(order);
  const shipped = order.lines.reduce((sum, line) => sum + unitsShipped(order, notes, line), 0);
  const wanted = order.lines.reduce((sum, line) => sum + line.quantity - line.cancelled, 0);
  const isShown = areBuyersShown(order, call.now);
  const elements = dataElementsOf(call.token);
  return {
    AmazonOrderId: order.number,
    ...(notes.alias === null ? {} : { SellerOrderId: notes.alias }),
    PurchaseDate: isoTime(order.createdAt),
    LastUpdateDate: isoTime(order.updatedAt),
    OrderStatus: statusOf(call, order),
    FulfillmentChannel: channelOf(call, order),
    SalesChannel: site.name,
    ShipServiceLevel: 'Std SG Dom',
    ...(order.stage === 'unpaid' || order.stage === 'cancelled' ? {} : { OrderTotal: money(totalOf(order)) }),
    NumberOfItemsShipped: shipped,
    NumberOfItemsUnshipped: Math.max(0, wanted - shipped),
    PaymentMethod: 'Other',
    MarketplaceId: site.marketplaceId,
    OrderType: 'StandardOrder',
    EarliestShipDate: isoTime(shipBy[0]),
    LatestShipDate: isoTime(shipBy[1]),
    EarliestDeliveryDate: isoTime(deliverBy[0]),
    LatestDeliveryDate: isoTime(deliverBy[1]),
    IsBusinessOrder: false,
    IsPrime: false,
    IsISPU: order.selfCollect,
    ...(isShown && elements.has('shippingAddress') ? { ShippingAddress: addressOf(order) } : {}),
    ...(isShown && elements.has('buyerInfo') ? { BuyerInfo: buyerOfOrder(order) } : {}),
  };
}

/** Prices are for the whole line, and missing while the order is pending. */
function itemView(call: SpCall, order: Order, line: OrderLine, isFirst: boolean): object {
  const request = order.events.filter(({ name }) => name === 'request_cancellation').at(-1);
  return {
    ASIN: line.variantId,
    SellerSKU: line.sku,
    OrderItemId: line.id,
    Title: line.name,
    QuantityOrdered: line.quantity - line.cancelled,
    QuantityShipped: unitsShipped(order, call.records.notesOf(call.shop, order), line),
    ConditionId: 'New',
    ConditionSubtypeId: 'New',
    ...(order.stage === 'unpaid'
      ? {}
      : {
          ItemPrice: money(line.unitPrice * line.quantity),
          ShippingPrice: money(isFirst ? order.shippingFee : 0),
          ItemTax: money(0),
        }),
    ...(order.cancellationRequested
      ? {
          BuyerRequestedCancel: { IsBuyerRequestedCancel: 'true', BuyerCancelReason: request?.reason ?? '' },
        }
      : {}),
  };
}

function addressOf(order: Order): object {
  const buyer = buyerOf(order.buyer);
  return {
    Name: buyer.name,
    AddressLine1: buyer.street,
    AddressLine2: buyer.unit,
    City: 'Singapore',
    PostalCode: buyer.postalCode,
    CountryCode: site.country,
    Phone: buyer.phone,
    AddressType: 'Residential',
  };
}

function buyerOfOrder(order: Order): object {
  const buyer = buyerOf(order.buyer);
  return { BuyerName: buyer.name, BuyerEmail: `${buyer.username}@marketplace.amazon.sg` };
}
