import { message } from '@evenstock/contract/messages/message';
import { toMinor } from '@evenstock/contract/values/money';
import type { Access } from '../kit/access.ts';
import { sumOrNull, toldTotal } from '../kit/amounts.ts';
import { onceEach } from '../kit/batches.ts';
import { accessAt } from '../kit/locations.ts';
import type { ChannelOrder, ChannelOrderLine, OrderAmounts } from '../kit/connector.ts';
import { rejected } from '../kit/errors.ts';
import { isKeptHere, keeperOf } from './keeper.ts';
import { isArranged, isCancelled, leftStatuses, statusOf } from './order-statuses.ts';
import { currencyOf } from './regions.ts';
import type { LineItem, Order } from './wire.ts';
import { channel } from './channel.ts';

/** tiktok.md 4.2, 9: kept and sent by the marketplace's own warehouse. */
export function isSentByMarketplace(raw: Order): boolean {
  return keeperOf(raw.fulfillment_type) === 'marketplace';
}

export function orderOf(raw: Order, access: Access): ChannelOrder {
  const { state, rank } = statusOf(raw.status);
  const currency = raw.payment.currency ?? currencyOf(access.credentials.extra['region'] ?? null);
  if (currency === null) throw rejected('no_currency', message('answers.currency_missing', { channel }));
  const lines = linesOf(raw, currency, accessAt(access, raw.create_time));
  const cancelled = lines.reduce((sum, line) => sum + line.cancelled + line.returned, 0);
  const isTheirs = isSentByMarketplace(raw);
  return {
    number: raw.id,
    channelId: raw.id,
    createdAt: raw.create_time,
    updatedAt: raw.update_time ?? raw.create_time,
    rawState: raw.status,
    // The seller has nothing to ship, though the order waits for its shipment.
    state: isTheirs && ['READY_TO_SHIP', 'on_hold', 'unknown'].includes(state) ? 'processing' : state,
    // Instants are whole seconds: units called off within one of them decide.
    stateRank: rank * 1000 + Math.min(cancelled, 999),
    paidAt: raw.paid_time,
    shipBy: isTheirs ? null : raw.rts_sla_time,
    category: null,
    shippingType: 'Delivery',
    shippingMethod: raw.delivery_option_name,
    shippingCarrier: raw.shipping_provider,
    remarks: raw.buyer_message,
    // A sample is sent like any other order (4.2, `is_sample_order`).
    isTest: false,
    cancellationRequested: raw.is_buyer_request_cancel,
    currency,
    amounts: amountsOf(raw, lines, currency),
    buyer: {
      id: raw.user_id,
      name: raw.recipient_address?.name ?? null,
      fullAddress: raw.recipient_address?.full_address ?? null,
      postalCode: raw.recipient_address?.postal_code ?? null,
      phone: raw.recipient_address?.phone_number ?? null,
      email: raw.buyer_email,
    },
    lines,
    promotions: [],
  };
}

/** tiktok.md 4.2: total = products − discounts + shipping + taxes and fees. Products are before discounts where that is reported. */
function amountsOf(raw: Order, lines: readonly ChannelOrderLine[], currency: string): OrderAmounts {
  const { payment } = raw;
  const minor = (amount: number | null): number | null =>
    amount === null ? null : toMinor(amount, currency);
  const sum = (...amounts: readonly (number | null)[]): number | null => {
    const told = amounts.filter((amount) => amount !== null && amount !== 0);
    return told.length === 0 ? null : minor(told.reduce<number>((all, amount) => all + (amount ?? 0), 0));
  };
  const isBefore = payment.original_total_product_price !== null;
  const subtotal = minor(payment.original_total_product_price ?? payment.sub_total);
  const sellerDiscount = isBefore ? minor(payment.seller_discount) : null;
  const discount = isBefore ? minor(payment.platform_discount) : null;
  const shippingFee = minor(payment.shipping_fee);
  const ofLines = sumOrNull([...lines.map((line) => line.total), shippingFee ?? 0]);
  const total = toldTotal(minor(payment.total_amount) ?? ofLines, channel);
  const rest = total - (subtotal ?? 0) + (sellerDiscount ?? 0) + (discount ?? 0) - (shippingFee ?? 0);
  const tax = sum(payment.tax);
  return {
    subtotal,
    shippingFee,
    voucher: null,
    coin: null,
    // A tax that the total leaves no room for is within the prices.
    tax: tax !== null && tax <= rest ? tax : null,
    serviceFee: sum(payment.buyer_service_fee, payment.handling_fee, payment.small_order_fee),
    insurance: sum(payment.shipping_insurance_fee, payment.item_insurance_fee),
    giftWrap: null,
    tip: null,
    creditCardPromotion: null,
    sellerDiscount,
    cartDiscount: null,
    discount,
    total,
  };
}

/** TikTok keeps one record for each unit (tiktok.md 4.2): one line for each SKU, and one for those of it that are gifts. */
function linesOf(raw: Order, currency: string, access: Access): ChannelOrderLine[] {
  const lines = new Map<string, [LineItem, ...LineItem[]]>();
  for (const unit of onceEach(raw.line_items, ({ id }) => id)) {
    const sku = unit.sku_id ?? unit.seller_sku ?? unit.id;
    const key = unit.is_gift ? `${sku}:gift` : sku;
    const same = lines.get(key);
    if (same === undefined) lines.set(key, [unit]);
    else same.push(unit);
  }
  return [...lines].map(([lineId, units]) => lineOf(raw, lineId, units, currency, access));
}

function lineOf(
  raw: Order,
  lineId: string,
  units: readonly [LineItem, ...LineItem[]],
  currency: string,
  access: Access,
): ChannelOrderLine {
  const [first] = units;
  const minor = (amount: number | null): number | null =>
    amount === null ? null : toMinor(amount, currency);
  const priceOf = (unit: LineItem): number | null => minor(unit.sale_price ?? unit.original_price);
  const going = units.filter((unit) => !isCancelled(statusOfUnit(raw, unit)));
  const gone = units.filter((unit) => isCancelled(statusOfUnit(raw, unit)));
  const back = gone.filter((unit) => leftBefore(raw, unit));
  const never = gone.filter((unit) => !leftBefore(raw, unit));
  const keeper = keeperOf(raw.fulfillment_type);
  const isElsewhere = keeper !== 'marketplace' && !isKeptHere(access, raw.warehouse_id);
  return {
    lineId,
    isListed: true,
    itemId: first.product_id,
    variantId: first.sku_id,
    sku: first.seller_sku,
    marketplaceSku: null,
    name: first.product_name ?? first.sku_name ?? first.seller_sku ?? first.sku_id ?? '',
    variantName: first.sku_name,
    unitPrice: priceOf(first),
    originalPrice: minor(first.original_price ?? first.sale_price),
    total: sumOrNull(units.map(priceOf)),
    ordered: units.length,
    cancelled: never.length,
    // A unit is called off once, whole; the order does not say when, nor that it was put back.
    cancellations: never.map(({ id }) => ({ id, units: 1, at: null, restocked: null })),
    sent: back.length + going.filter((unit) => hasLeft(raw, unit)).length,
    returned: back.length,
    // TikTok says nothing on the order of units that it put back.
    restored: null,
    restoredAt: null,
    keptBy: isElsewhere ? 'elsewhere' : keeper,
    assignedAt: null,
    parts: first.combined_listing_skus.map((part) => ({
      itemId: part.product_id,
      variantId: part.sku_id,
      sku: part.seller_sku,
      marketplaceSku: null,
      units: part.sku_count,
    })),
    fulfilled: going.length > 0 && going.every((unit) => isArranged(statusOfUnit(raw, unit))),
    returnStatus: null,
    shipmentProvider:
      units.find((unit) => unit.shipping_provider_name !== null)?.shipping_provider_name ??
      raw.shipping_provider,
    trackingCode: units.find((unit) => unit.tracking_number !== null)?.tracking_number ?? raw.tracking_number,
    unitIds: units.map(({ id }) => id),
  };
}

/** A cancelled order's units are cancelled, whatever their status; otherwise each unit has its own. */
export function statusOfUnit(raw: Order, unit: LineItem): string {
  return isCancelled(raw.status) ? raw.status : (unit.display_status ?? raw.status);
}

/** The package was on its way when the unit was called off: it comes back, if it does, from outside the house. */
function leftBefore(raw: Order, unit: LineItem): boolean {
  if (unit.package_status === 'FULFILLING' || unit.package_status === 'COMPLETED') return true;
  // A parcel that could not be delivered is CANCELLED too, after the carrier had collected it.
  return unit.package_status === 'CANCELLED' && unit.tracking_number !== null && raw.collection_time !== null;
}

/** Its parcel is with the carrier, or further (tiktok.md 4.3, 5). */
function hasLeft(raw: Order, unit: LineItem): boolean {
  return leftBefore(raw, unit) || leftStatuses.has(statusOfUnit(raw, unit));
}
