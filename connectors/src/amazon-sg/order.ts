import { toMinor } from '@evenstock/contract/values/money';
import { sumOrNull, toldTotal } from '../kit/amounts.ts';
import type { ChannelOrder, ChannelOrderLine, OrderAmounts } from '../kit/connector.ts';
import { channel } from './channel.ts';
import { currency as ownCurrency } from './client.ts';
import { cameBack, isPaid, orderStateOf } from './order-statuses.ts';
import type { Order, OrderItem } from './wire.ts';

type Money = { readonly amount: number; readonly currencyCode: string };
type Breakdowns = NonNullable<Order['proceeds']>['breakdowns'];

/** amazon-sg.md 4.1: orders that the buyer collects. */
const collected = 'IN_STORE_PICK_UP';

/** An order as the product has it. */
export function orderOf(raw: Order): ChannelOrder {
  const { state, rank, raw: rawState } = orderStateOf(raw);
  const lines = raw.orderItems.map((each) => lineOf(raw, each));
  const isCollected = raw.programs.includes(collected);
  return {
    number: raw.orderId,
    channelId: raw.orderId,
    createdAt: raw.createdTime,
    updatedAt: raw.lastUpdatedTime,
    rawState,
    state,
    stateRank: rank,
    // Amazon does not date the payment, which is settled before UNSHIPPED.
    paidAt: isPaid(raw.fulfillment.fulfillmentStatus) ? raw.createdTime : null,
    shipBy: raw.fulfillment.shipByWindow?.latestDateTime ?? null,
    category: isCollected ? 'processing_self_collect' : null,
    shippingType: isCollected ? null : 'Delivery',
    shippingMethod: raw.fulfillment.fulfillmentServiceLevel,
    shippingCarrier: raw.packages.find((each) => each.carrier !== null)?.carrier ?? null,
    remarks: raw.recipient?.deliveryPreference?.addressInstruction ?? null,
    isTest: false,
    cancellationRequested: wantsCancellation(raw),
    currency: currencyOf(raw),
    amounts: amountsOf(raw, lines),
    buyer: buyerOf(raw),
    lines,
    promotions: [],
  };
}

/** The buyer's request is open (amazon-sg.md 6). */
function wantsCancellation(raw: Order): boolean {
  const isOpen = !['SHIPPED', 'CANCELLED', 'UNFULFILLABLE'].includes(raw.fulfillment.fulfillmentStatus);
  return (
    isOpen &&
    raw.orderItems.some(
      ({ cancellation }) =>
        cancellation?.cancellationRequest != null && cancellation.cancellationExecution == null,
    )
  );
}

/** Prices may be missing while an order is PENDING (amazon-sg.md 4.1). */
function currencyOf(raw: Order): string {
  const money =
    raw.proceeds?.grandTotal ??
    raw.orderItems.find((each) => each.product.price?.unitPrice)?.product.price?.unitPrice;
  return money?.currencyCode ?? ownCurrency;
}

function amountsOf(raw: Order, lines: readonly ChannelOrderLine[]): OrderAmounts {
  const parts = raw.proceeds?.breakdowns ?? [];
  const discount = partOf(parts, 'DISCOUNT');
  const total = raw.proceeds?.grandTotal;
  const parted = {
    subtotal: partOf(parts, 'ITEM'),
    shippingFee: partOf(parts, 'SHIPPING'),
    voucher: null,
    coin: null,
    serviceFee: partOf(parts, 'COD_FEE'),
    insurance: null,
    giftWrap: partOf(parts, 'GIFT_WRAP'),
    tip: partOf(parts, 'DELIVERY_TIP'),
    creditCardPromotion: null,
    sellerDiscount: null,
    cartDiscount: null,
    discount: discount === null ? null : Math.abs(discount),
  };
  const told = total == null ? null : minor(total);
  // Prices may be missing while an order is PENDING (amazon-sg.md 4.1), which is shown as an order without amounts.
  const rest = sumOfParts(parted, lines) ?? (isPaid(raw.fulfillment.fulfillmentStatus) ? null : 0);
  const amounts = { ...parted, total: told ?? toldTotal(rest, channel) };
  return { ...amounts, tax: taxOnTop(amounts, partOf(parts, 'TAX')) };
}

/** What the amounts come to that are there, where the total is not. */
function sumOfParts(
  parts: Omit<OrderAmounts, 'tax' | 'total'>,
  lines: readonly ChannelOrderLine[],
): number | null {
  const items = parts.subtotal ?? sumOrNull(lines.map((line) => line.total));
  if (items === null) return null;
  const { shippingFee, serviceFee, giftWrap, tip, discount } = parts;
  return items + (shippingFee ?? 0) + (serviceFee ?? 0) + (giftWrap ?? 0) + (tip ?? 0) - (discount ?? 0);
}

/** Taxes are on top where the total needs them; a tax within the prices would be counted twice. */
function taxOnTop(amounts: Omit<OrderAmounts, 'tax'>, tax: number | null): number | null {
  const { subtotal, shippingFee, serviceFee, giftWrap, tip, discount, total } = amounts;
  const plus = [subtotal, shippingFee, serviceFee, giftWrap, tip].reduce<number>(
    (sum, each) => sum + (each ?? 0),
    0,
  );
  return tax === null || plus - (discount ?? 0) === total ? null : tax;
}

const minor = ({ amount, currencyCode }: Money): number => toMinor(amount, currencyCode);

/** The sum of one kind of proceeds; null where there is none. */
function partOf(parts: Breakdowns, type: string): number | null {
  const same = parts.filter((each) => each.type === type);
  return same.length === 0 ? null : same.reduce((sum, each) => sum + minor(each.subtotal), 0);
}

function buyerOf(raw: Order): ChannelOrder['buyer'] {
  const to = raw.recipient?.deliveryAddress;
  const parts = [
    to?.companyName,
    to?.addressLine1,
    to?.addressLine2,
    to?.addressLine3,
    to?.districtOrCounty,
    to?.city,
    to?.stateOrRegion,
    to?.countryCode,
  ].filter((part) => part != null);
  return {
    id: null,
    name: to?.name ?? raw.buyer?.buyerName ?? null,
    fullAddress: parts.length === 0 ? null : parts.join(', '),
    postalCode: to?.postalCode ?? null,
    phone: to?.phone ?? null,
    email: raw.buyer?.buyerEmail ?? null,
  };
}

function lineOf(raw: Order, each: OrderItem): ChannelOrderLine {
  const price = each.product.price?.unitPrice;
  const items = partOf(each.proceeds?.breakdowns ?? [], 'ITEM');
  const units = Math.max(1, each.quantityOrdered);
  const shared = items === null ? null : Math.round(items / units);
  const unitPrice = price == null ? shared : minor(price);
  const parcels = raw.packages.filter((parcel) => partsIn(parcel, each).length > 0);
  const gone = goneUnits(raw, each);
  const sent = sentUnits(raw, each);
  return {
    lineId: each.orderItemId,
    // A listing is known by its SKU, which an order names.
    itemId: each.product.sellerSku,
    variantId: each.product.sellerSku,
    sku: each.product.sellerSku,
    name: each.product.title ?? each.product.sellerSku ?? each.orderItemId,
    variantName: null,
    unitPrice,
    originalPrice: unitPrice,
    total: items ?? (unitPrice === null ? null : unitPrice * each.quantityOrdered),
    ordered: each.quantityOrdered,
    ...gone,
    // Amazon does not report whether it restored them.
    restored: null,
    restoredAt: null,
    fulfilled: sent > 0 && sent >= each.quantityOrdered - gone.cancelled,
    isListed: true,
    marketplaceSku: each.product.asin,
    cancellations: [],
    sent,
    keptBy: keptBy(raw),
    assignedAt: null,
    parts: [],
    returnStatus: gone.returned > 0 ? 'ACCEPTED' : null,
    shipmentProvider: parcels.find((parcel) => parcel.carrier !== null)?.carrier ?? null,
    trackingCode: parcels.find((parcel) => parcel.trackingNumber !== null)?.trackingNumber ?? null,
    unitIds: [],
  };
}

/** Who sends it (amazon-sg.md 4.1: FulfilledBy); null while the order does not tell. */
function keptBy({ fulfillment }: Order): ChannelOrderLine['keptBy'] {
  switch (fulfillment.fulfilledBy) {
    case 'AMAZON':
      return 'marketplace';
    case 'MERCHANT':
      return 'seller';
    default:
      return null;
  }
}

/** Units that were sent; of an order that is SHIPPED and has no counts, all that were not cancelled. */
function sentUnits({ fulfillment }: Order, each: OrderItem): number {
  const isWhole =
    fulfillment.fulfillmentStatus === 'SHIPPED' && each.cancellation?.cancellationExecution == null;
  return each.fulfillment?.quantityFulfilled ?? (isWhole ? each.quantityOrdered : 0);
}

type Parcel = Order['packages'][number];

/** What a parcel holds of a line; some rows hold no units. */
const partsIn = (parcel: Parcel, { orderItemId: id }: OrderItem): Parcel['packageItems'] =>
  parcel.packageItems.filter(({ orderItemId, quantity }) => orderItemId === id && quantity !== 0);

/** Units of which a parcel tells the number: nothing comes back, or is lost, by a number that is not told. */
const unitsIn = (parcel: Parcel, each: OrderItem): number =>
  partsIn(parcel, each).reduce((sum, { quantity }) => sum + (quantity ?? 0), 0);

/**
 * The outcome of a line's units (amazon-sg.md 4.1). Cancelled: ordered, not sent, and not waiting to be sent. While the order
 * is PENDING, when those counts need not be there yet, only a completed cancellation counts.
 */
function goneUnits(raw: Order, each: OrderItem): Pick<ChannelOrderLine, 'cancelled' | 'returned'> {
  const { fulfillmentStatus } = raw.fulfillment;
  const sent = sentUnits(raw, each);
  const unsent = Math.max(0, each.quantityOrdered - sent);
  const executed = each.cancellation?.cancellationExecution != null;
  const waiting = each.fulfillment?.quantityUnfulfilled ?? (executed ? 0 : unsent);
  const isCounted = executed || isPaid(fulfillmentStatus);
  const cancelled =
    fulfillmentStatus === 'CANCELLED' ? unsent : isCounted ? Math.max(0, unsent - waiting) : 0;
  const lost = raw.packages.filter(cameBack).reduce((sum, parcel) => sum + unitsIn(parcel, each), 0);
  return { cancelled, returned: Math.min(sent, lost) };
}
