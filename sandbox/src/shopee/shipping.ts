import { z } from 'zod';
import type { Order } from '../core/records.ts';
import { addressesOf, branches, channelOf, timeSlots, type DeliveryChannel } from './delivery.ts';
import { mustBeVisible, packageNumber } from './orders.ts';
import { bodyAs, idNumber } from './parameters.ts';
import { keyOf } from './records.ts';
import { badParameter, ShopeeError } from './reply.ts';
import type { ShopCall, ShopEndpoint } from './shop-call.ts';
import { logisticsStatus } from './words.ts';

/** Shipment arranged until its tracking number is there, in milliseconds. */
const trackingAfter = 3_000;
const longestTrackingNumber = 64;

const getShippingParameter: ShopEndpoint = {
  method: 'GET',
  path: 'logistics/get_shipping_parameter',
  answer: (call) => {
    const order = mustBeVisible(call.shop, call.query.get('order_sn') ?? '');
    checkPackage(order, call.query.get('package_number'), 'logistics.package_number_not_exist');
    if (
      !['LOGISTICS_READY', 'LOGISTICS_PICKUP_RETRY'].includes(logisticsStatus(order)) ||
      order.cancellationRequested
    )
      throw new ShopeeError('error_status', 'The order or package status does not allow shipment.');
    const { needs } = channelOf(order);
    return {
      response: { info_needed: needs, pickup: pickupBlock(call, needs), dropoff: dropoffBlock(needs) },
    };
  },
};

function pickupBlock({ core, shop }: ShopCall, needs: DeliveryChannel['needs']): unknown {
  if (needs.pickup === undefined) return null;
  const addresses = addressesOf(shop).filter(({ types }) => types.includes('PICK_UP_ADDRESS'));
  return {
    address_list: addresses.map(({ address_id, address, zipcode, types }) => ({
      address_id, region: 'SG', state: '', city: '', district: '', town: '', address, zipcode,
      address_flag: types.map((type) => (type === 'PICK_UP_ADDRESS' ? 'pickup_address' : type.toLowerCase())),
      time_slot_list: timeSlots(core.clock.seconds()),
    })),
  }; // oxfmt-ignore
}

function dropoffBlock(needs: DeliveryChannel['needs']): unknown {
  if (needs.dropoff === undefined) return null;
  return { branch_list: needs.dropoff.includes('branch_id') ? branches : [], slug_list: [] };
}

const trackingNumber = z.string().optional();
const pickupFields = z.object({
  address_id: idNumber.optional(),
  pickup_time_id: z.string().optional(),
  tracking_number: trackingNumber,
});
const shipBody = z.object({
  order_sn: z.string().min(1),
  package_number: z.string().optional(),
  pickup: pickupFields.optional(),
  dropoff: z.object({ branch_id: idNumber.optional(), sender_real_name: z.string().optional(), tracking_number: trackingNumber, slug: z.string().optional() }).optional(),
  non_integrated: z.object({ tracking_number: trackingNumber }).optional(),
}); // oxfmt-ignore
type ShipBody = z.output<typeof shipBody>;

/** Arranges the shipment of an order, once. The tracking number comes a little later, but for the seller's own van. */
const shipOrder: ShopEndpoint = {
  method: 'POST',
  path: 'logistics/ship_order',
  answer: (call) => {
    const body = bodyAs(shipBody, call.body);
    const order = mustBeVisible(call.shop, body.order_sn);
    checkPackage(order, body.package_number, 'logistics.ship_order_not_need_pacakge_number');
    if (order.stage !== 'ready' && order.stage !== 'unpaid' && order.stage !== 'cancelled')
      throw new ShopeeError('logistics.package_already_shipped', 'The package has been shipped already.');
    if (logisticsStatus(order) !== 'LOGISTICS_READY' || order.cancellationRequested)
      throw new ShopeeError('logistics.ship_order_not_ready_to_ship', 'The order is not ready to ship.');
    const mode = modeOf(body);
    checkFields(call, order, mode, body);
    arrange(call, order, mode, body.non_integrated?.tracking_number);
    return 'bare';
  },
};

type Mode = 'pickup' | 'dropoff' | 'non_integrated';

function modeOf(body: ShipBody): Mode {
  const given = (['pickup', 'dropoff', 'non_integrated'] as const).filter((mode) => body[mode] !== undefined);
  const [mode] = given;
  if (mode === undefined || given.length > 1)
    throw new ShopeeError(
      'logistics.ship_order_only_support_one_type',
      'Exactly one of pickup, dropoff and non_integrated is needed.',
    );
  return mode;
}

function checkFields(call: ShopCall, order: Order, mode: Mode, body: ShipBody): void {
  const needed = channelOf(order).needs[mode];
  if (needed === undefined)
    throw new ShopeeError(
      `logistics.ship_order_unsupport_${mode}`,
      `The logistics channel does not support ${mode}.`,
    );
  const tracking = body[mode]?.tracking_number ?? '';
  if (tracking.length > longestTrackingNumber)
    throw new ShopeeError(
      'logistics.ship_order_long_tracking_number',
      'The tracking number is longer than 64 characters.',
    );
  if (needed.includes('tracking_no') && tracking === '')
    throw new ShopeeError('logistics.ship_order_need_tracking_number', 'tracking_number is needed.');
  if (mode === 'pickup') checkPickup(call, body.pickup);
  if (
    needed.includes('branch_id') &&
    !branches.some(({ branch_id }) => String(branch_id) === body.dropoff?.branch_id)
  )
    throw new ShopeeError(
      'logistics.ship_order_need_branch_id',
      'branch_id is needed, one of the branches offered.',
    );
  if (needed.includes('sender_real_name') && (body.dropoff?.sender_real_name ?? '').trim() === '')
    throw new ShopeeError('logistics.ship_order_need_sender_real_name', 'sender_real_name is needed.');
}

function checkPickup({ core, shop }: ShopCall, pickup: z.output<typeof pickupFields> | undefined): void {
  if (pickup?.address_id === undefined || (pickup.pickup_time_id ?? '') === '')
    throw new ShopeeError(
      'logistics.ship_order_need_address_pickup_time',
      'address_id and pickup_time_id are needed.',
    );
  const address = addressesOf(shop).find(({ address_id }) => String(address_id) === pickup.address_id);
  if (address?.types.includes('PICK_UP_ADDRESS') !== true)
    throw new ShopeeError('logistics.address_not_found', 'The address is not a pick-up address of the shop.');
  if (!timeSlots(core.clock.seconds()).some(({ pickup_time_id }) => pickup_time_id === pickup.pickup_time_id))
    throw new ShopeeError(
      'logistics.ship_order_pickup_time_invalid',
      'The pick-up time is not one of those offered.',
    );
}

function arrange(call: ShopCall, order: Order, mode: Mode, ownTracking: string | undefined): void {
  const { core, shop, records } = call;
  const now = core.clock.now();
  records.shipments.put(keyOf(shop, order.number), {
    mode: order.selfCollect ? 'self_collection' : mode,
    arrangedAt: now,
    ready: false,
  });
  if (mode === 'non_integrated') {
    shop.happen(order, 'ship', {
      by: 'seller',
      ...(ownTracking === undefined ? {} : { tracking: ownTracking }),
    });
    return;
  }
  shop.happen(order, 'pack', { by: 'seller' });
  core.schedule(shop, now + trackingAfter, 'tracking', order.number);
}

const updateBody = z.object({
  order_sn: z.string().min(1),
  package_number: z.string().optional(),
  pickup: pickupFields,
});

/** A new pick-up after one that failed. */
const updateShippingOrder: ShopEndpoint = {
  method: 'POST',
  path: 'logistics/update_shipping_order',
  answer: (call) => {
    const body = bodyAs(updateBody, call.body);
    const order = mustBeVisible(call.shop, body.order_sn);
    checkPackage(order, body.package_number, 'logistics.package_number_not_exist');
    if (logisticsStatus(order) !== 'LOGISTICS_PICKUP_RETRY' || order.cancellationRequested)
      throw new ShopeeError('error_status', 'Only a shipment whose pick-up failed can be changed.');
    checkPickup(call, body.pickup);
    call.shop.happen(order, 'pack', { by: 'seller' });
    return 'bare';
  },
};

const selfCollectionBody = z.object({
  package_number: z.string().min(1),
  self_collection_logistics_action: z.enum(['ready_for_collection', 'order_collected']),
  epoc_image_list: z.array(z.string()).max(3).default([]),
  pin: z.string().optional(),
});

/** The seller says that a parcel waits at the counter, and that the buyer took it (5.2). */
const updateSelfCollection: ShopEndpoint = {
  method: 'POST',
  path: 'logistics/update_self_collection_order_logistics',
  answer: (call) => {
    const { shop, records, core } = call;
    const body = bodyAs(selfCollectionBody, call.body);
    const order = orderOfPackage(call, body.package_number);
    if (order?.selfCollect !== true || order.cancellationRequested) throw notForCollection();
    const key = keyOf(shop, order.number);
    const shipment = records.shipments.get(key);
    // Packed by hand in the seller centre: it waits there already.
    const isReady = order.stage === 'packed' && shipment?.ready !== false;
    if (body.self_collection_logistics_action === 'ready_for_collection') {
      if (isReady || (order.stage !== 'ready' && order.stage !== 'packed')) throw notForCollection();
      records.shipments.put(key, { mode: 'self_collection', arrangedAt: core.clock.now(), ready: true });
      if (order.stage === 'ready') shop.happen(order, 'pack', { by: 'seller', tracking: trackingOf(order) });
      else shop.orderChanged(order);
      return 'bare';
    }
    if (!isReady) throw notForCollection();
    if (body.epoc_image_list.length === 0)
      throw badParameter('epoc_image_list is required for order_collected: 1 to 3 images.');
    shop.happen(order, 'collect', { by: 'seller' });
    return 'bare';
  },
};

export const shippingEndpoints: readonly ShopEndpoint[] = [
  getShippingParameter,
  shipOrder,
  updateShippingOrder,
  updateSelfCollection,
];

/** The order whose package has this number. */
export function orderOfPackage({ shop }: ShopCall, number: string): Order | undefined {
  return [...shop.orders.values()].find((order) => packageNumber(order) === number && !shop.isHidden(order));
}

/** The number that the carrier gives a parcel. */
export function trackingOf(order: Order): string {
  return `SPXSG${order.number.slice(-8)}`;
}

/** No order is split, so that its one package need not be named; another's number is refused. */
function checkPackage(order: Order, given: string | null | undefined, code: string): void {
  if (given !== null && given !== undefined && given !== '' && given !== packageNumber(order))
    throw new ShopeeError(code, 'The package is not one of this order.');
}

function notForCollection(): ShopeeError {
  return new ShopeeError(
    'logistics.not_available_for_self_collection',
    'The order is not available for self collection.',
  );
}
