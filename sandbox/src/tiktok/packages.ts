import { z } from 'zod';
import type { Order } from '../core/records.ts';
import { orderIdOfPackage, unitId } from './ids.ts';
import { orderOf } from './orders.ts';
import { isUnitCancelled } from './order-views.ts';
import { pageOf } from './paging.ts';
import { bodyAs, isWithin, oneOf, pageSize, time, unixSeconds } from './parameters.ts';
import { notesOfOrder, type OrderNotes, type Parcel } from './records.ts';
import { badRequest } from './reply.ts';
import type { Endpoint, ShopCall } from './shop-call.ts';
import { deliveryOptionOf } from './warehouses.ts';
import { packageStatuses, parcelWord } from './words.ts';

const hour = 3_600_000;
/** Carriers come in these hours of the day, Singapore's and Jakarta's alike near enough (UTC). */
const pickupHours = [2, 6];
const pickupDays = 3;
const slotLife = 2 * hour;
/** A pickup slot closes this many milliseconds before it begins. */
const slotClosing = 4 * hour;

const searchBody = z.object({
  package_status: z.enum(packageStatuses).optional(),
  create_time_ge: time.create_time_ge,
  create_time_lt: time.create_time_lt,
  update_time_ge: time.update_time_ge,
  update_time_lt: time.update_time_lt,
});

/** A package with its order, and what is noted of both. */
export interface Found {
  readonly order: Order;
  readonly notes: OrderNotes;
  readonly parcel: Parcel;
}

/** Reads of packages (tiktok.md 5). */
export const packageEndpoints: readonly Endpoint[] = [
  {
    method: 'POST',
    path: '/fulfillment/:version/packages/search',
    versions: ['202309'],
    nature: 'read',
    answer: search,
  },
  {
    method: 'GET',
    path: '/fulfillment/:version/packages/:package_id',
    versions: ['202309'],
    nature: 'read',
    answer: (call) => detail(call, packageOf(call, call.params['package_id'] ?? '')),
  },
  {
    method: 'GET',
    path: '/fulfillment/:version/packages/:package_id/handover_time_slots',
    versions: ['202309'],
    nature: 'read',
    answer: (call) => slotsView(call, packageOf(call, call.params['package_id'] ?? '').notes),
  },
  {
    method: 'GET',
    path: '/fulfillment/:version/orders/:order_id/handover_time_slots',
    versions: ['202309'],
    nature: 'read',
    answer: (call) =>
      slotsView(call, notesOfOrder(call.records, orderOf(call, call.params['order_id'] ?? ''))),
  },
];

/** A package of a paid order of this shop. */
export function packageOf({ shop, records }: ShopCall, packageId: string): Found {
  const order = shop.orderById(orderIdOfPackage(packageId));
  const notes = order === undefined ? undefined : records.orders.get(order.id);
  const parcel = notes?.parcels.find(({ id }) => id === packageId);
  const isThere = order !== undefined && order.paidAt !== null && !shop.isHidden(order);
  if (!isThere || notes === undefined || parcel === undefined)
    throw badRequest('Invalid parameter package_id: there is no such package.');
  return { order, notes, parcel };
}

export interface Slot {
  readonly from: number;
  readonly to: number;
  readonly isOpen: boolean;
}

/** When a carrier comes in the next days. */
export function pickupSlots(now: number): Slot[] {
  const midnight = Math.floor(now / (24 * hour)) * 24 * hour;
  return Array.from({ length: pickupDays }, (_, index) => midnight + index * 24 * hour)
    .flatMap((start) => pickupHours.map((at) => start + at * hour))
    .filter((from) => from > now)
    .map((from) => ({ from, to: from + slotLife, isOpen: from >= now + slotClosing }));
}

function search(call: ShopCall): object {
  const { shop, records, query } = call;
  const size = pageSize(query, { most: 50 });
  const field = oneOf(query, 'sort_field', ['create_time', 'update_time', 'order_pay_time']);
  const direction = oneOf(query, 'sort_order', ['DESC', 'ASC']);
  const asked = bodyAs(searchBody, call.body);
  const rows = [...shop.orders.values()].flatMap((order) => {
    const { paidAt } = order;
    if (paidAt === null || shop.isHidden(order)) return [];
    const notes = notesOfOrder(records, order);
    return notes.parcels.flatMap((parcel) => {
      const isMeant =
        (asked.package_status === undefined || parcelWord(order, parcel) === asked.package_status) &&
        isWithin(unixSeconds(paidAt), asked.create_time_ge, asked.create_time_lt) &&
        isWithin(unixSeconds(changedAt(order, parcel)), asked.update_time_ge, asked.update_time_lt);
      const at = field === 'update_time' ? changedAt(order, parcel) : paidAt;
      return isMeant ? [{ row: { order, notes, parcel }, at, id: parcel.id }] : [];
    });
  });
  const { page, next, total } = pageOf(rows, size, query.get('page_token'), direction);
  return { total_count: total, next_page_token: next, packages: page.map(searchRow) };
}

/** Packages are made when the order is paid. */
function searchRow({ order, parcel }: Found): object {
  return {
    id: parcel.id,
    status: parcelWord(order, parcel),
    orders: [{ id: order.id }],
    order_line_item_ids: unitsIn(order, parcel),
    shipping_provider_id: parcel.providerId,
    shipping_provider_name: parcel.providerName,
    tracking_number: parcel.tracking,
    create_time: unixSeconds(order.paidAt ?? order.createdAt),
    update_time: unixSeconds(changedAt(order, parcel)),
  };
}

function detail({ shop }: ShopCall, { order, notes, parcel }: Found): object {
  const { shippedBy } = notes;
  const option = deliveryOptionOf(shop, shippedBy);
  const { slot } = parcel;
  return {
    package_id: parcel.id,
    package_status: parcelWord(order, parcel),
    orders: [{ id: order.id }],
    order_line_item_ids: unitsIn(order, parcel),
    shipping_type: shippedBy,
    delivery_option_id: option.id,
    delivery_option_name: option.name,
    ...(parcel.handover === null ? {} : { handover_method: parcel.handover }),
    ...(slot === null
      ? {}
      : { pickup_slot: { start_time: unixSeconds(slot.from), end_time: unixSeconds(slot.to) } }),
    tracking_number: parcel.tracking,
    shipping_provider_id: parcel.providerId,
    shipping_provider_name: parcel.providerName,
    split_and_combine_tag: notes.parcels.length > 1 ? 'SPLIT' : 'DEFAULT',
    weight: { value: '0.3', unit: 'KILOGRAM' },
    dimension: { length: '20', width: '15', height: '10', unit: 'CM' },
    create_time: unixSeconds(order.paidAt ?? order.createdAt),
    update_time: unixSeconds(changedAt(order, parcel)),
  };
}

/** `avaliable` is how the vendor spells it. */
function slotsView({ core }: ShopCall, { shippedBy }: OrderNotes): object {
  const isPickedUp = shippedBy === 'TIKTOK';
  return {
    can_pickup: isPickedUp,
    can_drop_off: isPickedUp,
    can_van_collection: false,
    drop_off_point_url: isPickedUp ? 'https://www.tiktok.com/drop-off-points' : '',
    pickup_slots: (isPickedUp ? pickupSlots(core.clock.now()) : []).map(({ from, to, isOpen }) => ({
      start_time: unixSeconds(from),
      end_time: unixSeconds(to),
      avaliable: isOpen,
    })),
  };
}

function changedAt(order: Order, parcel: Parcel): number {
  const isOver = order.stage === 'cancelled' || order.stage === 'delivered' || order.stage === 'completed';
  return isOver ? order.updatedAt : Math.max(parcel.updatedAt, order.paidAt ?? 0);
}

function unitsIn(order: Order, parcel: Parcel): string[] {
  return order.lines
    .filter(({ id }) => parcel.lines.includes(id))
    .flatMap((line) =>
      Array.from({ length: line.quantity }, (_, index) => index)
        .filter((index) => !isUnitCancelled(line, index))
        .map((index) => unitId(line.id, index)),
    );
}
