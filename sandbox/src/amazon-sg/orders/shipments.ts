import { z } from 'zod';
import type { Order } from '../../core/records.ts';
import type { Shop } from '../../core/shop.ts';
import type { Core } from '../../core/simulator.ts';
import { fulfilledBy, unitsShipped } from './order-views.ts';
import type { AmazonRecords, OrderNotes, Parcel } from '../protocol/records.ts';
import { invalidInput, type Failure } from '../protocol/reply.ts';
import { readIsoTime, site } from '../protocol/site.ts';
import type { SpCall } from '../protocol/sp-call.ts';

/** Seconds from a confirmation until the order shows it (amazon-sg.md 5). */
const shipSeconds = 3;
export const parcelTask = 'parcel';

const confirmation = z.object({
  marketplaceId: z.string(),
  packageDetail: z.object({
    packageReferenceId: z.string(),
    carrierCode: z.string(),
    carrierName: z.string().optional(),
    shippingMethod: z.string().optional(),
    trackingNumber: z.string(),
    shipDate: z.string(),
    orderItems: z.array(z.object({ orderItemId: z.string(), quantity: z.int() })),
  }),
});

/** A parcel as a confirmation or a feed names it. */
export interface ParcelAsked {
  readonly reference: string;
  readonly carrierCode: string;
  readonly carrierName: string;
  readonly method: string;
  readonly tracking: string;
  /** ISO 8601. */
  readonly shipDate: string;
  readonly items: readonly { readonly orderItemId: string; readonly quantity: number }[];
}

/** `POST /orders/v0/orders/{orderId}/shipmentConfirmation`: 204 and nothing else (amazon-sg.md 5). */
export function confirmShipment(call: SpCall): null {
  const order = call.order();
  const { marketplaceId, packageDetail } = call.body(confirmation);
  if (marketplaceId !== site.marketplaceId) throw invalidInput('Marketplace ID is not defined', '1001');
  sendParcel(call.core, call.records, call.shop, order, {
    reference: packageDetail.packageReferenceId,
    carrierCode: packageDetail.carrierCode,
    carrierName: packageDetail.carrierName ?? '',
    method: packageDetail.shippingMethod ?? '',
    tracking: packageDetail.trackingNumber,
    shipDate: packageDetail.shipDate,
    items: packageDetail.orderItems,
  });
  return null;
}

/** Accepts a parcel, or edits the one of that reference. Throws the vendor's refusal. */
export function sendParcel(
  core: Core,
  records: AmazonRecords,
  shop: Shop,
  order: Order,
  asked: ParcelAsked,
): void {
  if (!/^[1-9]\d*$/.test(asked.reference))
    throw invalidInput('PackageReferenceId: is invalid, must be a positive numeric value.');
  if (asked.carrierCode === '') throw invalidInput('CarrierCode is required for this marketplace.');
  if (asked.carrierCode === 'Other' && asked.carrierName === '')
    throw invalidInput("CarrierName is required when CarrierCode is 'Other'.");
  if (asked.tracking === '') throw invalidInput('TrackingNumber is required.');
  const shippedAt = asked.shipDate.includes('T') ? readIsoTime(asked.shipDate) : null;
  if (shippedAt === null) throw invalidInput('Invalid Input', 'shipDate');
  const refused = whyNotShipped(shop, order);
  if (refused !== null) throw refused;
  const notes = records.notesOf(shop, order);
  const edited = notes.parcels.find(({ reference }) => reference === asked.reference);
  const units = unitsOf(order, notes, asked.items, edited);
  const parcel: Parcel = {
    reference: asked.reference,
    carrier: asked.carrierCode === 'Other' ? asked.carrierName : asked.carrierCode,
    method: asked.method,
    tracking: asked.tracking,
    shippedAt,
    createdAt: edited?.createdAt ?? core.clock.now(),
    units,
    inEffect: edited?.inEffect ?? false,
  };
  const parcels =
    edited === undefined
      ? [...notes.parcels, parcel]
      : notes.parcels.map((one) => (one === edited ? parcel : one));
  records.keepNotes(shop, order, { ...notes, parcels });
  core.schedule(shop, core.clock.now() + shipSeconds * 1000, parcelTask, order.number);
}

/** A reference that no parcel of the order has. */
export function nextReference({ parcels }: OrderNotes): string {
  return String(1 + parcels.reduce((most, { reference }) => Math.max(most, Number(reference)), 0));
}

/** Why nothing of the order can be sent by the seller, null if something can. */
function whyNotShipped(shop: Shop, order: Order): Failure | null {
  if (order.stage === 'unpaid')
    return invalidInput(`Order ${order.number} is in Pending state and cannot be shipped.`);
  if (order.stage === 'cancelled') return invalidInput(`Order ${order.number} has been canceled.`);
  if (fulfilledBy(shop, order) === 'AMAZON')
    return invalidInput(`Order ${order.number} is not a merchant-fulfilled order.`);
  return null;
}

/** Units by line id. A parcel that is edited after the order left keeps its contents. */
function unitsOf(
  order: Order,
  notes: OrderNotes,
  items: ParcelAsked['items'],
  edited: Parcel | undefined,
): Record<string, number> {
  if (items.length === 0) throw invalidInput('orderItems: at least one item is required.');
  const units: Record<string, number> = {};
  for (const { orderItemId, quantity } of items) {
    const line = order.lines.find(({ id }) => id === orderItemId);
    if (line === undefined)
      throw invalidInput(
        `OrderItemId ${orderItemId} is invalid, please obtain the value through the getOrderItems API or Manage Orders page`,
      );
    if (quantity < 1) throw invalidInput(`Quantity of OrderItemId ${orderItemId} must be positive.`);
    units[orderItemId] = (units[orderItemId] ?? 0) + quantity;
    const left =
      line.quantity -
      line.cancelled -
      unitsShipped(order, notes, line, true) +
      (edited?.units[orderItemId] ?? 0);
    if ((units[orderItemId] ?? 0) > left)
      throw invalidInput(
        'Failed to create package due to not finding a matching package or order already fulfilled.',
        `At most ${String(left)} of ${orderItemId} can be shipped.`,
      );
  }
  return units;
}

/** Confirmed parcels of an order take effect: when nothing is left, it is shipped, once. */
export function landParcels(records: AmazonRecords, shop: Shop, order: Order): void {
  const notes = records.notesOf(shop, order);
  const landed = notes.parcels.some(({ inEffect }) => !inEffect);
  if (order.stage === 'cancelled' || order.stage === 'unpaid') return;
  // Assigned to Amazon meanwhile: its own warehouse sends it.
  if (fulfilledBy(shop, order) === 'AMAZON') return;
  const parcels = notes.parcels.map((parcel) => ({ ...parcel, inEffect: true }));
  records.keepNotes(shop, order, { ...notes, parcels });
  const tracking = parcels.map((parcel) => parcel.tracking).join(', ');
  if (order.stage !== 'ready' && order.stage !== 'packed') {
    order.tracking = tracking;
    shop.orderChanged(order);
  } else if (isAllSent(records, shop, order)) shop.happen(order, 'ship', { by: 'seller', tracking });
  else if (landed) shop.orderChanged(order);
}

/** Whether every unit that is still wanted is in a parcel. */
export function isAllSent(records: AmazonRecords, shop: Shop, order: Order): boolean {
  const notes = records.notesOf(shop, order);
  return (
    notes.parcels.some(({ inEffect }) => inEffect) &&
    order.lines.every((line) => unitsShipped(order, notes, line) >= line.quantity - line.cancelled)
  );
}

const pickupUpdate = z.object({
  marketplaceId: z.string(),
  shipmentStatus: z.enum(['ReadyForPickup', 'PickedUp', 'RefusedPickup']),
  orderItems: z.array(z.object({ orderItemId: z.string(), quantity: z.int().optional() })).optional(),
});

/** `POST /orders/v0/orders/{orderId}/shipment`: orders that the buyer collects (amazon-sg.md 5). */
export function updateShipmentStatus(call: SpCall): null {
  const order = call.order();
  const { marketplaceId, shipmentStatus } = call.body(pickupUpdate);
  if (marketplaceId !== site.marketplaceId) throw invalidInput('Marketplace ID is not defined', '1001');
  if (!order.selfCollect)
    throw invalidInput('Unsupported ShipmentStatus passed', 'The order is not picked up in a store.');
  // Nothing of an order shows these words, so a word that is said again is done already.
  const isReady = order.stage === 'packed';
  const isOver = order.events.some(({ name }) => name === 'collect');
  if (shipmentStatus === 'ReadyForPickup' && !isReady) call.shop.happen(order, 'pack', { by: 'seller' });
  if (shipmentStatus === 'PickedUp' && !isOver) call.shop.happen(order, 'collect', { by: 'buyer' });
  if (shipmentStatus === 'RefusedPickup' && order.stage !== 'cancelled')
    call.shop.happen(order, 'cancel', { by: 'buyer', reason: 'Refused at pick-up' });
  return null;
}
