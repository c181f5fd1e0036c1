import { toMinor } from '@evenstock/contract/values/money';
import type { Access } from '../kit/access.ts';
import { sumOrNull, toldTotal } from '../kit/amounts.ts';
import { accessAt } from '../kit/locations.ts';
import type { ChannelOrder, ChannelOrderLine } from '../kit/connector.ts';
import type { OrderProgress } from '../kit/order-progress.ts';
import { channel } from './channel.ts';
import { currencyOf } from './listings.ts';
import { orderStateOf, statusOf } from './order-statuses.ts';
import { itemIdOf, lineIdOf, variantIdOf } from './shop-sku.ts';
import { keeperOf } from './warehouses.ts';
import type { Order, OrderItem } from './wire.ts';

/** The first instant that any of the units has; null where none has one. */
function earliest(units: readonly OrderItem[], of: (unit: OrderItem) => Date | null): Date | null {
  const times = units.flatMap((unit) => of(unit)?.getTime() ?? []);
  return times.length === 0 ? null : new Date(Math.min(...times));
}

/** One order from its record and its units (lazada.md 4). */
export function orderOf(access: Access, raw: Order, units: readonly OrderItem[]): ChannelOrder {
  const currency =
    units.find((unit) => unit.currency !== null)?.currency?.toUpperCase() ?? currencyOf(access);
  const minor = (amount: number | null): number | null =>
    amount === null ? null : toMinor(amount, currency);
  const { state, rank, raw: rawState } = progressOf(access, units);
  const selfCollect = units.some((unit) => goesBy(unit, 'pickup_in_store'));
  const digital = units.every((unit) => goesBy(unit, 'digital'));
  const price = toldTotal(raw.price ?? sumOrNull(units.map(priceOf)), channel);
  const hasShares = raw.voucher_seller !== null || raw.voucher_platform !== null;
  const shares = hasShares ? (raw.voucher_seller ?? 0) + (raw.voucher_platform ?? 0) : null;
  const voucher = raw.voucher ?? shares;
  const updates = [raw.updated_at ?? raw.created_at, ...units.flatMap((unit) => unit.updated_at ?? [])];
  return {
    number: raw.order_number ?? raw.order_id,
    channelId: raw.order_id,
    createdAt: raw.created_at,
    updatedAt: new Date(Math.max(...updates.map((at) => at.getTime()))),
    rawState,
    state,
    stateRank: rank,
    paidAt: earliest(units, (unit) => unit.payment_time),
    // Units that have left, are cancelled or are Lazada's to send are not waited for.
    shipBy: earliest(units, (unit) =>
      statusOf(unit.status).units === 'here' && keeperOf(unit, access) !== 'marketplace'
        ? unit.sla_time_stamp
        : null,
    ),
    category: selfCollect ? 'processing_self_collect' : null,
    shippingType: selfCollect || digital ? null : 'Delivery',
    shippingMethod: units[0]?.shipping_provider_type ?? null,
    shippingCarrier: units.find((unit) => unit.shipment_provider !== null)?.shipment_provider ?? null,
    remarks: raw.buyer_note ?? raw.remarks,
    // The console's sandbox makes orders of test accounts alone; nothing marks one (lazada.md 1.1).
    isTest: false,
    cancellationRequested: raw.need_cancel_confirm || units.some((unit) => unit.need_cancel_confirm),
    currency,
    amounts: {
      subtotal: toMinor(price, currency),
      shippingFee: minor(raw.shipping_fee),
      voucher: minor(voucher),
      coin: minor(sumOrNull(units.map((unit) => unit.wallet_credits))),
      // Lazada's prices hold their tax.
      tax: null,
      serviceFee: null,
      insurance: null,
      giftWrap: null,
      tip: null,
      creditCardPromotion: null,
      sellerDiscount: null,
      cartDiscount: null,
      discount: null,
      // The buyer pays price − voucher + shipping_fee (lazada.md 4).
      total: toMinor(price - (voucher ?? 0) + (raw.shipping_fee ?? 0), currency),
    },
    buyer: buyerOf(raw, units),
    lines: linesOf(accessAt(access, raw.created_at), units, currency),
    promotions: [],
  };
}

/** The price of one unit; null where Lazada does not tell it. */
const priceOf = (unit: OrderItem): number | null => unit.item_price ?? unit.paid_price;

/** The document writes ways of shipping in small letters and in capitals (lazada.md 4). */
const goesBy = (unit: OrderItem, way: string): boolean => unit.shipping_provider_type?.toLowerCase() === way;

/** Units that wait for their seller; those that Lazada sends are under way. */
function progressOf(access: Access, units: readonly OrderItem[]): OrderProgress & { readonly raw: string } {
  const whole = orderStateOf(units.map((unit) => unit.status));
  const sellers = units.filter((unit) => keeperOf(unit, access) !== 'marketplace');
  if (sellers.length === units.length) return whole;
  const going = sellers.filter((unit) => statusOf(unit.status).units !== 'cancelled');
  const waits = (state: string): boolean => ['pending', 'READY_TO_SHIP', 'unknown'].includes(state);
  if (going.length > 0) {
    const { state } = orderStateOf(going.map((unit) => unit.status));
    if (waits(state) || !waits(whole.state)) return { ...whole, state: waits(state) ? state : whole.state };
  }
  return waits(whole.state) ? { ...whole, state: 'processing' } : whole;
}

function buyerOf(raw: Order, units: readonly OrderItem[]): ChannelOrder['buyer'] {
  const to = raw.address_shipping;
  const joined = (parts: readonly (string | null | undefined)[], by: string): string | null => {
    const given = parts.filter((part) => part !== null && part !== undefined && part !== '');
    return given.length === 0 ? null : given.join(by);
  };
  return {
    id: units.find((unit) => unit.buyer_id !== null)?.buyer_id ?? null,
    name:
      joined([to?.first_name, to?.last_name], ' ') ??
      joined([raw.customer_first_name, raw.customer_last_name], ' '),
    fullAddress: joined(
      [to?.address1, to?.address2, to?.address3, to?.address4, to?.address5, to?.city, to?.country],
      ', ',
    ),
    postalCode: to?.post_code ?? null,
    phone: to?.phone ?? null,
    email: null,
  };
}

/**
 * Lazada keeps one record for each unit (lazada.md 4): one line for each SKU, with its units' ids. Where Lazada sends a part of them, that
 * part is a line of its own.
 */
function linesOf(access: Access, units: readonly OrderItem[], currency: string): ChannelOrderLine[] {
  const bySku = new Map<string, OrderItem[]>();
  for (const unit of units) bySku.set(lineIdOf(unit), [...(bySku.get(lineIdOf(unit)) ?? []), unit]);
  return [...bySku].flatMap(([lineId, same]) => {
    const keepers = [...new Set(same.map((unit) => keeperOf(unit, access)))];
    const main = keepers.find((keeper) => keeper === 'seller') ?? keepers[0];
    return keepers.flatMap((keeper) => {
      const kept = same.filter((unit) => keeperOf(unit, access) === keeper);
      const id = keeper === main ? lineId : `${lineId}:${keeper ?? 'untold'}`;
      return lineOf(id, kept, keeper, currency) ?? [];
    });
  });
}

function lineOf(
  lineId: string,
  same: readonly OrderItem[],
  keptBy: ChannelOrderLine['keptBy'],
  currency: string,
): ChannelOrderLine | null {
  const [first] = same;
  if (first === undefined) return null;
  const minor = (unit: OrderItem): number | null => {
    const price = priceOf(unit);
    return price === null ? null : toMinor(price, currency);
  };
  const unitPrice = minor(first);
  const going = same.filter((unit) => !wasCancelled(unit));
  const handedOver = statusOf('ready_to_ship_pending').rank;
  const gone = same.filter(wasCancelled);
  return {
    lineId,
    isListed: true,
    itemId: itemIdOf(first),
    variantId: variantIdOf(first),
    sku: first.sku,
    marketplaceSku: first.shop_sku,
    name: first.name ?? '',
    variantName: first.variation,
    unitPrice,
    originalPrice: unitPrice,
    total: sumOrNull(same.map(minor)),
    ordered: same.length,
    cancelled: gone.length,
    // A unit is cancelled once, whole; Lazada neither dates it nor tells that it went back on the listing.
    cancellations: gone.map((unit) => ({ id: unit.order_item_id, units: 1, at: null, restocked: null })),
    sent: same.filter(hasLeft).length,
    returned: same.filter(cameBack).length,
    // Lazada restores a cancelled unit (lazada.md 3), and does not report it on the order.
    restored: null,
    restoredAt: null,
    keptBy,
    assignedAt: null,
    parts: [],
    fulfilled: going.length > 0 && going.every((unit) => statusOf(unit.status).rank >= handedOver),
    returnStatus:
      same.find((unit) => unit.return_status !== null)?.return_status ??
      (same.some((unit) => unit.status === 'returned') ? 'ACCEPTED' : null),
    shipmentProvider: same.find((unit) => unit.shipment_provider !== null)?.shipment_provider ?? null,
    trackingCode: same.find((unit) => unit.tracking_code !== null)?.tracking_code ?? null,
    unitIds: same.map((unit) => unit.order_item_id),
  };
}

/** `canceled` also ends a failed delivery: that unit had been shipped (lazada.md 6.1, cancel_return_initiator). */
const leftBefore = (unit: OrderItem): boolean =>
  /failed[ _-]?delivery/i.test(unit.cancel_return_initiator ?? '');

const wasCancelled = (unit: OrderItem): boolean =>
  statusOf(unit.status).units === 'cancelled' && !leftBefore(unit);

const hasLeft = (unit: OrderItem): boolean => {
  const { units: where } = statusOf(unit.status);
  return where === 'away' || where === 'returned' || (where === 'cancelled' && leftBefore(unit));
};

const cameBack = (unit: OrderItem): boolean => {
  const { units: where } = statusOf(unit.status);
  return where === 'returned' || (where === 'cancelled' && leftBefore(unit));
};
