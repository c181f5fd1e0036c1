import { toMajor } from '@evenstock/contract/values/money';
import { buyerOf } from '../core/buyers.ts';
import { listed, paged } from '../core/left-out.ts';
import type { OrderEvent } from '../core/records.ts';
import { deliveredAt, goodsFields, mobile } from './order-rows.ts';
import type { QapiCall } from './qapi-call.ts';
import type { OrderRow } from './shipment-records.ts';
import { QapiError } from './reply.ts';
import { listCodes, searchCondition, searchWindow } from './search-window.ts';
import { cancelReasons, localTime } from './words.ts';

/** What is claimed of a row: cancelling it, or returning it (qoo10.md 4.4). */
export interface Claim {
  /** 1 to 16, as the vendor numbers them. */
  readonly status: number;
  readonly requestedAt: number;
  readonly completedAt: number | null;
  readonly reason: string;
  readonly units: number;
}

const status = {
  cancelRequested: 1,
  cancelInProgress: 2,
  cancelComplete: 3,
  returnRequested: 4,
  returnInProgress: 5,
  returnComplete: 6,
  unpaidCancelled: 16,
} as const;
const lastStatus = 16;

/** How long a seller's cancellation is in progress, in milliseconds. */
const refundTakes = 30_000;

/** All claims of a row, oldest first. */
export function claimsOf(call: QapiCall, row: OrderRow): Claim[] {
  const { order, line } = row;
  const claims = order.events
    .filter(({ name }) => name === 'cancel' || name === 'return')
    .map((event) => endedClaim(call, row, event))
    .filter(({ units }) => units > 0);
  const left = line.quantity - line.cancelled;
  const asked = order.events.findLast(({ name }) => name === 'request_cancellation');
  if (order.cancellationRequested && asked !== undefined && left > 0)
    claims.push({ ...opened(asked, left), status: status.cancelRequested });
  const returning = order.events.findLast(({ name }) => name === 'request_return');
  if (!order.returnRequested || returning === undefined) return claims;
  const units = unitsIn(returning, row, left - line.returned);
  const accepted = call.shipments.of(call.shop, line).returnAcceptedAt;
  const isAccepted = accepted !== null && accepted >= returning.at;
  if (units > 0)
    claims.push({
      ...opened(returning, units),
      status: isAccepted ? status.returnInProgress : status.returnRequested,
    });
  return claims;
}

function opened(event: OrderEvent, units: number): Claim {
  return { status: 0, requestedAt: event.at, completedAt: null, reason: reasonText(event), units };
}

function endedClaim(call: QapiCall, row: OrderRow, event: OrderEvent): Claim {
  const { order, line } = row;
  const earlier = order.events.slice(0, order.events.indexOf(event));
  const request = event.name === 'cancel' ? 'request_cancellation' : 'request_return';
  const asked = order.events.findLast(({ name, at }) => name === request && at <= event.at);
  const before = unitsOf(row, earlier, event.name);
  const all = (event.name === 'cancel' ? line.quantity : line.quantity - line.cancelled) - before;
  const claim = { ...opened(asked ?? event, unitsIn(event, row, all)), reason: reasonText(event) };
  if (event.name === 'return') return { ...claim, status: status.returnComplete, completedAt: event.at };
  if (order.paidAt === null) return { ...claim, status: status.unpaidCancelled, completedAt: event.at };
  const done = event.at + refundTakes;
  if (event.by === 'seller' && call.core.clock.now() < done)
    return { ...claim, status: status.cancelInProgress };
  return {
    ...claim,
    status: status.cancelComplete,
    completedAt: event.by === 'seller' ? done : event.at,
  };
}

/** Units that events of a name took already; one that names none took what was left. */
function unitsOf(row: OrderRow, events: readonly OrderEvent[], name: OrderEvent['name']): number {
  const most = name === 'cancel' ? row.line.quantity : row.line.quantity - row.line.cancelled;
  return events
    .filter((event) => event.name === name)
    .reduce((taken, event) => taken + unitsIn(event, row, most - taken), 0);
}

function unitsIn(event: OrderEvent, { line }: OrderRow, all: number): number {
  return event.units === undefined ? all : (event.units[line.id] ?? 0);
}

function reasonText(event: OrderEvent): string {
  return cancelReasons[event.reason ?? ''] ?? event.reason ?? '';
}

/** `ShippingBasic.GetClaimInfo_v2`, `…_V3`: rows of one claim status within a window (qoo10.md 4.4). */
export function listClaims(call: QapiCall, country: 'sg' | 'jp'): object[] {
  const text = call.text('ClaimStat');
  const wanted = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  if (wanted < 1 || wanted > lastStatus)
    throw new QapiError(listCodes.statusInvalid, `The claim status must be from 1 to ${String(lastStatus)}.`);
  const { from, to } = searchWindow(call, 'search_Sdate', 'search_Edate');
  const condition = searchCondition(call, 'search_condition', 3);
  const found: object[] = [];
  for (const order of call.shop.ordersByUpdate.within(from, Infinity)) {
    if (call.shop.isHidden(order)) continue;
    for (const line of order.lines) {
      const row = { order, line };
      for (const claim of claimsOf(call, row)) {
        const at = instantOf(row, claim, condition);
        if (statusCodeOf(claim, country) === wanted && at !== null && at >= from && at <= to)
          found.push(claimRow(call, row, claim, country));
      }
    }
  }
  return paged(listed(found, call.leftOut('returns')), 0, found.length, call.pageFault('returns'));
}

/** Only Japan sets orders apart that were never paid. */
function statusCodeOf(claim: Claim, country: 'sg' | 'jp'): number {
  return claim.status === status.unpaidCancelled && country === 'sg' ? status.cancelComplete : claim.status;
}

function instantOf({ order }: OrderRow, claim: Claim, condition: number): number | null {
  if (condition === 1) return order.createdAt;
  return condition === 2 ? claim.requestedAt : claim.completedAt;
}

/** The claim fields of a single order: those of its latest claim (qoo10.md 4.3). */
export function claimFieldsOf(call: QapiCall, row: OrderRow): object {
  const claim = claimsOf(call, row).at(-1);
  return {
    claimStatus: claim === undefined ? '' : String(statusCodeOf(claim, 'sg')),
    cancelRefundDate: localTime(claim?.completedAt ?? null),
    reason: claim?.reason ?? '',
    requestDate: localTime(claim?.requestedAt ?? null),
    ...returnFields(call, row),
    nrDutyTarget: '',
    nrSolType: '',
    nrPartRefundCnt: 0,
    nrPartRefundBalance: 0,
  };
}

function returnFields(call: QapiCall, { line }: OrderRow): object {
  return {
    deliveryCompanyReturn: '',
    trackingNoReturn: '',
    pickupAddress: call.shipments.of(call.shop, line).returnAddress,
    paymentReturnShipping: '',
    itemCondition: '',
  };
}

function claimRow(call: QapiCall, row: OrderRow, claim: Claim, country: 'sg' | 'jp'): object {
  const { shop, shipments } = call;
  const { order, line } = row;
  const buyer = buyerOf(order.buyer);
  // Claims do not include the option.
  const { itemCode, sellerItemCode, itemTitle } = goodsFields(shop, row);
  return {
    claimStatus: String(statusCodeOf(claim, country)),
    orderNo: Number(line.id),
    packNo: Number(order.number),
    reason: claim.reason,
    requestDate: localTime(claim.requestedAt),
    cancelRefundDate: localTime(claim.completedAt),
    orderDate: localTime(order.createdAt),
    PaymentDate: localTime(order.paidAt),
    shippingDate: localTime(shipments.shippedAt(shop, row)),
    DeliveredDate: localTime(deliveredAt(row)),
    itemCode,
    sellerItemCode,
    itemTitle,
    orderQty: claim.units,
    paymentNation: 'SG',
    currency: shop.record.currency,
    paymentAmount: toMajor(line.unitPrice * claim.units, shop.record.currency),
    buyer: buyer.name.toUpperCase(),
    buyerTel: '',
    buyerMobile: mobile(buyer.phone),
    receiver: buyer.name.toUpperCase(),
    receiverTel: '',
    receiverMobile: mobile(buyer.phone),
    deliveryCompany: shipments.company(shop, row),
    trackingNo: shipments.tracking(shop, row),
    zipCode: buyer.postalCode,
    ...returnFields(call, row),
  };
}
