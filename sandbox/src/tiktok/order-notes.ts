import type { Order, OrderEvent, OrderLine } from '../core/records.ts';
import type { Shop } from '../core/shop.ts';
import { cancellationId, packageId, returnId } from './ids.ts';
import type { Cancellation, OrderNotes, Parcel, Records, ReturnRequest } from './records.ts';
import { notesOfProduct } from './records.ts';
import { isIndonesian, type Platform } from './region.ts';
import { platformProvider } from './warehouses.ts';

/** One order in this many is shipped by the seller's own carrier, or by Tokopedia's warehouse. */
const toOneOwnCarrier = 4;
const toOneDilayani = 6;
/** Orders with at least this many lines are split into two packages. */
const linesOfTwoParcels = 3;
/** Delay of the refund after a cancellation or a return is accepted, in milliseconds. */
export const refundDelay = 10_000;

const notArranged = {
  state: 'to_fulfil',
  handover: null,
  slot: null,
  tracking: '',
  providerId: '',
  providerName: '',
  collectAt: null,
  collectedAt: null,
} as const;

/** Changes some of what is noted of a parcel, in place. */
export function setParcel(parcel: Parcel, change: Partial<Parcel>): void {
  Object.assign(parcel, change);
}

/** What TikTok keeps of a new order. Which storefront and carrier it has follows from how many there were before. */
export function makeNotes(records: Records, shop: Shop, order: Order): OrderNotes {
  const sequence = shop.nextNumber('tiktok-order');
  const platform = platformOf(records, shop, order, sequence);
  const isDilayani = platform === 'TOKOPEDIA' && sequence % toOneDilayani === 0;
  const split = order.lines.length >= linesOfTwoParcels ? order.lines.length - 1 : order.lines.length;
  const parts = [order.lines.slice(0, split), order.lines.slice(split)].filter((part) => part.length > 0);
  const notes: OrderNotes = {
    platform,
    shippedBy: !isDilayani && sequence % toOneOwnCarrier === 0 ? 'SELLER' : 'TIKTOK',
    isDilayani,
    parcels: parts.map((lines, index) => ({
      id: packageId(order.id, index),
      lines: lines.map(({ id }) => id),
      ...notArranged,
      updatedAt: order.createdAt,
    })),
    cancellations: [],
    returns: [],
  };
  return records.orders.put(order.id, notes);
}

function platformOf(records: Records, shop: Shop, order: Order, sequence: number): Platform {
  if (!isIndonesian(shop)) return 'TIKTOK_SHOP';
  const product = notesOfProduct(records, shop, order.lines[0]?.itemId ?? '');
  const [first = 'TIKTOK_SHOP', second] = product.listedOn.filter((one) => !product.offOn.includes(one));
  return second === undefined || sequence % 2 === 1 ? first : second;
}

/** A cancellation or a return that an event made or moved. */
export interface Moved {
  readonly cancellation?: Cancellation;
  readonly returned?: ReturnRequest;
}

/** Keeps packages, cancellations and returns in step with an event of the order. */
export function noteEvent(shop: Shop, order: Order, notes: OrderNotes, event: OrderEvent): Moved {
  switch (event.name) {
    case 'pack':
      for (const parcel of notes.parcels)
        if (parcel.state === 'to_fulfil') arrange(shop, order, parcel, event.at);
      return {};
    case 'unpack':
      for (const parcel of notes.parcels) setParcel(parcel, { ...notArranged, updatedAt: event.at });
      return {};
    case 'ship':
    case 'deliver':
    case 'collect':
    case 'complete':
      for (const parcel of notes.parcels) leave(shop, order, parcel, event);
      return {};
    case 'request_cancellation':
      return { cancellation: addCancellation(order, notes, event, true) };
    case 'withdraw_cancellation':
    case 'reject_cancellation':
      return closeCancellation(notes, event.at);
    case 'cancel':
      return { cancellation: acceptCancellation(order, notes, event) };
    case 'request_return':
      return { returned: addReturn(order, notes, event) };
    case 'withdraw_return':
    case 'reject_return':
    case 'return':
      return settleReturn(notes, event);
    default:
      return {};
  }
}

/** The carrier's number, and who the carrier is. */
export function arrange(shop: Shop, order: Order, parcel: Parcel, at: number): void {
  const { id, name } = platformProvider(shop);
  setParcel(parcel, {
    state: 'arranged',
    handover: 'DROP_OFF',
    tracking: order.tracking ?? `TT${parcel.id.slice(-12)}`,
    providerId: id,
    providerName: name,
    updatedAt: at,
  });
}

/** Shipped by a call, a parcel waits for its carrier; sent by hand or delivered, it has gone. */
function leave(shop: Shop, order: Order, parcel: Parcel, event: OrderEvent): void {
  if (parcel.state === 'to_fulfil') arrange(shop, order, parcel, event.at);
  if (event.name === 'ship' && parcel.collectAt !== null) return;
  parcel.collectedAt ??= event.at;
  parcel.state = 'collected';
  parcel.updatedAt = event.at;
}

const roles = { buyer: 'BUYER', seller: 'SELLER', system: 'SYSTEM' } as const;

function addCancellation(order: Order, notes: OrderNotes, event: OrderEvent, isAsked: boolean): Cancellation {
  const made: Cancellation = {
    id: cancellationId(order.id, notes.cancellations.length),
    isAsked,
    role: roles[event.by],
    status: 'pending',
    reason: event.reason ?? 'ecom_order_to_ship_canceled_reason_no_longer_needed',
    createdAt: event.at,
    updatedAt: event.at,
    refundedAt: null,
    units: event.units ?? unitsLeft(order),
  };
  notes.cancellations.push(made);
  return made;
}

function acceptCancellation(order: Order, notes: OrderNotes, event: OrderEvent): Cancellation {
  const accepted =
    notes.cancellations.find(({ status }) => status === 'pending') ??
    addCancellation(order, notes, event, false);
  const earlier = notes.cancellations.filter((one) => one !== accepted && one.status === 'accepted');
  accepted.status = 'accepted';
  accepted.units =
    event.units ??
    Object.fromEntries(order.lines.map((line) => [line.id, line.quantity - unitsOf(earlier, line)]));
  accepted.updatedAt = event.at;
  accepted.refundedAt = order.paidAt === null ? event.at : event.at + refundDelay;
  return accepted;
}

function closeCancellation(notes: OrderNotes, at: number): Moved {
  const pending = notes.cancellations.find(({ status }) => status === 'pending');
  if (pending === undefined) return {};
  pending.status = 'closed';
  pending.updatedAt = at;
  return { cancellation: pending };
}

function addReturn(order: Order, notes: OrderNotes, event: OrderEvent): ReturnRequest {
  const made: ReturnRequest = {
    id: returnId(order.id, notes.returns.length),
    // What never arrived cannot be sent back.
    type: order.stage === 'shipped' ? 'REFUND' : 'RETURN_AND_REFUND',
    status: 'RETURN_OR_REFUND_REQUEST_PENDING',
    reason: event.reason ?? 'Item arrived damaged',
    createdAt: event.at,
    updatedAt: event.at,
    units: event.units ?? unitsLeft(order),
    partialRefund: null,
    steps: [{ at: event.at, role: 'BUYER', description: 'Buyer opened a request', note: event.reason ?? '' }],
  };
  notes.returns.push(made);
  return made;
}

function settleReturn(notes: OrderNotes, event: OrderEvent): Moved {
  const open = openReturn(notes);
  if (open === undefined) return {};
  const refused =
    open.status === 'BUYER_SHIPPED_ITEM' ? 'REJECT_RECEIVE_PACKAGE' : 'REFUND_OR_RETURN_REQUEST_REJECT';
  if (event.name === 'return') open.status = 'RETURN_OR_REFUND_REQUEST_SUCCESS';
  else open.status = event.name === 'withdraw_return' ? 'RETURN_OR_REFUND_REQUEST_CANCEL' : refused;
  open.updatedAt = event.at;
  open.steps.push({
    at: event.at,
    role: roles[event.by],
    description: open.status,
    note: event.reason ?? '',
  });
  return { returned: open };
}

const openStatuses: readonly ReturnRequest['status'][] = [
  'RETURN_OR_REFUND_REQUEST_PENDING',
  'AWAITING_BUYER_SHIP',
  'AWAITING_BUYER_RESPONSE',
  'BUYER_SHIPPED_ITEM',
];

/** The return that is not settled yet; there is one at a time. */
export function openReturn(notes: OrderNotes): ReturnRequest | undefined {
  return notes.returns.find(({ status }) => openStatuses.includes(status));
}

/** Units of a line that these requests are about. */
export function unitsOf(
  requests: readonly { readonly units: Readonly<Record<string, number>> }[],
  line: OrderLine,
): number {
  return requests.reduce((sum, { units }) => sum + (units[line.id] ?? 0), 0);
}

function unitsLeft(order: Order): Record<string, number> {
  return Object.fromEntries(
    order.lines.map((line) => [line.id, line.quantity - line.cancelled - line.returned]),
  );
}
