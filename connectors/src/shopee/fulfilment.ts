import { message } from '@evenstock/contract/messages/message';
import type { ActionResult, Effect, Fulfilment, Shipment, ShipmentForm } from '../kit/capabilities.ts';
import type { Access } from '../kit/access.ts';
import { ChannelError, rejected } from '../kit/errors.ts';
import { checking, done, catchRejection, effectOfParts } from '../kit/rejections.ts';
import type { KnownRejection, Took } from '../kit/rejections.ts';
import { callShop, responseOf, wireId } from './client.ts';
import { readOrderNow, readParcels } from './parcels.ts';
import type { OrderNow, Parcel } from './parcels.ts';
import { methodsOf } from './shipment-form.ts';
import { shippingParameter } from './wire-actions.ts';
import { channel } from './channel.ts';

/** Shipping an order (shopee.md 5.1, 5.2): get_shipping_parameter, then ship_order for each parcel. */
export const fulfilment: Fulfilment = {
  // Shopee ships parcels; their split is the seller's, in Seller Centre (the document gives split_order no request).
  choosesLines: false,

  async form(access, order) {
    const now = await readOrderNow(access, order.number);
    mustBeSellers(now);
    const parcels = await readParcels(access, now);
    const [next] = toShip(parcels);
    if (next === undefined) throw notShippable(now, parcels);
    return readForm(access, now, next, parcels.length);
  },

  ship: {
    perform: (access, asked) => catchRejection(knownRejections, (took) => ship(access, asked, took)),
    check: (access, asked) => checking(() => shipped(access, asked)),
  },
};

/** What Shopee's warehouse sends is not the seller's to ship. */
function mustBeSellers({ keptBy }: OrderNow): void {
  if (keptBy === 'marketplace')
    throw rejected('fulfilled_by_shopee', message('refusals.warehouse_ships', { channel }));
}

const toShip = (parcels: readonly Parcel[]): Parcel[] =>
  parcels.filter(({ stage }) => stage === 'ready' || stage === 'retry');

async function readForm(
  access: Access,
  order: OrderNow,
  parcel: Parcel,
  parcels: number,
): Promise<ShipmentForm> {
  const path = '/api/v2/logistics/get_shipping_parameter';
  const answer = await callShop(access, {
    method: 'GET',
    path,
    query: { order_sn: order.number, ...named(parcel, parcels) },
  });
  const methods = methodsOf(responseOf(shippingParameter, answer, path));
  if (methods.length > 0) return { methods };
  throw rejected('no_method', message('refusals.no_method', { channel }));
}

/** Only a parcel of a split order is named: Shopee refuses the number of an only one (shopee.md 5.2). */
function named(parcel: Parcel, parcels: number): { package_number?: string } {
  return parcels > 1 && parcel.packageNumber !== null ? { package_number: parcel.packageNumber } : {};
}

async function ship(access: Access, asked: Shipment, took: Took): Promise<ActionResult> {
  const order = await readOrderNow(access, asked.order.number);
  mustBeSellers(order);
  const parcels = await readParcels(access, order);
  const left = toShip(parcels);
  if (left.length === 0) {
    if (order.status === 'CANCELLED' || !parcels.some(({ stage }) => stage === 'arranged')) {
      throw notShippable(order, parcels);
    }
    return done;
  }
  const how = methodBody(asked);
  for (const parcel of left) {
    if (parcel.stage === 'retry' && asked.method === 'pickup') {
      await arrangeAgain(access, order, named(parcel, parcels.length), how);
    } else {
      await arrange(access, order, { ...named(parcel, parcels.length), [asked.method]: how });
    }
    took();
  }
  return done;
}

/** ship_order (shopee.md 5.2); a parcel that an earlier try shipped is done. */
async function arrange(
  access: Access,
  order: OrderNow,
  body: Readonly<Record<string, unknown>>,
): Promise<void> {
  const path = '/api/v2/logistics/ship_order';
  try {
    await callShop(access, { method: 'POST', path, body: { order_sn: order.number, ...body } });
  } catch (error) {
    const already =
      error instanceof ChannelError &&
      error.fault.kind === 'rejected' &&
      error.fault.code === 'package_already_shipped';
    if (!already) throw error;
  }
}

/** update_shipping_order: a new time for a parcel that the carrier did not get (shopee.md 5.2). */
async function arrangeAgain(
  access: Access,
  order: OrderNow,
  parcel: { package_number?: string },
  pickup: Readonly<Record<string, unknown>>,
): Promise<void> {
  const path = '/api/v2/logistics/update_shipping_order';
  await callShop(access, { method: 'POST', path, body: { order_sn: order.number, ...parcel, pickup } });
}

/** The block of ship_order for a method; what Shopee lists as `tracking_no` it takes as `tracking_number` (shopee.md 5.1). */
function methodBody({ method, answers }: Shipment): Record<string, string | number> {
  const text = (key: string): string => {
    const answer = answers[key];
    return typeof answer === 'string' ? answer.trim() : '';
  };
  const body: Record<string, string | number> = {};
  const put = (name: string, key: string, asId: boolean): void => {
    if (text(key) !== '') body[name] = asId ? wireId(text(key)) : text(key);
  };
  if (method === 'pickup') {
    put('address_id', 'address_id', true);
    put('pickup_time_id', 'pickup_time_id', false);
  } else if (method === 'dropoff') {
    put('branch_id', 'branch_id', true);
    put('sender_real_name', 'sender_real_name', false);
  } else if (method !== 'non_integrated') {
    throw rejected('no_method', message('fulfilment.method_needed'));
  }
  put('tracking_number', 'tracking_no', false);
  return body;
}

async function shipped(access: Access, asked: Shipment): Promise<Effect> {
  const order = await readOrderNow(access, asked.order.number);
  const parcels = await readParcels(access, order);
  if (order.status === 'CANCELLED') {
    return { effect: 'refused', code: 'order_cancelled', reason: cancelledWords };
  }
  const wanted = parcels.filter(({ stage }) => stage !== 'off');
  return effectOfParts(
    channel,
    wanted.map(({ stage }) => stage === 'arranged'),
  );
}

const cancelledWords = message('refusals.order_cancelled', { channel });

function notShippable(order: OrderNow, parcels: readonly Parcel[]): ChannelError {
  if (order.status === 'CANCELLED') return rejected('order_cancelled', cancelledWords);
  if (parcels.some(({ stage }) => stage === 'arranged')) {
    return rejected('already_shipped', message('refusals.shipped_already'));
  }
  return rejected('ship_order_not_ready_to_ship', notReadyWords);
}

const notReadyWords = message('refusals.not_ready', { channel });

/** What refuses a shipment (shopee.md 5.1, 5.2). */
const knownRejections: readonly KnownRejection[] = [
  { when: /not_ready_to_ship/, reason: notReadyWords, mayPass: true },
  {
    when: /no_available_time_slot|pickup_time_invalid/,
    reason: message('refusals.pickup_time_gone', { channel }),
    mayPass: true,
  },
  {
    when: /no_supported_pickup_address|address_not_found/,
    reason: message('refusals.pickup_address_refused', { channel }),
    mayPass: false,
  },
  {
    when: /need_address_pickup_time/,
    reason: message('refusals.pickup_needed'),
    mayPass: false,
  },
  {
    when: /need_branch_id/,
    reason: message('refusals.branch_needed'),
    mayPass: false,
  },
  { when: /need_sender_real_name/, reason: message('refusals.sender_needed'), mayPass: false },
  { when: /need_tracking_number/, reason: message('refusals.tracking_needed'), mayPass: false },
  {
    when: /long_tracking_number/,
    reason: message('refusals.tracking_too_long', { channel, limit: 64 }),
    mayPass: false,
  },
  {
    when: /unsupport_(pickup|dropoff|non_integrated)|only_support_one_type/,
    reason: message('refusals.method_refused', { channel }),
    mayPass: false,
  },
];
