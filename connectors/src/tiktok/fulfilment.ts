import { message } from '@evenstock/contract/messages/message';
import type { ActionResult, Effect, Fulfilment, Shipment } from '../kit/capabilities.ts';
import type { Access } from '../kit/access.ts';
import { ChannelError, rejected } from '../kit/errors.ts';
import { checking, done, catchRejection, effectOfParts } from '../kit/rejections.ts';
import type { KnownRejection, Took } from '../kit/rejections.ts';
import { callShop, dataOf, throwItemError } from './client.ts';
import { isArranged, isCancelled, statusOf } from './order-statuses.ts';
import { isSentByMarketplace } from './order.ts';
import { packagesOf, packageStatuses, readOrderNow } from './packages.ts';
import type { Package } from './packages.ts';
import { carrierMethods, ownCarrierMethod, readSlots, slotOf } from './shipment-form.ts';
import { packageDetail } from './wire.ts';
import type { Order } from './wire.ts';
import { channel } from './channel.ts';

/** Shipping an order (tiktok.md 5): each of its packages that still waits. */
export const fulfilment: Fulfilment = {
  // TikTok ships packages; their split is the seller's, in Seller Center.
  choosesLines: false,

  async form(access, ref) {
    const order = await readOrderNow(access, ref);
    const left = packagesOf(order).filter((each) => !each.isArranged);
    const [next] = left;
    if (isArranged(order.status)) throw rejected('already_shipped', shippedWords);
    const fault = shippingRejection(order, left);
    if (fault !== null || next === undefined) throw fault ?? rejected('already_shipped', shippedWords);
    if (sendsItself(order)) return { methods: [await ownCarrierMethod(access, order)] };
    return { methods: carrierMethods(access, await readSlots(access, next.id)) };
  },

  ship: {
    perform: (access, asked) => catchRejection(knownRejections, (took) => ship(access, asked, took)),
    check: (access, asked) => checking(() => shipped(access, asked)),
  },
};

/** tiktok.md 4.1: the seller's own carrier takes it, not TikTok's. */
const sendsItself = (order: Order): boolean => order.shipping_type === 'SELLER';

/** Why these packages cannot be shipped now; null where they can. */
function shippingRejection(order: Order, left: readonly Package[]): ChannelError | null {
  if (isCancelled(order.status)) return rejected('order_cancelled', cancelledWords);
  if (isSentByMarketplace(order)) return rejected('sent_by_marketplace', warehouseWords);
  const { state } = statusOf(order.status);
  const waitsForBuyer = state === 'unpaid' || state === 'on_hold' || order.is_on_hold_order;
  if (waitsForBuyer || packagesOf(order).length === 0) return rejected('not_ready', notReadyWords);
  if (sendsItself(order) && left.length > 1) return rejected('several_packages', severalWords);
  return null;
}

async function ship(access: Access, asked: Shipment, took: Took): Promise<ActionResult> {
  const order = await readOrderNow(access, asked.order);
  if (isArranged(order.status)) return done;
  const left = packagesOf(order).filter((each) => !each.isArranged);
  const fault = shippingRejection(order, left);
  if (fault !== null) throw fault;
  for (const { id } of left) {
    await shipPackage(access, id, await bodyOf(access, id, asked));
    took();
  }
  return done;
}

/** One package. A refused one may have been shipped by an earlier try; then it is done. */
async function shipPackage(access: Access, id: string, body: unknown): Promise<void> {
  const path = `/fulfillment/202309/packages/${encodeURIComponent(id)}`;
  try {
    const answer = await callShop(access, {
      method: 'POST',
      path: `${path}/ship`,
      body,
      group: 'fulfilment',
    });
    throwItemError(answer);
  } catch (error) {
    if (!(error instanceof ChannelError) || error.fault.kind !== 'rejected') throw error;
    const answer = await callShop(access, { method: 'GET', path, group: 'fulfilment' });
    const { package_status: status } = dataOf(packageDetail, answer, path);
    if (packageStatuses[status ?? ''] !== 'arranged') throw error;
  }
}

/** How the carrier gets the package (tiktok.md 5). By default: the earliest pickup, else drop-off. */
async function bodyOf(access: Access, id: string, { method, answers }: Shipment): Promise<unknown> {
  const text = (key: string): string => {
    const answer = answers[key];
    return typeof answer === 'string' ? answer.trim() : '';
  };
  if (method === 'non_integrated') {
    const self = { tracking_number: text('tracking_no'), shipping_provider_id: text('shipping_provider') };
    if (self.tracking_number === '' || self.shipping_provider_id === '') {
      throw rejected('carrier_needed', message('refusals.carrier_needed'));
    }
    return { self_shipment: self };
  }
  if (method === 'dropoff') return { handover_method: 'DROP_OFF' };
  const chosen = slotOf(text('pickup_time_id'));
  if (chosen !== null) return { handover_method: 'PICKUP', pickup_slot: chosen };
  const slots = await readSlots(access, id);
  const [earliest] = [...slots.pickup_slots].sort((one, other) => one.start_time - other.start_time);
  if (method !== 'pickup' && !slots.can_pickup) {
    return slots.can_drop_off ? { handover_method: 'DROP_OFF' } : {};
  }
  if (earliest === undefined) return { handover_method: 'PICKUP' };
  const { start_time, end_time } = earliest;
  return { handover_method: 'PICKUP', pickup_slot: { start_time, end_time } };
}

async function shipped(access: Access, asked: Shipment): Promise<Effect> {
  const order = await readOrderNow(access, asked.order);
  if (isCancelled(order.status)) {
    return { effect: 'refused', code: 'order_cancelled', reason: cancelledWords };
  }
  if (isArranged(order.status)) return { effect: 'done' };
  return effectOfParts(
    channel,
    packagesOf(order).map((each) => each.isArranged),
  );
}

const cancelledWords = message('refusals.order_cancelled', { channel });
const shippedWords = message('refusals.shipped_already');
const warehouseWords = message('refusals.warehouse_ships', { channel });
const notReadyWords = message('refusals.not_ready', { channel });
const severalWords = message('refusals.several_parcels', { channel });

/** What refuses a shipment (tiktok.md 2, 5). */
const knownRejections: readonly KnownRejection[] = [
  { when: /^not_ready\b/, reason: notReadyWords, mayPass: true },
  {
    when: /^10007014\b/,
    reason: message('refusals.not_in_this_state', { channel }),
    mayPass: true,
  },
  {
    when: /pick ?up.*(slot|time)|time ?slot/i,
    reason: message('refusals.pickup_time_gone', { channel }),
    mayPass: true,
  },
];
