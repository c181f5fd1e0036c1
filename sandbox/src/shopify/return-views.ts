import type { Order } from '../core/records.ts';
import { connection, type PageArguments } from './connection.ts';
import { dateTime, dateTimeOrNull, type CallContext } from './call-context.ts';
import { gid, numberOf, turned } from './gids.ts';
import { locationView } from './catalogue-views.ts';
import { linePlace, lineView } from './line-views.ts';
import {
  fulfilledUnits,
  currentUnits,
  returnReasons,
  type OrderNotes,
  type RefundRecord,
  type ReturnLineRecord,
  type ReturnRecord,
  uncancelled,
} from './order-records.ts';

/** How what a return points to is shown. */
export interface Others {
  order(): object;
  refund(record: RefundRecord): object;
}

/** A return as it is answered. */
export function returnView(
  context: CallContext,
  order: Order,
  record: ReturnRecord,
  notes: OrderNotes,
  others: Others,
): object {
  const place = ({ number }: ReturnLineRecord) => ({ value: 0, id: number });
  return {
    __typename: 'Return',
    id: gid('Return', record.number),
    name: `${order.number}-R${String(notes.returns.indexOf(record) + 1)}`,
    status: record.status,
    createdAt: dateTime(record.at),
    requestApprovedAt: dateTimeOrNull(record.approvedAt),
    closedAt: dateTimeOrNull(record.closedAt),
    decline: record.decline,
    order: () => others.order(),
    totalQuantity: record.lines.reduce((sum, { quantity }) => sum + quantity, 0),
    returnLineItems: (args: PageArguments) =>
      connection(record.lines, place, (line) => returnLineView(context, order, record, line, notes), args),
    refunds: (args: PageArguments) =>
      connection(
        notes.refunds.filter(({ number }) => record.refunds.includes(number)),
        ({ number }) => ({ value: 0, id: number }),
        (one) => others.refund(one),
        args,
      ),
    reverseFulfillmentOrders: (args: PageArguments) =>
      connection(
        record.approvedAt === null ? [] : [record],
        ({ number }) => ({ value: 0, id: number }),
        () => reverseOrderView(context, order, record, notes, others),
        args,
      ),
  };
}

function returnLineView(
  context: CallContext,
  order: Order,
  record: ReturnRecord,
  line: ReturnLineRecord,
  notes: OrderNotes,
): object {
  const sold = order.lines.find(({ id }) => id === line.lineId);
  const reason = reasonView(line.reason);
  const left = line.quantity - line.processed;
  return {
    __typename: 'ReturnLineItem',
    id: gid('ReturnLineItem', line.number),
    quantity: line.quantity,
    processedQuantity: line.processed,
    unprocessedQuantity: left,
    processableQuantity: record.status === 'OPEN' ? left : 0,
    refundableQuantity: record.status === 'OPEN' ? left : 0,
    refundedQuantity: line.processed,
    returnReason: returnReasons.find(({ number }) => number === line.reason)?.word ?? 'UNKNOWN',
    returnReasonDefinition: reason,
    returnReasonNote: line.note,
    customerNote: line.customerNote,
    fulfillmentLineItem: () => soldView(context, order, line.lineId, line.quantity, notes),
    withCodeDiscountedTotalPriceSet: context.bag((sold?.unitPrice ?? 0) * line.quantity),
  };
}

function reverseOrderView(
  context: CallContext,
  order: Order,
  record: ReturnRecord,
  notes: OrderNotes,
  others: Others,
): object {
  return {
    __typename: 'ReverseFulfillmentOrder',
    id: gid('ReverseFulfillmentOrder', turned(record.number, 'return', 'reverseOrder')),
    status: record.status === 'OPEN' ? 'OPEN' : record.status === 'CANCELED' ? 'CANCELED' : 'CLOSED',
    order: () => others.order(),
    lineItems: (args: PageArguments) =>
      connection(
        record.lines,
        ({ number }) => ({ value: 0, id: number }),
        (line) => ({
          __typename: 'ReverseFulfillmentOrderLineItem',
          id: reverseLineId(line),
          totalQuantity: line.quantity,
          dispositions: line.dispositions.map(({ number, at, quantity, type }) => ({
            __typename: 'ReverseFulfillmentOrderDisposition',
            id: gid('ReverseFulfillmentOrderDisposition', number),
            createdAt: dateTime(at),
            quantity,
            type,
            location: () => locationView(context, context.placeOfOrder(order)),
          })),
          fulfillmentLineItem: () => soldView(context, order, line.lineId, line.quantity, notes),
        }),
        args,
      ),
  };
}

/** The id under which dispositions name a line of a return. */
export function reverseLineId({ number }: ReturnLineRecord): string {
  return gid('ReverseFulfillmentOrderLineItem', turned(number, 'returnLine', 'reverseLine'));
}

function soldView(
  context: CallContext,
  order: Order,
  lineId: string,
  quantity: number,
  notes: OrderNotes,
): object | null {
  const line = order.lines.find(({ id }) => id === lineId);
  if (line === undefined) return null;
  return {
    __typename: 'FulfillmentLineItem',
    id: gid('FulfillmentLineItem', turned(line.id, 'line', 'fulfillmentLine')),
    quantity,
    lineItem: () => lineView(context, line, notes),
  };
}

/** `returnReasonDefinitions`. */
export function reasonViews(args: PageArguments & { handles?: readonly string[] | null }): object {
  const found = returnReasons.filter(({ handle }) => args.handles?.includes(handle) ?? true);
  return connection(
    found,
    ({ number }) => ({ value: 0, id: number }),
    ({ number }) => reasonView(number),
    args,
  );
}

function reasonView(number: number): object | null {
  const found = returnReasons.find((one) => one.number === number);
  if (found === undefined) return null;
  return {
    __typename: 'ReturnReasonDefinition',
    id: gid('ReturnReasonDefinition', found.number),
    handle: found.handle,
    name: found.name,
    deleted: false,
  };
}

/** Units of a line that were sent and may still come back. */
export function returnableUnits(order: Order, notes: OrderNotes, lineId: string): number {
  const asked = notes.returns
    .filter(({ status }) => status === 'REQUESTED' || status === 'OPEN')
    .flatMap(({ lines }) => lines)
    .reduce((sum, line) => sum + (line.lineId === lineId ? line.quantity : 0), 0);
  const returned = order.lines.find(({ id }) => id === lineId)?.returned ?? 0;
  return fulfilledUnits(notes, lineId) - returned - asked;
}

/** `returnableFulfillments`: the shipped units that may be returned, by fulfilment. */
export function returnableViews(
  context: CallContext,
  order: Order | null,
  args: PageArguments,
  fulfillmentOf: (record: OrderNotes['fulfillments'][number], notes: OrderNotes) => object,
): object {
  const notes = order === null ? null : context.notesStore.of(context.shop, order);
  return connection(
    order === null || notes === null ? [] : uncancelled(notes).map((record) => ({ record, order, notes })),
    ({ record }) => ({ value: 0, id: record.number }),
    (one) => ({
      __typename: 'ReturnableFulfillment',
      id: gid('ReturnableFulfillment', one.record.number),
      fulfillment: () => fulfillmentOf(one.record, one.notes),
      returnableFulfillmentLineItems: (inner: PageArguments) =>
        connection(
          one.order.lines.filter(({ id }) => one.record.lines.some(({ lineId }) => lineId === id)),
          linePlace,
          (line) => {
            const sent = one.record.lines.find(({ lineId }) => lineId === line.id)?.quantity ?? 0;
            const quantity = Math.min(sent, returnableUnits(one.order, one.notes, line.id));
            return {
              quantity,
              fulfillmentLineItem: () => soldView(context, one.order, line.id, sent, one.notes),
            };
          },
          inner,
        ),
    }),
    args,
  );
}

export interface SuggestedArguments {
  readonly refundLineItems?: readonly { readonly lineItemId: string; readonly quantity: number }[] | null;
  readonly refundShipping?: boolean | null;
  readonly shippingAmount?: string | number | null;
  readonly suggestFullRefund?: boolean | null;
}

/** `order.suggestedRefund`: what these units are worth, and the transaction that would pay it back (shopify.md 6). */
export function suggestedRefundView(
  context: CallContext,
  order: Order,
  notes: OrderNotes,
  args: SuggestedArguments,
): object {
  const named = new Map((args.refundLineItems ?? []).map(({ lineItemId, quantity }) => [numberOf(lineItemId, 'LineItem'), quantity])); // oxfmt-ignore
  const subtotal = order.lines.reduce((sum, line) => {
    const left = currentUnits(notes, line);
    const units = args.suggestFullRefund === true ? left : Math.min(left, named.get(line.id) ?? 0);
    return sum + line.unitPrice * units;
  }, 0);
  const paid = order.paidAt === null ? 0 : order.lines.reduce((sum, line) => sum + line.unitPrice * line.quantity, order.shippingFee); // oxfmt-ignore
  const most = paid - notes.refunds.reduce((sum, { amount }) => sum + amount, 0);
  const shipping = args.refundShipping === true || args.suggestFullRefund === true ? order.shippingFee : 0;
  const amount = Math.min(most, subtotal + shipping);
  return {
    amountSet: context.bag(amount),
    subtotalSet: context.bag(subtotal),
    totalTaxSet: context.bag(0),
    maximumRefundableSet: context.bag(most),
    shipping: {
      amountSet: context.bag(shipping),
      maximumRefundableSet: context.bag(order.shippingFee),
      taxSet: context.bag(0),
    },
    suggestedTransactions:
      amount === 0
        ? []
        : [
            {
              amountSet: context.bag(amount),
              maximumRefundableSet: context.bag(most),
              gateway: 'shopify_payments',
              formattedGateway: 'Shopify Payments',
              kind: 'SUGGESTED_REFUND',
              parentTransaction: {
                __typename: 'OrderTransaction',
                id: gid('OrderTransaction', turned(order.id, 'order', 'transaction')),
                kind: 'SALE',
                status: 'SUCCESS',
                gateway: 'shopify_payments',
                amountSet: context.bag(paid),
                createdAt: dateTime(order.paidAt ?? order.createdAt),
                parentTransaction: null,
              },
            },
          ],
  };
}
