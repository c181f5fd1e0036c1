import { message } from '@evenstock/contract/messages/message';
import { toMinor } from '@evenstock/contract/values/money';
import type { Access } from '../kit/access.ts';
import { sumOrNull, toldTotal } from '../kit/amounts.ts';
import { accessAt } from '../kit/locations.ts';
import type { ChannelOrder, ChannelOrderLine, ChannelPromotion } from '../kit/connector.ts';
import { rejected } from '../kit/errors.ts';
import { arrangedStatuses, leftStatuses, sentParcels, statusOf } from './order-statuses.ts';
import { currencyOf } from './shop.ts';
import type { Order, OrderItem } from './wire.ts';
import { channel } from './channel.ts';

type Keeper = ChannelOrderLine['keptBy'];

/** shopee.md 4.1: `fulfillment_flag` is of the whole order. */
export function keeperOf(flag: string | null): 'seller' | 'marketplace' | null {
  if (flag === null) return null;
  if (/shopee/i.test(flag)) return 'marketplace';
  return /seller/i.test(flag) ? 'seller' : null;
}

/** States in which a seller has something to do; what Shopee sends is under way. */
const waiting: ReadonlySet<string> = new Set(['READY_TO_SHIP', 'RETRY_SHIP', 'on_hold', 'unknown']);

export function orderOf(raw: Order, access: Access): ChannelOrder {
  const currency = raw.currency ?? currencyOf(raw.region);
  if (currency === null) throw rejected('no_currency', message('answers.currency_missing', { channel }));
  const rawState = raw.order_status ?? '';
  const status = statusOf(rawState);
  const lines = linesOf(raw, currency, accessAt(access, raw.create_time));
  const subtotal = sumOrNull(lines.map((line) => line.total));
  const shipping = raw.estimated_shipping_fee === null ? null : toMinor(raw.estimated_shipping_fee, currency);
  const selfCollect = raw.is_buyer_shop_collection;
  const isShopees = lines.every((line) => line.keptBy === 'marketplace');
  return {
    number: raw.order_sn,
    channelId: raw.order_sn,
    createdAt: raw.create_time,
    updatedAt: raw.update_time ?? raw.create_time,
    rawState,
    state: isShopees && waiting.has(status.state) ? 'processing' : status.state,
    stateRank: status.rank,
    paidAt: raw.pay_time,
    shipBy: isShopees ? null : raw.ship_by_date,
    category: selfCollect ? 'processing_self_collect' : null,
    shippingType: selfCollect ? null : 'Delivery',
    shippingMethod: raw.checkout_shipping_carrier ?? raw.shipping_carrier,
    shippingCarrier: raw.shipping_carrier,
    remarks: raw.message_to_seller,
    isTest: false,
    cancellationRequested:
      rawState === 'IN_CANCEL' || raw.item_list.some((line) => line.cancel_requested_qty > 0),
    currency,
    amounts: {
      subtotal,
      shippingFee: shipping,
      voucher: null,
      coin: null,
      tax: null,
      serviceFee: null,
      insurance: null,
      giftWrap: null,
      tip: null,
      creditCardPromotion: null,
      sellerDiscount: null,
      cartDiscount: null,
      discount: null,
      // Shopee reports the total only after payment (4.1).
      total: toldTotal(
        raw.total_amount === null
          ? sumOrNull([subtotal, shipping ?? 0])
          : toMinor(raw.total_amount, currency),
        channel,
      ),
    },
    buyer: {
      id: raw.buyer_user_id,
      name: raw.recipient_address?.name ?? raw.buyer_username,
      fullAddress: raw.recipient_address?.full_address ?? null,
      postalCode: raw.recipient_address?.zipcode ?? null,
      phone: raw.recipient_address?.phone ?? null,
      email: null,
    },
    lines,
    promotions: promotionsOf(raw, currency),
  };
}

/** Lines by item, model and promotion group; the same one twice is one line with both quantities. */
function linesOf(raw: Order, currency: string, access: Access): ChannelOrderLine[] {
  const lines = new Map<string, ChannelOrderLine>();
  for (const record of raw.item_list) {
    const line = lineOf(raw, record, currency, access);
    const same = lines.get(line.lineId);
    lines.set(line.lineId, same === undefined ? line : together(same, line));
  }
  return [...lines.values()].map((line) => ({ ...line, sent: sentOf(raw, line, [...lines.values()]) }));
}

function together(one: ChannelOrderLine, other: ChannelOrderLine): ChannelOrderLine {
  return {
    ...one,
    ordered: one.ordered + other.ordered,
    cancelled: one.cancelled + other.cancelled,
    returned: one.returned + other.returned,
    total: sumOrNull([one.total, other.total]),
    returnStatus: one.returnStatus ?? other.returnStatus,
  };
}

/** What Shopee keeps is the order's to say; a place of the seller's that is not kept here is the line's. */
function lineKeeper(raw: Order, record: OrderItem, access: Access): Keeper {
  const keeper = keeperOf(raw.fulfillment_flag);
  const { locations } = access;
  const places = record.product_location_id;
  const isElsewhere =
    keeper !== 'marketplace' &&
    locations !== undefined &&
    places.length > 0 &&
    !places.some((place) => locations.includes(place));
  return isElsewhere ? 'elsewhere' : keeper;
}

const modelOf = (record: { model_id: string | null }): string => record.model_id ?? '0';

function lineOf(raw: Order, record: OrderItem, currency: string, access: Access): ChannelOrderLine {
  const modelId = modelOf(record);
  const minor = (amount: number | null): number | null =>
    amount === null ? null : toMinor(amount, currency);
  const original = minor(record.model_original_price ?? record.model_discounted_price);
  // Items of a bundle deal report a discounted price of 0 (4.1); so does a gift, which costs nothing.
  const hasNoPrice =
    record.model_discounted_price === null ||
    (record.model_discounted_price === 0 && record.promotion_type === 'bundle_deal');
  const unit = hasNoPrice ? original : minor(record.model_discounted_price);
  const carrier = raw.package_list.find((each) =>
    each.item_list.some((inside) => inside.item_id === record.item_id && modelOf(inside) === modelId),
  )?.shipping_carrier;
  const sku = record.model_sku ?? record.item_sku;
  const named = record.item_id ?? record.order_item_id ?? sku ?? '';
  return {
    lineId: [named, modelId, record.order_item_id ?? '', record.promotion_group_id ?? '0'].join(':'),
    isListed: true,
    itemId: record.item_id,
    variantId: record.item_id === null && modelId === '0' ? null : modelId,
    sku,
    marketplaceSku: null,
    name: record.item_name ?? '',
    variantName: record.model_name,
    unitPrice: unit,
    originalPrice: original,
    total: unit === null ? null : unit * record.model_quantity_purchased,
    ordered: record.model_quantity_purchased,
    ...goneUnits(raw, record),
    cancellations: [],
    sent: 0,
    // Shopee restores cancelled units, and does not report it on the order.
    restored: null,
    restoredAt: null,
    keptBy: lineKeeper(raw, record, access),
    assignedAt: null,
    // Which items a kit is made of is on the item alone.
    parts: [],
    fulfilled: arrangedStatuses.has(raw.order_status ?? ''),
    returnStatus: record.returned_qty > 0 ? 'ACCEPTED' : record.return_requested_qty > 0 ? 'REQUESTED' : null,
    shipmentProvider: carrier ?? raw.shipping_carrier,
    trackingCode: null,
    unitIds: [],
  };
}

/** Units of a cancelled order are cancelled; those that the carrier had picked up are returned. */
function goneUnits(raw: Order, record: OrderItem): { cancelled: number; returned: number } {
  const returned = record.returned_qty;
  if (raw.order_status !== 'CANCELLED') return { cancelled: record.cancelled_qty, returned };
  const ordered = record.model_quantity_purchased;
  if (raw.pickup_done_time === null) return { cancelled: ordered - returned, returned };
  const before = record.cancelled_qty < ordered ? record.cancelled_qty : 0;
  return { cancelled: before, returned: ordered - before };
}

/**
 * Units in parcels that the carrier has had (shopee.md 4.2). Where an order's parcels do not tell this SKU's units, or two of its lines
 * share the SKU, the order's status tells.
 */
function sentOf(raw: Order, line: ChannelOrderLine, lines: readonly ChannelOrderLine[]): number {
  const left = Math.max(0, line.ordered - line.cancelled);
  const isThis = (each: { item_id: string; model_id: string | null }): boolean =>
    each.item_id === line.itemId && modelOf(each) === (line.variantId ?? '0');
  const told = raw.package_list.flatMap((parcel) =>
    parcel.item_list.filter(isThis).map((each) => ({ parcel, units: each.model_quantity })),
  );
  const isShared =
    lines.filter((each) => each.itemId === line.itemId && each.variantId === line.variantId).length > 1;
  if (isShared || told.length === 0 || told.some(({ units }) => units === null)) {
    return leftStatuses.has(raw.order_status ?? '') ? left : line.returned;
  }
  const gone = told.filter(({ parcel }) => sentParcels.has(parcel.logistics_status ?? ''));
  return Math.max(
    line.returned,
    Math.min(
      left,
      gone.reduce((sum, { units }) => sum + (units ?? 0), 0),
    ),
  );
}

/** Bundle deals of an order, one for each promotion (4.1: `promotion_type`, `promotion_id`). */
function promotionsOf(raw: Order, currency: string): ChannelPromotion[] {
  const bundles = new Map<string, OrderItem[]>();
  for (const record of raw.item_list) {
    if (record.promotion_type !== 'bundle_deal') continue;
    const key = record.promotion_id ?? '';
    bundles.set(key, [...(bundles.get(key) ?? []), record]);
  }
  return [...bundles.values()].flatMap((members) => {
    const sumOf = (of: (each: OrderItem) => number | null): number | null =>
      sumOrNull(
        members.map((each) => {
          const amount = of(each);
          return amount === null ? null : toMinor(amount * each.model_quantity_purchased, currency);
        }),
      );
    const originalPrice = sumOf((each) => each.model_original_price);
    const discountedPrice = sumOf((each) => each.model_discounted_price);
    // A deal whose prices are not told is not shown: its lines are.
    if (originalPrice === null || discountedPrice === null) return [];
    const items = members.map((each) => ({
      variationId: modelOf(each),
      originalPrice: toMinor(each.model_original_price ?? 0, currency),
    }));
    return [{ type: 'BUNDLE', name: null, items, originalPrice, discountedPrice }];
  });
}
