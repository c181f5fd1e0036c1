import { toMinor } from '@evenstock/contract/values/money';
import { sumOrNull } from '../kit/amounts.ts';
import type { ChannelOrderLine, LineCancellation } from '../kit/connector.ts';
import { CURRENCY, SINGLE, valuesOf } from './listings.ts';
import { latestClaim } from './order-rows.ts';
import type { LineRecords } from './order-rows.ts';
import { claimStatusOf, deliveryStatusOf, numberOf } from './order-statuses.ts';
import type { LineStatus } from './order-statuses.ts';
import type { ClaimRow, OrderRow } from './wire.ts';

/** The state of a return by its claim (qoo10.md 4.4). */
const returnStatuses: Readonly<Record<string, string>> = {
  '4': 'REQUESTED',
  '5': 'PROCESSING',
  '6': 'ACCEPTED',
  '11': 'REQUESTED',
  '12': 'PROCESSING',
};

/** Claims that cancelled their units, which then leave the lists of orders (qoo10.md 4.1). */
export function isOff(claim: ClaimRow): boolean {
  return claimStatusOf(claim.claimstatus).units === 'cancelled';
}

/** One line of a cart with its state; nothing when no list has it. */
export function lineOf(records: LineRecords): { line: ChannelOrderLine; status: LineStatus }[] {
  const { orderNo, row } = records;
  const claim = latestClaim(records);
  const source = row ?? claim;
  if (source === null) return [];
  const units = unitsOf(records);
  const claimStatus = claim?.claimstatus ?? row?.claimstatus ?? null;
  const isClaimed = claimStatus !== null && units.isWhole;
  const delivery = deliveryStatusOf(row?.shippingstatus ?? '');
  const claimed = isClaimed ? claimStatusOf(claimStatus) : delivery;
  // A claim that the document does not have moves no unit.
  const status = claimed.state === 'unknown' ? { ...claimed, units: delivery.units } : claimed;
  const hasLeft = status.units === 'away' || status.units === 'returned';
  const price = priceOf(records);
  const total = price === null ? null : toMinor(price, source.currency ?? CURRENCY);
  const unitPrice = total === null ? null : Math.round(total / Math.max(1, units.ordered));
  const line: ChannelOrderLine = {
    lineId: orderNo,
    itemId: source.itemcode,
    variantId: row === null ? null : variantOf(row),
    sku: row?.optioncode ?? source.selleritemcode,
    name: source.itemtitle ?? '',
    variantName: row?.option ?? null,
    unitPrice,
    originalPrice: unitPrice,
    total,
    ordered: units.ordered,
    cancelled: units.cancelled,
    returned: units.returned,
    restored: null,
    restoredAt: null,
    fulfilled: hasLeft,
    isListed: true,
    marketplaceSku: null,
    cancellations: cancellationsOf(records),
    sent: hasLeft ? units.ordered - units.cancelled : 0,
    keptBy: 'seller',
    assignedAt: null,
    parts: [],
    returnStatus: returnStatuses[numberOf(claimStatus ?? '')] ?? null,
    shipmentProvider: source.deliverycompany,
    trackingCode: source.trackingno,
    unitIds: [],
  };
  return [{ line, status }];
}

/** Each cancellation of unsent units is a claim without a number (qoo10.md 4.4). */
function cancellationsOf({ claims }: LineRecords): LineCancellation[] {
  return claims
    .filter((claim) => isOff(claim) && !leftBefore(claim))
    .map(({ orderqty, cancelrefunddate, requestdate }) => ({
      id: null,
      units: orderqty,
      at: cancelrefunddate ?? requestdate,
      restocked: null,
    }));
}

interface Units {
  readonly ordered: number;
  readonly cancelled: number;
  readonly returned: number;
  /** The state is that of the claim, if there is one, else that of the units left. */
  readonly isWhole: boolean;
}

/**
 * Cancelled units leave the lists of orders and are in the claims (qoo10.md 4.1), so the listed units are those left. Returned
 * units stay listed as delivered.
 */
function unitsOf({ row, claims }: LineRecords): Units {
  const listed = row?.orderqty ?? 0;
  const off = claims.filter(isOff);
  const others = claims.filter((claim) => !isOff(claim));
  const isLeft = isListed(row);
  // A cancellation after shipping: the units came back, or were lost.
  const backOff = unitsIn(off.filter(leftBefore));
  const back = unitsIn(others.filter((claim) => claimStatusOf(claim.claimstatus).units === 'returned'));
  const open = Math.max(listed, ...others.map(({ orderqty }) => orderqty));
  const last = latestClaim({ claims });
  return {
    ordered:
      isLeft || others.length > 0 || off.length === 0 ? open + unitsIn(off) : Math.max(listed, unitsIn(off)),
    cancelled: unitsIn(off) - backOff,
    returned: back + backOff,
    isWhole: last === null || !isOff(last) || !isLeft,
  };
}

const unitsIn = (claims: readonly ClaimRow[]): number =>
  claims.reduce((total, { orderqty }) => total + orderqty, 0);

/** The lists of orders include a line while units of it are left. */
const isListed = (row: OrderRow | null): boolean => (row?.shippingstatus ?? null) !== null;

/** Whether the line was shipped before it was cancelled. An undated request counts as later. */
function leftBefore({ shippingdate, requestdate, cancelrefunddate }: ClaimRow): boolean {
  const calledOff = requestdate ?? cancelrefunddate;
  return shippingdate !== null && (calledOff === null || shippingdate <= calledOff);
}

/** The whole line's price, the cancelled parts of it too, in major units; null where nothing tells it. */
function priceOf({ row, claims }: LineRecords): number | null {
  const listed = linePriceOf(row);
  const off = claims.filter(isOff);
  if (isListed(row)) {
    if (row === null || listed === null) return null;
    // A cancelled part without an amount has the price of the units that are left.
    const each = listed / Math.max(1, row.orderqty);
    return off.reduce((sum, claim) => sum + (claim.paymentamount ?? each * claim.orderqty), listed);
  }
  const parts = off.length === 0 ? null : sumOrNull(off.map(({ paymentamount }) => paymentamount));
  const told = [listed, parts, latestClaim({ claims })?.paymentamount ?? null].filter(
    (each) => each !== null,
  );
  return told.find((each) => each !== 0) ?? told[0] ?? null;
}

/**
 * The whole line's price. Singapore's `orderPrice` is the line's, Japan's the unit's (qoo10.md 4.2): a row whose `total` fits the
 * unit alone is read so.
 */
function linePriceOf(row: OrderRow | null): number | null {
  if (row?.orderprice == null) return row?.total ?? null;
  const { orderprice, orderqty, total } = row;
  const discount = row.discount ?? 0;
  const fits = (price: number): boolean => total !== null && Math.abs(price - discount - total) < 0.005;
  const asUnit = orderprice * orderqty;
  return !fits(orderprice) && fits(asUnit) ? asUnit : orderprice;
}

/** The option code names the variant; without one, its values: 'Color:Red/Size:M' (qoo10.md 3.1, 4.2). A value may have a slash. */
function variantOf({ optioncode, option }: OrderRow): string {
  if (optioncode !== null) return optioncode.trim();
  if (option === null) return SINGLE;
  const levels = option.split(/\/(?=[^/:]*:)/);
  return valuesOf(levels.map((level) => ({ value: level.slice(level.indexOf(':') + 1).trim() })));
}
