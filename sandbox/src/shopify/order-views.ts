import { buyerOf, type Buyer } from '../core/buyers.ts';
import { extrasOf } from '../core/order-amounts.ts';
import type { Order } from '../core/records.ts';
import { connection, type PageArguments } from './connection.ts';
import { dateTime, dateTimeOrNull, isGone, type CallContext } from './call-context.ts';
import { gid, turned } from './gids.ts';
import {
  fulfilledUnits,
  currentUnits,
  type FulfillmentRecord,
  type OrderNotes,
  type RefundRecord,
} from './order-records.ts';
import { lineView, linePlace, linesNamed, openUnits } from './line-views.ts';
import { returnView, suggestedRefundView, type Others, type SuggestedArguments } from './return-views.ts';
import { locationName, locationView, variantView } from './catalogue-views.ts';

/** Figures of an order in minor units. */
export function totalsOf(
  order: Order,
  notes: OrderNotes,
): Record<'items' | 'total' | 'discounts' | 'paid' | 'refunded' | 'current', number> {
  const items = order.lines.reduce((sum, line) => sum + line.unitPrice * line.quantity, 0);
  const original = order.lines.reduce((sum, line) => sum + line.originalPrice * line.quantity, 0);
  const refunded = notes.refunds.reduce((sum, { amount }) => sum + amount, 0);
  const total = items + order.shippingFee + extrasOf(order);
  const gone = order.lines.reduce(
    (sum, line) => sum + line.unitPrice * (line.quantity - currentUnits(notes, line)),
    0,
  );
  return {
    items,
    total,
    discounts: original - items,
    paid: order.paidAt === null ? 0 : total,
    refunded,
    current: total - gone,
  };
}

export function financialStatus(order: Order, notes: OrderNotes): string {
  const { paid, refunded } = totalsOf(order, notes);
  if (order.paidAt === null) return notes.cancelledAt === null ? 'PENDING' : 'VOIDED';
  if (refunded === 0) return 'PAID';
  return refunded >= paid ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
}

export function fulfillmentStatus(order: Order, notes: OrderNotes): string {
  const sent = order.lines.reduce((sum, line) => sum + fulfilledUnits(notes, line.id), 0);
  if (sent === 0) return 'UNFULFILLED';
  const left = order.lines.reduce((sum, line) => sum + openUnits(line, notes), 0);
  return left === 0 ? 'FULFILLED' : 'PARTIALLY_FULFILLED';
}

export function orderView(context: CallContext, order: Order): object {
  const notes = context.notesStore.of(context.shop, order);
  const totals = totalsOf(order, notes);
  const buyer = buyerOf(order.buyer);
  const units = order.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const unitsNow = order.lines.reduce((sum, line) => sum + currentUnits(notes, line), 0);
  const address = { ...addressView(buyer), id: gid('MailingAddress', turned(order.id, 'order', 'address')) };
  return {
    __typename: 'Order',
    id: gid('Order', order.id),
    legacyResourceId: order.id,
    name: order.name ?? order.number,
    number: Number(order.number.replace('#', '')),
    confirmationNumber: `C${order.id.slice(-8)}`,
    createdAt: dateTime(order.createdAt),
    updatedAt: dateTime(order.updatedAt),
    processedAt: dateTime(order.createdAt),
    cancelledAt: dateTimeOrNull(notes.cancelledAt),
    cancelReason: notes.cancelReason,
    closed: notes.closedAt !== null,
    closedAt: dateTimeOrNull(notes.closedAt),
    confirmed: true,
    test: order.isTest,
    displayFinancialStatus: financialStatus(order, notes),
    displayFulfillmentStatus: fulfillmentStatus(order, notes),
    returnStatus: notes.returnStatus,
    fullyPaid: order.paidAt !== null,
    unpaid: order.paidAt === null,
    restockable: unitsNow > 0,
    refundable: totals.paid > totals.refunded,
    currencyCode: context.currency,
    email: buyer.email,
    phone: buyer.phone,
    note: order.remarks === '' ? null : order.remarks,
    tags: [],
    sourceName: 'web',
    paymentGatewayNames: [gateway(order)],
    subtotalLineItemsQuantity: units,
    currentSubtotalLineItemsQuantity: unitsNow,
    totalPriceSet: context.bag(totals.total),
    subtotalPriceSet: context.bag(totals.items),
    totalShippingPriceSet: context.bag(order.shippingFee),
    totalTaxSet: context.bag(order.charges.tax),
    taxesIncluded: order.charges.tax === 0,
    totalTipReceivedSet: context.bag(order.charges.tip),
    totalDiscountsSet: context.bag(totals.discounts),
    totalRefundedSet: context.bag(totals.refunded),
    totalReceivedSet: context.bag(totals.paid),
    totalOutstandingSet: context.bag(order.paidAt === null ? totals.current : 0),
    netPaymentSet: context.bag(totals.paid - totals.refunded),
    currentTotalPriceSet: context.bag(totals.current),
    shippingAddress: order.selfCollect ? null : address,
    billingAddress: address,
    customer: () => {
      context.need('customer', 'read_customers');
      return { __typename: 'Customer', id: gid('Customer', buyer.id), displayName: buyer.name, firstName: buyer.firstName, lastName: buyer.lastName, email: buyer.email, phone: buyer.phone }; // oxfmt-ignore
    },
    shippingLine: order.selfCollect
      ? { id: gid('ShippingLine', order.id), title: 'Local pickup', code: 'PICKUP' }
      : { id: gid('ShippingLine', order.id), title: 'Standard', code: 'STANDARD' },
    lineItems: (args: PageArguments) =>
      connection(order.lines, linePlace, (line) => lineView(context, line, notes), args),
    fulfillmentOrders: (args: PageArguments) => {
      context.need(
        'fulfillmentOrders',
        'read_merchant_managed_fulfillment_orders',
        'read_assigned_fulfillment_orders',
      );
      return connection(
        [order],
        ({ id }) => ({ value: 0, id: Number(id) }),
        () => fulfillmentOrderView(context, order),
        args,
      );
    },
    fulfillments: ({ first }: { first?: number | null }) =>
      notes.fulfillments
        .slice(0, first ?? undefined)
        .map((one) => fulfillmentView(context, order, one, notes)),
    transactions: ({ first }: { first?: number | null }) =>
      transactionViews(context, order, notes).slice(0, first ?? undefined),
    returns: (args: PageArguments) => {
      context.need('returns', 'read_returns');
      return connection(
        notes.returns,
        ({ number }) => ({ value: 0, id: number }),
        (one) => returnView(context, order, one, notes, othersOf(context, order, notes)),
        args,
      );
    },
    suggestedRefund: (args: SuggestedArguments) => suggestedRefundView(context, order, notes, args),
    refunds: ({ first }: { first?: number | null }) =>
      notes.refunds.slice(0, first ?? undefined).map((one) => refundView(context, order, one, notes)),
  };
}

/** How a return of an order shows the order and its refunds. */
export function othersOf(context: CallContext, order: Order, notes: OrderNotes): Others {
  return {
    order: () => orderView(context, order),
    refund: (record) => refundView(context, order, record, notes),
  };
}

/** An order is fulfilled from one location, so each has one fulfilment order. */
export function fulfillmentOrderView(context: CallContext, order: Order): object {
  const notes = context.notesStore.of(context.shop, order);
  const isOpen = notes.cancelledAt === null && order.lines.some((line) => openUnits(line, notes) > 0);
  const status = isOpen ? 'OPEN' : notes.cancelledAt === null ? 'CLOSED' : 'CANCELLED';
  return {
    __typename: 'FulfillmentOrder',
    id: gid('FulfillmentOrder', turned(order.id, 'order', 'fulfillmentOrder')),
    orderId: gid('Order', order.id),
    orderName: order.name ?? order.number,
    status,
    requestStatus: isOpen ? 'UNSUBMITTED' : 'CLOSED',
    assignedLocation: {
      name: locationName(context.shop, context.placeOfOrder(order)),
      location: () => locationView(context, context.placeOfOrder(order)),
      countryCode: 'SG',
    },
    supportedActions: isOpen ? [{ action: 'CREATE_FULFILLMENT' }, { action: 'HOLD' }] : [],
    createdAt: dateTime(order.createdAt),
    updatedAt: dateTime(order.updatedAt),
    lineItems: (args: PageArguments) =>
      connection(
        order.lines,
        linePlace,
        (line) => ({
          __typename: 'FulfillmentOrderLineItem',
          id: gid('FulfillmentOrderLineItem', turned(line.id, 'line', 'fulfillmentOrderLine')),
          sku: line.sku,
          totalQuantity: line.quantity - line.cancelled,
          remainingQuantity: openUnits(line, notes),
          lineItem: () => lineView(context, line, notes),
          variant: () => {
            const offer = context.shop.offer(line.variantId);
            return offer === undefined || isGone(offer) ? null : variantView(context, offer);
          },
        }),
        args,
      ),
  };
}

export function fulfillmentView(
  context: CallContext,
  order: Order,
  record: FulfillmentRecord,
  notes: OrderNotes,
): object {
  return {
    __typename: 'Fulfillment',
    id: gid('Fulfillment', record.number),
    name: `${order.number}-F${String(notes.fulfillments.indexOf(record) + 1)}`,
    status: record.cancelledAt === null ? statusWords[record.state] : 'CANCELLED',
    displayStatus: displayStatus(record),
    createdAt: dateTime(record.at),
    updatedAt: dateTime(record.cancelledAt ?? record.deliveredAt ?? record.at),
    deliveredAt: dateTimeOrNull(record.deliveredAt),
    totalQuantity: record.lines.reduce((sum, { quantity }) => sum + quantity, 0),
    requiresShipping: true,
    order: () => orderView(context, order),
    location: () => locationView(context, context.placeOfOrder(order)),
    trackingInfo: ({ first }: { first?: number | null }) => parcelsOf(record).slice(0, first ?? undefined),
    fulfillmentLineItems: (args: PageArguments) =>
      connection(
        linesNamed(order, record.lines),
        ({ line }) => linePlace(line),
        ({ line, quantity }) => ({
          __typename: 'FulfillmentLineItem',
          id: gid('FulfillmentLineItem', turned(line.id, 'line', 'fulfillmentLine')),
          quantity,
          lineItem: () => lineView(context, line, notes),
        }),
        args,
      ),
  };
}

const statusWords = { sent: 'SUCCESS', pending: 'PENDING', failed: 'FAILURE' } as const;

function displayStatus({ cancelledAt, deliveredAt, state }: FulfillmentRecord): string {
  if (cancelledAt !== null) return 'CANCELED';
  if (state === 'failed') return 'FAILURE';
  return deliveredAt === null ? 'FULFILLED' : 'DELIVERED';
}

/** One entry for each parcel of a fulfilment. */
function parcelsOf({ tracking }: FulfillmentRecord): object[] {
  if (tracking === null) return [];
  const { company, number, url, more } = tracking;
  return [{ company, number, url }, ...more.map((one) => ({ company, ...one }))];
}

export function refundView(
  context: CallContext,
  order: Order,
  record: RefundRecord,
  notes: OrderNotes,
): object {
  const at = dateTime(record.at);
  return {
    __typename: 'Refund',
    id: gid('Refund', record.number),
    legacyResourceId: String(record.number),
    note: record.note,
    createdAt: at,
    processedAt: at,
    updatedAt: at,
    order: () => orderView(context, order),
    totalRefundedSet: context.bag(record.amount),
    refundLineItems: (args: PageArguments) =>
      connection(
        linesNamed(order, record.lines),
        ({ line }) => linePlace(line),
        ({ line, quantity, restockType }) => ({
          id: `${gid('RefundLineItem', line.id)}?refund=${String(record.number)}`,
          lineItem: () => lineView(context, line, notes),
          location: () =>
            restockType === 'NO_RESTOCK' ? null : locationView(context, context.placeOfOrder(order)),
          quantity,
          restockType,
          restocked: restockType !== 'NO_RESTOCK',
          priceSet: context.bag(line.unitPrice),
          subtotalSet: context.bag(line.unitPrice * quantity),
        }),
        args,
      ),
    transactions: (args: PageArguments) =>
      connection(
        record.amount === 0 ? [] : [record],
        ({ number }) => ({ value: 0, id: number }),
        (one) => refundTransaction(context, order, one),
        args,
      ),
  };
}

function transactionViews(context: CallContext, order: Order, notes: OrderNotes): object[] {
  const refunds = notes.refunds.filter(({ amount }) => amount > 0);
  return [saleTransaction(context, order), ...refunds.map((one) => refundTransaction(context, order, one))];
}

function saleTransaction(context: CallContext, order: Order): object {
  const total = order.lines.reduce((sum, line) => sum + line.unitPrice * line.quantity, order.shippingFee);
  return {
    __typename: 'OrderTransaction',
    id: gid('OrderTransaction', turned(order.id, 'order', 'transaction')),
    kind: 'SALE',
    status: order.paidAt === null ? 'PENDING' : 'SUCCESS',
    gateway: gateway(order),
    amountSet: context.bag(total),
    createdAt: dateTime(order.paidAt ?? order.createdAt),
    parentTransaction: null,
  };
}

function refundTransaction(context: CallContext, order: Order, record: RefundRecord): object {
  return {
    __typename: 'OrderTransaction',
    id: gid('OrderTransaction', turned(record.number, 'refund', 'transaction') + 500_000),
    kind: 'REFUND',
    status: 'SUCCESS',
    gateway: gateway(order),
    amountSet: context.bag(record.amount),
    createdAt: dateTime(record.at),
    parentTransaction: () => saleTransaction(context, order),
  };
}

function gateway(order: Order): string {
  return order.paidAt === null ? 'manual' : 'shopify_payments';
}

function addressView(buyer: Buyer): object {
  return {
    __typename: 'MailingAddress',
    name: buyer.name,
    firstName: buyer.firstName,
    lastName: buyer.lastName,
    company: null,
    address1: buyer.street,
    address2: buyer.unit,
    city: 'Singapore',
    province: null,
    provinceCode: null,
    zip: buyer.postalCode,
    country: 'Singapore',
    countryCodeV2: 'SG',
    phone: buyer.phone,
  };
}
