import { listed, paged } from '../core/left-out.ts';
import type { Order } from '../core/records.ts';
import { claimFieldsOf } from './claims.ts';
import { deliveredAt, inLaterNames, shippingRow, singleRow, type OrderPriceReading } from './order-rows.ts';
import type { QapiCall } from './qapi-call.ts';
import type { OrderRow } from './shipment-records.ts';
import { QapiError } from './reply.ts';
import { listCodes, searchCondition, searchWindow } from './search-window.ts';
import { isDeliveryStatus, type DeliveryStatus } from './words.ts';

/** Refusals of calls about one order (qoo10.md 2). */
export const orderCodes = {
  missing: -10000,
  malformed: -10002,
  notFound: -10003,
  /** The call is not possible in the order's current status. */
  notNow: -10103,
} as const;

const toShip: readonly DeliveryStatus[] = [1, 2, 3];
/** The date that each `search_condition` is about: of the order, its payment, shipping, delivery. */
const firstStatusWith: Readonly<Record<number, DeliveryStatus>> = { 1: 1, 2: 2, 3: 4, 4: 5 };

/** `ShippingBasic.GetShippingInfo`, `…_v2`: a whole window at once, one row for each line of an order (qoo10.md 4.2). */
export function listOrders(call: QapiCall, reading: OrderPriceReading): object[] {
  const statuses = statusesAsked(call.text('ShippingStat'), null);
  const { from, to } = searchWindow(call, 'search_Sdate', 'search_Edate');
  const condition = searchCondition(call, 'search_condition', 4);
  return rowsWithin(call, statuses, condition, from, to).map(([row, status]) =>
    shippingRow(call, row, status, reading),
  );
}

/** `ShippingBasic.GetShippingInfo_v3`: Japanese; an empty status means all that is to be shipped. */
export function listOrdersLater(call: QapiCall, reading: OrderPriceReading): object[] {
  const statuses = statusesAsked(call.text('ShippingStatus'), toShip);
  const { from, to } = searchWindow(call, 'SearchStartDate', 'SearchEndDate');
  const condition = searchCondition(call, 'SearchCondition', 4);
  const first = firstStatusWith[condition] ?? 1;
  if (statuses.every((status) => status < first))
    throw new QapiError(listCodes.conditionInvalid, 'The status and the date condition do not go together.');
  return rowsWithin(call, statuses, condition, from, to).map(([row, status]) =>
    inLaterNames(shippingRow(call, row, status, reading)),
  );
}

/** `ShippingBasic.GetShippingAndClaimInfoByOrderNo`: a list of one (qoo10.md 4.3). */
export function readOrder(call: QapiCall, reading: OrderPriceReading): object[] {
  const row = rowNamed(call, 'OrderNo');
  const status = call.shipments.status(call.shop, row);
  return [{ ...singleRow(call, row, status, reading), ...claimFieldsOf(call, row) }];
}

/** The row that a call names. Throws QapiError. */
export function rowNamed(call: QapiCall, name: string): OrderRow {
  return rowOf(call, call.needed(name, orderCodes.missing));
}

export function rowOf(call: QapiCall, orderNo: string): OrderRow {
  if (!/^\d{1,15}$/.test(orderNo))
    throw new QapiError(orderCodes.malformed, 'The order number is malformed.');
  const row = call.shipments.row(call.shop, orderNo);
  if (row === null) throw new QapiError(orderCodes.notFound, 'The order was not found.');
  return row;
}

function statusesAsked(text: string, otherwise: readonly DeliveryStatus[] | null): readonly DeliveryStatus[] {
  if (otherwise !== null && (text === '' || text === '0')) return otherwise;
  const status = /^\d$/.test(text) ? Number(text) : 0;
  if (!isDeliveryStatus(status))
    throw new QapiError(listCodes.statusInvalid, 'The status must be from 1 to 5.');
  return [status];
}

function rowsWithin(
  call: QapiCall,
  statuses: readonly DeliveryStatus[],
  condition: number,
  from: number,
  to: number,
): [OrderRow, DeliveryStatus][] {
  const found: [OrderRow, DeliveryStatus][] = [];
  for (const order of candidates(call, condition, from, to)) {
    if (call.shop.isHidden(order)) continue;
    for (const line of order.lines) {
      const row = { order, line };
      const status = call.shipments.status(call.shop, row);
      const at = instantOf(call, row, condition);
      if (status !== null && statuses.includes(status) && at !== null && at >= from && at <= to)
        found.push([row, status]);
    }
  }
  return paged(listed(found, call.leftOut('orders')), 0, found.length, call.pageFault('orders'));
}

/** Nothing that happened to an order is later than its update. */
function candidates(call: QapiCall, condition: number, from: number, to: number): Iterable<Order> {
  return condition === 1
    ? call.shop.ordersByCreation.within(from, to)
    : call.shop.ordersByUpdate.within(from, Infinity);
}

function instantOf(call: QapiCall, row: OrderRow, condition: number): number | null {
  switch (condition) {
    case 2:
      return row.order.paidAt;
    case 3:
      return call.shipments.shippedAt(call.shop, row);
    case 4:
      return deliveredAt(row);
    default:
      return row.order.createdAt;
  }
}
