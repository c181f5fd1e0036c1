import { extrasOf } from '../../core/order-amounts.ts';
import { buyerOf } from '../../core/buyers.ts';
import type { Order, OrderEvent, OrderLine } from '../../core/records.ts';
import type { Shop } from '../../core/shop.ts';
import type { AmazonRecords, OrderNotes, Parcel } from '../protocol/records.ts';
import { isoTime, money, site } from '../protocol/site.ts';

export const orderDataSets = [
  'BUYER', 'RECIPIENT', 'PROCEEDS', 'EXPENSE', 'PROMOTION', 'CANCELLATION', 'FULFILLMENT', 'PACKAGES', 'TAX', 'PAYMENT', 'FULFILLMENT_ORDERS',
] as const; // oxfmt-ignore

export const fulfillmentStatuses = [
  'PENDING_AVAILABILITY', 'PENDING', 'UNSHIPPED', 'PARTIALLY_SHIPPED', 'SHIPPED', 'CANCELLED', 'UNFULFILLABLE',
] as const; // oxfmt-ignore
export type FulfillmentStatus = (typeof fulfillmentStatuses)[number];

const day = 86_400_000;
/** How long after delivery personal data are kept, in milliseconds. */
const personalLife = 30 * day;

/** Units of a line in parcels; those of the whole order once it is shipped. `accepted`: confirmed parcels count before they take effect. */
export function unitsShipped(order: Order, notes: OrderNotes, line: OrderLine, accepted = false): number {
  if (hasLeft(order)) return line.quantity - line.cancelled;
  return notes.parcels
    .filter(({ inEffect }) => inEffect || accepted)
    .reduce((sum, { units }) => sum + (units[line.id] ?? 0), 0);
}

function hasLeft({ stage }: Order): boolean {
  return stage === 'shipped' || stage === 'delivered' || stage === 'completed';
}

export function fulfillmentStatus(order: Order, notes: OrderNotes): FulfillmentStatus {
  if (order.stage === 'unpaid') return 'PENDING';
  if (order.stage === 'cancelled') return 'CANCELLED';
  if (hasLeft(order)) return 'SHIPPED';
  return order.lines.some((line) => unitsShipped(order, notes, line) > 0) ? 'PARTIALLY_SHIPPED' : 'UNSHIPPED';
}

/** Who sends it: Amazon, if all of it lies there. */
export function fulfilledBy(shop: Shop, order: Order): 'MERCHANT' | 'AMAZON' {
  const isAmazons = order.lines.every(
    ({ variantId, keptBy }) => keptBy === 'marketplace' || shop.offer(variantId)?.variant.tracked === false,
  );
  return isAmazons ? 'AMAZON' : 'MERCHANT';
}

/** An order of Orders 2026-01-01 with the data sets that were asked for (amazon-sg.md 4.1). */
export function orderView(
  records: AmazonRecords,
  shop: Shop,
  order: Order,
  included: ReadonlySet<string>,
  now: number,
): object {
  const notes = records.notesOf(shop, order);
  const isPending = order.stage === 'unpaid';
  const arePersonal = areBuyersShown(order, now);
  const when = (name: (typeof orderDataSets)[number], set: () => object): object =>
    included.has(name) ? set() : {};
  return {
    orderId: order.number,
    ...(notes.alias === null
      ? {}
      : { orderAliases: [{ aliasId: notes.alias, aliasType: 'SELLER_ORDER_ID' }] }),
    createdTime: isoTime(order.createdAt),
    lastUpdatedTime: isoTime(order.updatedAt),
    ...(order.selfCollect ? { programs: ['IN_STORE_PICK_UP'] } : {}),
    salesChannel: { channelName: 'AMAZON', marketplaceId: site.marketplaceId, marketplaceName: site.name },
    ...when('BUYER', () => (arePersonal ? { buyer: buyerView(order) } : {})),
    ...when('RECIPIENT', () => (arePersonal ? { recipient: recipientView(order) } : {})),
    ...when('PROCEEDS', () => (isPending ? {} : { proceeds: orderProceeds(order) })),
    ...when('PAYMENT', () => ({
      payment: isPending
        ? {}
        : { paymentExecutions: [{ paymentMethod: 'Other', paymentAmount: money(totalOf(order)) }] },
    })),
    ...when('FULFILLMENT', () => ({ fulfillment: fulfillmentView(shop, order, notes) })),
    orderItems: order.lines.map((line, index) => itemView(order, notes, line, index === 0, when)),
    ...when('PACKAGES', () =>
      fulfilledBy(shop, order) === 'MERCHANT'
        ? { packages: packagesOf(order, notes).map((parcel) => packageView(order, parcel)) }
        : {},
    ),
  };
}

/** `createdTime`, and three days to ship in, five to deliver. */
export function windowsOf(order: Order): { shipBy: [number, number]; deliverBy: [number, number] } {
  const endOfDay = (days: number): number =>
    Math.floor(order.createdAt / day + days) * day + 16 * 3_600_000 - 1_000;
  return { shipBy: [order.createdAt, endOfDay(3)], deliverBy: [endOfDay(3) + 1_000, endOfDay(6)] };
}

function fulfillmentView(shop: Shop, order: Order, notes: OrderNotes): object {
  const { shipBy, deliverBy } = windowsOf(order);
  const range = ([from, to]: [number, number]): object => ({
    earliestDateTime: isoTime(from),
    latestDateTime: isoTime(to),
  });
  return {
    fulfillmentStatus: fulfillmentStatus(order, notes),
    fulfilledBy: fulfilledBy(shop, order),
    fulfillmentServiceLevel: 'STANDARD',
    shipByWindow: range(shipBy),
    deliverByWindow: range(deliverBy),
  };
}

function itemView(
  order: Order,
  notes: OrderNotes,
  line: OrderLine,
  isFirst: boolean,
  when: (name: (typeof orderDataSets)[number], set: () => object) => object,
): object {
  const isPending = order.stage === 'unpaid';
  const shipped = unitsShipped(order, notes, line);
  const variantName = line.variantName === '' ? '' : ` (${line.variantName.replaceAll(',', ', ')})`;
  return {
    orderItemId: line.id,
    quantityOrdered: line.quantity,
    product: {
      asin: line.variantId,
      title: `${line.name}${variantName}`,
      sellerSku: line.sku,
      condition: { conditionType: 'NEW', conditionSubtype: 'NEW' },
      ...(isPending ? {} : { price: { unitPrice: money(line.unitPrice) } }),
    },
    ...when('PROCEEDS', () => (isPending ? {} : { proceeds: itemProceeds(order, line, isFirst) })),
    ...when('PROMOTION', () =>
      line.promotion === null ? {} : { promotion: { breakdowns: [{ promotionId: line.promotion.id }] } },
    ),
    ...when('CANCELLATION', () => cancellationView(order, line)),
    ...when('FULFILLMENT', () => ({
      fulfillment: {
        quantityFulfilled: shipped,
        quantityUnfulfilled: Math.max(0, line.quantity - line.cancelled - shipped),
      },
    })),
  };
}

const cancelledBy = { buyer: 'BUYER', seller: 'MERCHANT', system: 'AMAZON' } as const;

function cancellationView(order: Order, line: OrderLine): object {
  const request = latest(order, (event) => event.name === 'request_cancellation');
  const execution = latest(
    order,
    (event) => event.name === 'cancel' && (event.units === undefined || (event.units[line.id] ?? 0) > 0),
  );
  const parts = {
    ...(order.cancellationRequested && request !== null
      ? { cancellationRequest: { requester: 'BUYER', ...reasonOf(request) } }
      : {}),
    ...(line.cancelled > 0 && execution !== null
      ? { cancellationExecution: { cancelledBy: cancelledBy[execution.by], ...reasonOf(execution) } }
      : {}),
  };
  return Object.keys(parts).length === 0 ? {} : { cancellation: parts };
}

function reasonOf({ reason }: OrderEvent): object {
  return reason === undefined ? {} : { cancelReason: reason };
}

function latest(order: Order, isMeant: (event: OrderEvent) => boolean): OrderEvent | null {
  return order.events.filter(isMeant).at(-1) ?? null;
}

// ── Money ──

export function totalOf(order: Order): number {
  const beside = order.shippingFee + extrasOf(order);
  return order.lines.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, beside);
}

function orderProceeds(order: Order): object {
  const goods = totalOf(order) - order.shippingFee - extrasOf(order);
  const { tip } = order.charges;
  return {
    grandTotal: money(totalOf(order)),
    breakdowns: [
      { type: 'ITEM', subtotal: money(goods) },
      ...besideGoods(order),
      // It is charged apart, and is of no item.
      ...(tip === 0 ? [] : [{ type: 'DELIVERY_TIP', status: 'FINALIZED', subtotal: money(tip) }]),
    ],
  };
}

/** Delivery, gift wrap and taxes, where they are charged. */
function besideGoods({ shippingFee, charges }: Order): object[] {
  const amounts = { SHIPPING: shippingFee, GIFT_WRAP: charges.fee, TAX: charges.tax };
  return Object.entries(amounts).flatMap(([type, amount]) =>
    amount === 0 ? [] : [{ type, subtotal: money(amount) }],
  );
}

/** What is beside the goods is charged with the first item. */
function itemProceeds(order: Order, line: OrderLine, isFirst: boolean): object {
  const goods = line.unitPrice * line.quantity;
  const beside = isFirst ? order.shippingFee + order.charges.fee + order.charges.tax : 0;
  return {
    proceedsTotal: money(goods + beside),
    breakdowns: [{ type: 'ITEM', subtotal: money(goods) }, ...(isFirst ? besideGoods(order) : [])],
  };
}

// ── People and places ──

/** Personal data are absent while an order is pending, and dropped some time after delivery. */
export function areBuyersShown(order: Order, now: number): boolean {
  if (order.stage === 'unpaid') return false;
  const delivered = order.events.find(({ name }) => name === 'deliver' || name === 'collect');
  return delivered === undefined || delivered.at + personalLife >= now;
}

function buyerView(order: Order): object {
  const buyer = buyerOf(order.buyer);
  return { buyerName: buyer.name, buyerEmail: `${buyer.username}@marketplace.amazon.sg` };
}

function recipientView(order: Order): object {
  const buyer = buyerOf(order.buyer);
  return {
    deliveryAddress: {
      name: buyer.name,
      addressLine1: buyer.street,
      addressLine2: buyer.unit,
      city: 'Singapore',
      postalCode: buyer.postalCode,
      countryCode: site.country,
      phone: buyer.phone,
      addressType: order.selfCollect ? 'PICKUP_POINT' : 'RESIDENTIAL',
    },
    ...(order.remarks === '' ? {} : { deliveryPreference: { addressInstruction: order.remarks } }),
  };
}

// ── Packages ──

/** Parcels that took effect; of an order that was sent by hand, the one that it went in. */
function packagesOf(order: Order, notes: OrderNotes): Parcel[] {
  const shown = notes.parcels.filter(({ inEffect }) => inEffect);
  const sent = order.events.find(({ name }) => name === 'ship');
  if (shown.length > 0 || sent === undefined) return shown;
  const units = Object.fromEntries(order.lines.map((line) => [line.id, line.quantity - line.cancelled]));
  return [
    { reference: '1', carrier: 'Other', method: '', tracking: order.tracking ?? '', shippedAt: sent.at, createdAt: sent.at, units, inEffect: true },
  ]; // oxfmt-ignore
}

function packageView(order: Order, parcel: Parcel): object {
  const isThere = order.stage === 'delivered' || order.stage === 'completed';
  return {
    packageReferenceId: parcel.reference,
    createdTime: isoTime(parcel.createdAt),
    packageStatus: isThere
      ? { status: 'DELIVERED', detailedStatus: 'DELIVERED' }
      : { status: 'SHIPPED', detailedStatus: 'PICKED_UP' },
    carrier: parcel.carrier,
    shipTime: isoTime(parcel.shippedAt),
    ...(parcel.method === '' ? {} : { shippingService: parcel.method }),
    ...(parcel.tracking === '' ? {} : { trackingNumber: parcel.tracking }),
    packageItems: Object.entries(parcel.units)
      .filter(([, quantity]) => quantity > 0)
      .map(([orderItemId, quantity]) => ({ orderItemId, quantity })),
  };
}
