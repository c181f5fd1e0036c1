import { z } from 'zod';
import type { Order } from '../core/records.ts';
import { rowNamed, rowOf, orderCodes } from './orders.ts';
import type { QapiCall } from './qapi-call.ts';
import type { OrderRow } from './shipment-records.ts';
import { QapiError } from './reply.ts';
import { readTime, type DeliveryStatus } from './words.ts';

const delayTypes = ['1', '2', '3', '4'];
const lettersAndDigits = /^[A-Za-z0-9]{1,40}$/;

interface Parcel {
  readonly company: string;
  readonly tracking: string;
}

/** `ShippingBasic.SetSellerCheckYN`, `…_V2`: the seller will send it, and when (qoo10.md 5). */
export function confirm(call: QapiCall): null {
  const row = rowNamed(call, 'OrderNo');
  confirmRow(call, row, call.text('EstShipDt'), call.text('DelayType'), call.text('DelayMemo'));
  return null;
}

/** `ShippingBasic.SetSendingInfo`: shipped; on a row that is shipped already, other tracking. */
export function ship(call: QapiCall): null {
  const row = rowNamed(call, 'OrderNo');
  const company = call.needed('ShippingCorp', orderCodes.missing);
  shipRow(call, row, { company, tracking: call.needed('TrackingNo', orderCodes.missing) });
  return null;
}

const shippingList = z.array(
  z.object({
    OrderNo: z.union([z.string(), z.int().transform(String)]),
    ShippingCorp: z.string(),
    TrackingNo: z.string(),
  }),
);

/** `ShippingBasic.SetSendingInfoBulk`: a result for each row. */
export function shipMany(call: QapiCall): object[] {
  const rows = listIn(call, 'ShippingInfoJson', shippingList);
  return rows.map(({ OrderNo, ShippingCorp, TrackingNo }) =>
    resultOf(OrderNo, () => {
      shipRow(call, rowOf(call, OrderNo), { company: ShippingCorp, tracking: TrackingNo });
    }),
  );
}

const planList = z.array(
  z.object({
    OrderNo: z.union([z.string(), z.int().transform(String)]),
    EstShipDt: z.string().default(''),
    DelayType: z.string().default(''),
    DelayMemo: z.string().default(''),
  }),
);

/** `ShippingBasic.SetSellerCheckYnBulk`. */
export function confirmMany(call: QapiCall): object[] {
  const rows = listIn(call, 'SendPlanDtInfoJson', planList);
  return rows.map(({ OrderNo, EstShipDt, DelayType, DelayMemo }) =>
    resultOf(OrderNo, () => {
      confirmRow(call, rowOf(call, OrderNo), EstShipDt, DelayType, DelayMemo);
    }),
  );
}

function listIn<T>(call: QapiCall, name: string, shape: z.ZodType<T[]>): T[] {
  let given: unknown;
  try {
    given = JSON.parse(call.needed(name, orderCodes.missing));
  } catch (error) {
    if (error instanceof QapiError) throw error;
    throw new QapiError(orderCodes.malformed, `${name} is not JSON.`);
  }
  const rows = shape.safeParse(given);
  if (!rows.success) throw new QapiError(orderCodes.malformed, `${name} is not a list of such rows.`);
  return call.halfBatch ? rows.data.slice(0, Math.floor(rows.data.length / 2)) : rows.data;
}

function resultOf(orderNo: string, act: () => void): object {
  const contr_no = Number(orderNo);
  try {
    act();
    return { contr_no, result_cd: 0 };
  } catch (error) {
    if (error instanceof QapiError) return { contr_no, result_cd: error.code };
    throw error;
  }
}

function confirmRow(call: QapiCall, row: OrderRow, date: string, delayType: string, memo: string): void {
  const { shop, shipments } = call;
  const status = statusToActOn(call, row);
  if (status !== 2 && status !== 3)
    throw new QapiError(orderCodes.notNow, 'Only an order on request can be confirmed.');
  const plannedAt = date === '' ? shipments.plannedAt(shop, row) : readTime(date, 'first');
  if (plannedAt === null) throw new QapiError(orderCodes.malformed, 'EstShipDt must be yyyyMMdd.');
  if (delayType !== '' && !delayTypes.includes(delayType))
    throw new QapiError(orderCodes.malformed, 'DelayType must be from 1 to 4.');
  const { confirmedAt } = shipments.of(shop, row.line);
  shipments.change(shop, row.line, {
    confirmedAt: confirmedAt ?? call.shop.nextInstant(),
    plannedAt,
    delay: delayType === '' ? null : { type: delayType, memo },
  });
  followOrder(call, row.order);
}

function shipRow(call: QapiCall, row: OrderRow, parcel: Parcel): void {
  const { shop, shipments } = call;
  const status = statusToActOn(call, row);
  if (status === null || status === 1 || status === 5)
    throw new QapiError(
      orderCodes.notNow,
      'An order that is not paid, delivered or cancelled cannot be sent.',
    );
  if (parcel.company.trim() === '')
    throw new QapiError(orderCodes.missing, 'The parameter ShippingCorp is required.');
  if (!lettersAndDigits.test(parcel.tracking))
    throw new QapiError(orderCodes.malformed, 'TrackingNo must be letters and digits.');
  const shippedAt = shipments.shippedAt(shop, row) ?? shop.nextInstant();
  shipments.change(shop, row.line, { ...parcel, shippedAt });
  followOrder(call, row.order);
}

/** The status of a row. Throws QapiError while the buyer's request to cancel it is open. */
function statusToActOn(call: QapiCall, row: OrderRow): DeliveryStatus | null {
  const status = call.shipments.status(call.shop, row);
  if (row.order.cancellationRequested && status !== null)
    throw new QapiError(orderCodes.notNow, 'The buyer asked to cancel this order.');
  return status;
}

/** The order as a whole is confirmed, or shipped, with the last of its rows. */
export function followOrder(call: QapiCall, order: Order): void {
  const { shop, shipments } = call;
  const rows = order.lines.map((line) => shipments.status(shop, { order, line }));
  const isWaiting = order.stage === 'ready' || order.stage === 'packed';
  if (isWaiting && rows.includes(4) && rows.every((status) => status === 4 || status === null)) {
    const tracking = order.lines.map((line) => shipments.of(shop, line).tracking).find((text) => text !== '');
    shop.happen(order, 'ship', { by: 'seller', ...(tracking === undefined ? {} : { tracking }) });
  } else if (order.stage === 'ready' && rows.includes(3) && !rows.includes(2))
    shop.happen(order, 'pack', { by: 'seller' });
  else shop.orderChanged(order);
}
