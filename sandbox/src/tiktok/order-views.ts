import { buyerOf } from '../core/buyers.ts';
import { extrasOf } from '../core/order-amounts.ts';
import type { Order, OrderLine } from '../core/records.ts';
import type { Shop } from '../core/shop.ts';
import { unitId } from './ids.ts';
import { unixSeconds } from './parameters.ts';
import type { OrderNotes, Parcel } from './records.ts';
import { notesOfOrder } from './records.ts';
import { amountText, isIndonesian, regionOf, siteOf } from './region.ts';
import type { ShopCall } from './shop-call.ts';
import { deliveryOptionOf, platformProvider, salesWarehouse } from './warehouses.ts';
import { lineWord, orderWord, parcelWord } from './words.ts';

const day = 86_400_000;

/** An order as search and detail show it (tiktok.md 4.2). Only the detail names the parts of a bundle. */
export function orderView(call: ShopCall, order: Order, isDetail: boolean): object {
  const { shop } = call;
  const notes = notesOfOrder(call.records, order);
  const isPaid = order.paidAt !== null;
  const [parcel] = notes.parcels;
  const option = deliveryOptionOf(shop, notes.shippedBy);
  return {
    id: order.id,
    status: orderWord(order, notes),
    create_time: unixSeconds(order.createdAt),
    update_time: unixSeconds(order.updatedAt),
    ...(order.paidAt === null ? {} : paidTimes(order.paidAt)),
    ...endOf(order),
    buyer_email: `${String(buyerOf(order.buyer).id)}@chat.seller.tiktok.com`,
    user_id: `70214364${String(buyerOf(order.buyer).id).padStart(11, '0')}`,
    buyer_message: order.remarks,
    seller_note: '',
    shipping_type: notes.shippedBy,
    fulfillment_type: keeperWord(order, notes),
    delivery_type: order.selfCollect ? 'COLLECTION_POINT' : 'HOME_DELIVERY',
    delivery_option_id: option.id,
    delivery_option_name: option.name,
    shipping_provider_id: parcel?.providerId ?? '',
    shipping_provider:
      notes.shippedBy === 'TIKTOK' ? platformProvider(shop).name : (parcel?.providerName ?? ''),
    tracking_number: parcel?.tracking ?? '',
    warehouse_id: salesWarehouse(shop, order.place),
    collection_due_time: 0,
    cancel_order_sla_time: 0,
    is_cod: false,
    is_on_hold_order: false,
    is_sample_order: order.isTest,
    is_buyer_request_cancel: order.cancellationRequested,
    has_updated_recipient_address: false,
    order_type: 'NORMAL',
    payment_method_name: isPaid ? 'CCDC' : '',
    payment: payment(shop, order),
    ...(isPaid ? { recipient_address: recipient(shop, order, notes.shippedBy === 'TIKTOK') } : {}),
    packages: isPaid ? notes.parcels.map(({ id }) => ({ id })) : [],
    line_items: order.lines.flatMap((line) => lineItems(call, order, notes, { line, isDetail })),
    ...(isIndonesian(shop) ? { commerce_platform: notes.platform } : {}),
  };
}

function keeperWord(order: Order, notes: OrderNotes): string {
  if (notes.isDilayani) return 'FULFILLMENT_BY_DILAYANI_TOKOPEDIA';
  const isTheirs = order.lines.every(({ keptBy }) => keptBy === 'marketplace');
  return isTheirs ? 'FULFILLMENT_BY_TIKTOK' : 'FULFILLMENT_BY_SELLER';
}

function paidTimes(paidAt: number): object {
  return {
    paid_time: unixSeconds(paidAt),
    rts_sla_time: unixSeconds(paidAt + 2 * day),
    tts_sla_time: unixSeconds(paidAt + 3 * day),
    shipping_due_time: unixSeconds(paidAt + 3 * day),
  };
}

/** How it ended, and when the carrier had it and left it. */
function endOf(order: Order): object {
  const event = (name: string) => order.events.findLast((one) => one.name === name);
  const shipped = event('ship');
  const delivered = event('deliver');
  const cancelled = order.stage === 'cancelled' ? event('cancel') : undefined;
  return {
    ...(shipped === undefined ? {} : { rts_time: unixSeconds(shipped.at) }),
    ...(delivered === undefined ? {} : { delivery_time: unixSeconds(delivered.at) }),
    ...(cancelled === undefined
      ? {}
      : {
          cancel_time: unixSeconds(cancelled.at),
          cancel_reason: cancelled.reason ?? '',
          cancellation_initiator: cancelled.by.toUpperCase(),
        }),
  };
}

/** Shown on the Indonesian site; nothing is charged for them here (tiktok.md 9). */
const indonesianFees = {
  buyer_service_fee: '0',
  handling_fee: '0',
  shipping_insurance_fee: '0',
  item_insurance_fee: '0',
  distance_fee: '0',
  distance_shipping_fee: '0',
};

/** The sums of section 4.2. */
function payment(shop: Shop, order: Order): object {
  const sum = (unit: (line: OrderLine) => number): number =>
    order.lines.reduce((total, line) => total + unit(line) * line.quantity, 0);
  const original = sum(({ originalPrice }) => originalPrice);
  const paid = sum(({ unitPrice }) => unitPrice);
  const text = (amount: number): string => amountText(shop, amount);
  return {
    currency: shop.record.currency,
    original_total_product_price: text(original),
    seller_discount: text(original - paid),
    platform_discount: text(0),
    sub_total: text(paid),
    original_shipping_fee: text(order.shippingFee),
    shipping_fee_seller_discount: text(0),
    shipping_fee_platform_discount: text(0),
    shipping_fee: text(order.shippingFee),
    tax: order.charges.tax === 0 ? '0' : text(order.charges.tax),
    total_amount: text(paid + order.shippingFee + extrasOf(order)),
    ...(isIndonesian(shop) ? indonesianFees : {}),
    ...(order.charges.fee === 0 ? {} : { buyer_service_fee: text(order.charges.fee) }),
  };
}

/** The recipient, in clear only where the seller ships without the platform's carrier (tiktok.md 4.2). */
function recipient(shop: Shop, order: Order, isMasked: boolean): object {
  const buyer = buyerOf(order.buyer);
  const local = buyer.phone.replace('+65', '');
  const phone = isMasked ? `${local.slice(0, 1)}***${local.slice(-4)}` : local;
  const name = isMasked ? `${buyer.lastName} ${buyer.firstName.slice(0, 1)}*` : buyer.name;
  const line1 = isMasked ? `${buyer.street.slice(0, 6)}***` : buyer.street;
  const line2 = isMasked ? '***' : buyer.unit;
  const { country } = siteOf(shop);
  return {
    name,
    phone_number: `(+65)${phone}`,
    region_code: regionOf(shop),
    postal_code: buyer.postalCode,
    full_address: `${line1}, ${line2}, ${country} ${buyer.postalCode}`,
    address_line1: line1,
    address_line2: line2,
    address_line3: '',
    address_line4: '',
    address_detail: `${line1} ${line2}`,
    district_info: [{ address_level: 'L0', address_level_name: 'Country', address_name: country }],
  };
}

/** One row a unit: there is no quantity (tiktok.md 4.2). Cancelled units are the last ones of their line. */
function lineItems(
  { core, shop }: ShopCall,
  order: Order,
  notes: OrderNotes,
  { line, isDetail }: { readonly line: OrderLine; readonly isDetail: boolean },
): object[] {
  const parcel = parcelOf(notes, line);
  const item = shop.items.get(line.itemId);
  const isPaid = order.paidAt !== null;
  const cancelledBy = order.events.findLast(({ name }) => name === 'cancel');
  return Array.from({ length: line.quantity }, (_, index) => {
    const isCancelled = isUnitCancelled(line, index);
    return {
      id: unitId(line.id, index),
      product_id: line.itemId,
      product_name: line.name,
      sku_id: line.variantId,
      sku_name: line.variantName.replaceAll(',', ', '),
      seller_sku: line.sku,
      sku_image: item === undefined ? '' : core.pictureUrl(item.picture),
      currency: shop.record.currency,
      original_price: amountText(shop, line.originalPrice),
      sale_price: amountText(shop, line.unitPrice),
      seller_discount: amountText(shop, line.originalPrice - line.unitPrice),
      platform_discount: amountText(shop, 0),
      display_status: lineWord(order, notes, parcel, isCancelled),
      ...(isCancelled && cancelledBy !== undefined
        ? { cancel_user: cancelledBy.by.toUpperCase(), cancel_reason: cancelledBy.reason ?? '' }
        : {}),
      package_id: isPaid ? parcel.id : '',
      package_status: isCancelled ? 'CANCELLED' : parcelWord(order, parcel),
      tracking_number: parcel.tracking,
      shipping_provider_id: parcel.providerId,
      shipping_provider_name: parcel.providerName,
      is_gift: line.isGift,
      ...(line.parts.length === 0 || !isDetail ? {} : { combined_listing_skus: line.parts.map(partView) }),
      rts_time: parcel.state === 'to_fulfil' ? 0 : unixSeconds(parcel.updatedAt),
    };
  });
}

/** A product of a bundle; the list of orders leaves them out. */
function partView({ itemId, variantId, sku, units }: OrderLine['parts'][number]): object {
  return { product_id: itemId, sku_id: variantId, seller_sku: sku, sku_count: units };
}

export function isUnitCancelled(line: OrderLine, index: number): boolean {
  return index >= line.quantity - line.cancelled;
}

export function parcelOf(notes: OrderNotes, line: OrderLine): Parcel {
  const parcel = notes.parcels.find(({ lines }) => lines.includes(line.id));
  if (parcel === undefined) throw new Error(`Line ${line.id} is in no package.`);
  return parcel;
}
