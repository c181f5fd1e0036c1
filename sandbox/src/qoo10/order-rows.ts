import { toMajor } from '@evenstock/contract/values/money';
import { buyerOf } from '../core/buyers.ts';
import type { Shop } from '../core/shop.ts';
import type { QapiCall } from './qapi-call.ts';
import type { OrderRow } from './shipment-records.ts';
import { deliveryStatusWords, localTime, type DeliveryStatus } from './words.ts';

/** How `orderPrice` is meant: sources disagree, the Singapore reading is the line's (qoo10.md 4.2). */
export type OrderPriceReading = 'of-line' | 'of-unit';

/** The seller's share of what the buyer pays. */
const settled = 0.9;

/** A row as GetShippingInfo_v2 gives it, in the case in which it arrives (qoo10.md 4.2). */
export function shippingRow(
  call: QapiCall,
  row: OrderRow,
  status: DeliveryStatus,
  reading: OrderPriceReading,
): Record<string, unknown> {
  const { shop, shipments } = call;
  const { order, line } = row;
  const isFirst = order.lines[0] === line;
  const fee = isFirst ? order.shippingFee : 0;
  return {
    shippingStatus: deliveryStatusWords[status],
    sellerID: shop.id,
    packNo: Number(order.number),
    orderNo: Number(line.id),
    orderDate: localTime(order.createdAt),
    PaymentDate: localTime(order.paidAt),
    EstShippingDate: localTime(shipments.plannedAt(shop, row)),
    ShippingDate: localTime(shipments.shippedAt(shop, row)),
    DeliveredDate: localTime(deliveredAt(row)),
    ...buyerFields(row),
    ...goodsFields(shop, row),
    ...amountFields(shop, row, reading),
    ...receiverFields(row),
    Addr1: receiver(row).street,
    Addr2: receiver(row).unit,
    hopeDate: '',
    ...senderFields(),
    ShippingWay: '',
    ShippingMsg: order.remarks,
    PaymentMethod: order.paidAt === null ? '' : 'CreditCard',
    PaymentNation: 'SG',
    currency: shop.record.currency,
    SellerDiscount: 0,
    Cart_Discount_Seller: 0,
    Cart_Discount_Qoo10: 0,
    ShippingRate: toMajor(fee, shop.record.currency),
    shippingRateType: order.selfCollect ? 'Store Pickup' : fee === 0 ? 'Free' : 'Charge',
    DeliveryCompany: shipments.company(shop, row),
    TrackingNo: shipments.tracking(shop, row),
    PackingNo: packingNo(row),
    SellerDeliveryNo: '',
    VoucherCode: '',
    Gift: '',
  };
}

/** Fields of a single order: fewer than in the list (qoo10.md 4.3). */
export function singleRow(
  call: QapiCall,
  row: OrderRow,
  status: DeliveryStatus | null,
  reading: OrderPriceReading,
): Record<string, unknown> {
  const { shop, shipments } = call;
  const { order, line } = row;
  const amounts = amountFields(shop, row, reading);
  return {
    shippingStatus: status === null ? '' : deliveryStatusWords[status],
    sellerID: shop.id,
    orderNo: Number(line.id),
    packNo: Number(order.number),
    orderDate: localTime(order.createdAt),
    PaymentDate: localTime(order.paidAt),
    EstShippingDate: localTime(shipments.plannedAt(shop, row)),
    ShippingDate: localTime(shipments.shippedAt(shop, row)),
    DeliveredDate: localTime(deliveredAt(row)),
    ...buyerFields(row),
    ...goodsFields(shop, row),
    orderPrice: amounts.orderPrice,
    orderQty: amounts.orderQty,
    discount: amounts.discount,
    total: amounts.total,
    ...receiverFields(row),
    ...senderFields(),
    ShippingMsg: order.remarks,
    PaymentMethod: order.paidAt === null ? '' : 'CreditCard',
    PaymentNation: 'SG',
    currency: shop.record.currency,
    PackingNo: packingNo(row),
    deliveryCompany: shipments.company(shop, row),
    trackingNo: shipments.tracking(shop, row),
    OrderType: 'Normal',
    cod_price: 0,
  };
}

/** Fields of the Japanese v3 that are named otherwise; the others only begin with a capital (qoo10.md 4.2). */
const laterNames: Readonly<Record<string, string>> = {
  buyer_gata: 'BuyerKana',
  receiver_gata: 'ReceiverKana',
  sellerID: 'SellerID',
  Addr1: 'Address1',
  Addr2: 'Address2',
  shippingAddr: 'ShippingAddress',
  ShippingMsg: 'ShippingMessage',
  EstShippingDate: 'EstimatedShippingDate',
  itemCode: 'ItemNo',
  Cart_Discount_Seller: 'CartDiscountSeller',
  Cart_Discount_Qoo10: 'CartDiscountQoo10',
  hopeDate: 'DesiredDeliveryDate',
};

/** A row as GetShippingInfo_v3 names its fields. */
export function inLaterNames(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      laterNames[name] ?? name.slice(0, 1).toUpperCase() + name.slice(1),
      value,
    ]),
  );
}

/** What the marketplace's own courier calls the parcel. */
export function packingNo({ order }: OrderRow): string {
  return `SGP${order.number.slice(-9)}`;
}

export function deliveredAt({ order, line }: OrderRow): number | null {
  if (line.cancelled === line.quantity) return null;
  const delivered = order.events.find(
    ({ name }) => name === 'deliver' || name === 'collect' || name === 'complete',
  );
  return delivered?.at ?? null;
}

export function goodsFields(shop: Shop, { line }: OrderRow): Record<string, unknown> {
  const names = shop.items.get(line.itemId)?.optionNames ?? [];
  const values = line.variantName === '' ? [] : line.variantName.split(',');
  return {
    itemCode: line.itemId,
    // The code of the item as a whole; the option's own is the option code.
    sellerItemCode: values.length === 0 ? line.sku : (shop.items.get(line.itemId)?.sku ?? ''),
    itemTitle: line.name,
    option: values.map((value, index) => `${names[index] ?? 'Option'}:${value}`).join('/'),
    optionCode: values.length === 0 ? '' : line.sku,
  };
}

function amountFields(
  shop: Shop,
  { line }: OrderRow,
  reading: OrderPriceReading,
): Record<'orderPrice' | 'orderQty' | 'discount' | 'total' | 'SettlePrice', number> {
  const units = line.quantity - line.cancelled;
  const major = (minor: number): number => toMajor(minor, shop.record.currency);
  const total = line.unitPrice * units;
  return {
    orderPrice: major(reading === 'of-unit' ? line.originalPrice : line.originalPrice * units),
    orderQty: units,
    discount: major((line.originalPrice - line.unitPrice) * units),
    total: major(total),
    SettlePrice: major(Math.round(total * settled)),
  };
}

function receiver({ order }: OrderRow): ReturnType<typeof buyerOf> {
  return buyerOf(order.buyer);
}

function buyerFields(row: OrderRow): Record<string, string> {
  const buyer = receiver(row);
  return {
    buyer: buyer.name.toUpperCase(),
    buyer_gata: buyer.name,
    buyerTel: '',
    buyerMobile: mobile(buyer.phone),
    buyerEmail: buyer.email,
  };
}

function receiverFields(row: OrderRow): Record<string, string> {
  const buyer = receiver(row);
  return {
    receiver: buyer.name.toUpperCase(),
    receiver_gata: buyer.name,
    shippingCountry: 'SG',
    zipCode: buyer.postalCode,
    shippingAddr: `${buyer.street} ${buyer.unit}`,
    receiverTel: '',
    receiverMobile: mobile(buyer.phone),
  };
}

function senderFields(): Record<string, string> {
  return { senderName: '', senderTel: '', senderNation: 'SG', senderZipCode: '', senderAddr: '' };
}

/** `+65-9000-0000` */
export function mobile(phone: string): string {
  return `+65-${phone.slice(3, 7)}-${phone.slice(7)}`;
}
