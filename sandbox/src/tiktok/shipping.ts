import { z } from 'zod';
import type { Shop } from '../core/shop.ts';
import { orderIdOfPackage } from './ids.ts';
import { notifyOrder, type NoticeContext } from './notices.ts';
import { arrange, setParcel } from './order-notes.ts';
import { orderOf } from './orders.ts';
import { packageOf, pickupSlots, type Found } from './packages.ts';
import { bodyAs, seconds } from './parameters.ts';
import { notDone } from './product-writes.ts';
import { notesOfOrder } from './records.ts';
import { badRequest, batchData, Failure, type ItemError } from './reply.ts';
import type { Endpoint, ShopCall } from './shop-call.ts';
import { ownProviders, type Provider } from './warehouses.ts';

/** Delay, in milliseconds, until a parcel is in transit that is dropped off or given to the seller's own carrier. */
const dropOffDelay = 2 * 3_600_000;
const mostPackages = 50;

const ownShipment = z.object({ tracking_number: z.string().trim().min(1), shipping_provider_id: z.string() });
const shipBody = z.object({
  handover_method: z.enum(['PICKUP', 'DROP_OFF']).optional(),
  pickup_slot: z.object({ start_time: seconds, end_time: seconds }).optional(),
  self_shipment: ownShipment.optional(),
});
type Shipment = z.output<typeof shipBody>;
const shipMany = z.object({
  packages: z
    .array(shipBody.extend({ id: z.string() }))
    .min(1)
    .max(mostPackages),
});
const deliverBody = z.object({
  packages: z
    .array(
      z.object({
        id: z.string(),
        delivery_type: z.enum(['DELIVERY_SUCCESS', 'DELIVERY_FAILED']),
        fail_delivery_reason: z.string().optional(),
      }),
    )
    .min(1)
    .max(mostPackages),
});

/** What makes parcels leave the house (tiktok.md 5). */
export const shippingEndpoints: readonly Endpoint[] = [
  {
    method: 'POST',
    path: '/fulfillment/:version/packages/:package_id/ship',
    versions: ['202309'],
    nature: 'write',
    answer: (call) => {
      ship(call, packageOf(call, call.params['package_id'] ?? ''), bodyAs(shipBody, call.body));
      return {};
    },
  },
  {
    method: 'POST',
    path: '/fulfillment/:version/packages/ship',
    versions: ['202309'],
    nature: 'write',
    answer: (call) =>
      eachPackage(call, bodyAs(shipMany, call.body).packages, (found, wish) => {
        ship(call, found, wish);
      }),
  },
  {
    method: 'POST',
    path: '/fulfillment/:version/packages/:package_id/shipping_info/update',
    versions: ['202309'],
    nature: 'write',
    answer: (call) => {
      correct(call, [packageOf(call, call.params['package_id'] ?? '')], bodyAs(ownShipment, call.body));
      return {};
    },
  },
  {
    method: 'POST',
    path: '/fulfillment/:version/orders/:order_id/shipping_info/update',
    versions: ['202309'],
    nature: 'write',
    answer: (call) => {
      const order = orderOf(call, call.params['order_id'] ?? '');
      const notes = notesOfOrder(call.records, order);
      const found = notes.parcels.map((parcel) => ({ order, notes, parcel }));
      correct(call, found, bodyAs(ownShipment, call.body));
      return {};
    },
  },
  {
    method: 'POST',
    path: '/fulfillment/:version/packages/deliver',
    versions: ['202309'],
    nature: 'write',
    answer: (call) =>
      eachPackage(call, bodyAs(deliverBody, call.body).packages, (found, wish) => {
        if (found.notes.shippedBy !== 'SELLER' || found.order.stage !== 'shipped')
          throw notShippable('only a package that the seller sent can be reported');
        if (wish.delivery_type === 'DELIVERY_SUCCESS')
          call.shop.happen(found.order, 'deliver', { by: 'seller' });
        else if ((wish.fail_delivery_reason ?? '') === '')
          throw badRequest('Missing required parameter fail_delivery_reason.');
        else call.shop.orderChanged(found.order);
      }),
  },
];

/** The carrier has come for a package (`core.later`). */
export function collect(context: NoticeContext, shop: Shop, packageId: string): void {
  const order = shop.orderById(orderIdOfPackage(packageId));
  const notes = order === undefined ? undefined : context.records.orders.get(order.id);
  const parcel = notes?.parcels.find(({ id }) => id === packageId);
  if (order === undefined || notes === undefined || parcel?.state !== 'arranged') return;
  if (order.stage !== 'shipped' && order.stage !== 'ready') return;
  shop.orderChanged(order);
  setParcel(parcel, { state: 'collected', collectedAt: order.updatedAt, updatedAt: order.updatedAt });
  context.records.orders.put(order.id, notes);
  if (notes.parcels.every(({ state }) => state === 'collected')) notifyOrder(context, shop, order, notes);
}

/** Arranges the shipping of one package; the order has shipped with the last of them. */
function ship(call: ShopCall, { order, notes, parcel }: Found, wish: Shipment): void {
  const { core, shop, records } = call;
  if (notes.isDilayani) throw notShippable('Tokopedia’s warehouse sends it');
  if (order.stage !== 'ready' || parcel.state !== 'to_fulfil')
    throw notShippable('its status does not allow it');
  if (order.cancellationRequested) throw notShippable('it is frozen while the buyer asks to cancel');
  const now = core.clock.now();
  if (notes.shippedBy === 'SELLER') {
    const { tracking_number: tracking, shipping_provider_id: provider } = ownShipmentOf(wish);
    const { id, name } = providerOf(shop, provider);
    setParcel(parcel, { state: 'arranged', tracking, providerId: id, providerName: name });
  } else {
    const slot = slotOf(wish, now);
    arrange(shop, order, parcel, now);
    parcel.handover = slot === null ? 'DROP_OFF' : 'PICKUP';
    parcel.slot = slot;
  }
  parcel.collectAt = parcel.slot?.to ?? now + dropOffDelay;
  parcel.updatedAt = now;
  records.orders.put(order.id, notes);
  if (notes.parcels.some(({ state }) => state === 'to_fulfil')) {
    shop.orderChanged(order);
    notifyOrder(call, shop, order, notes);
  } else shop.happen(order, 'ship', { by: 'seller', tracking: parcel.tracking });
  core.schedule(shop, parcel.collectAt, 'collect', parcel.id);
}

function ownShipmentOf(wish: Shipment): z.output<typeof ownShipment> {
  if (wish.self_shipment === undefined) throw badRequest('Missing required parameter self_shipment.');
  return wish.self_shipment;
}

/** The slot that was chosen, or null for a drop-off. */
function slotOf(wish: Shipment, now: number): { from: number; to: number } | null {
  if (wish.self_shipment !== undefined)
    throw badRequest('Invalid parameter self_shipment: TikTok ships this package.');
  if (wish.handover_method === undefined) throw badRequest('Missing required parameter handover_method.');
  if (wish.handover_method === 'DROP_OFF') return null;
  const { pickup_slot: asked } = wish;
  const slot = pickupSlots(now).find(
    ({ from, to, isOpen }) =>
      isOpen && from === (asked?.start_time ?? 0) * 1000 && to === (asked?.end_time ?? 0) * 1000,
  );
  if (slot === undefined) throw badRequest('Invalid parameter pickup_slot: it is not available.');
  return { from: slot.from, to: slot.to };
}

/** Another tracking number for what the seller sent. */
function correct(call: ShopCall, found: readonly Found[], wish: z.output<typeof ownShipment>): void {
  const { id, name } = providerOf(call.shop, wish.shipping_provider_id);
  for (const { order, notes, parcel } of found) {
    const isSent = notes.shippedBy === 'SELLER' && parcel.state !== 'to_fulfil' && order.stage === 'shipped';
    if (!isSent) throw notShippable('only the tracking of a package that the seller sent can be changed');
    setParcel(parcel, { tracking: wish.tracking_number, providerId: id, providerName: name });
    order.tracking = wish.tracking_number;
    call.shop.orderChanged(order);
    parcel.updatedAt = order.updatedAt;
    call.records.orders.put(order.id, notes);
  }
}

function providerOf(shop: Shop, providerId: string): Provider {
  const provider = ownProviders(shop).find(({ id }) => id === providerId);
  if (provider === undefined) throw badRequest('Invalid parameter shipping_provider_id.');
  return provider;
}

function notShippable(why: string): Failure {
  return new Failure(10007014, `The package cannot be shipped: ${why}.`);
}

/** Handles the packages one by one; refused ones are among the errors. */
function eachPackage<W extends { readonly id: string }>(
  call: ShopCall,
  wishes: readonly W[],
  act: (found: Found, wish: W) => void,
): object {
  const done = call.halfBatch ? Math.floor(wishes.length / 2) : wishes.length;
  const errors = wishes.flatMap((wish, index): ItemError[] => {
    const detail = { package_id: wish.id };
    if (index >= done) return [notDone(detail)];
    try {
      act(packageOf(call, wish.id), wish);
      return [];
    } catch (error) {
      if (error instanceof Failure) return [{ code: error.code, message: error.message, detail }];
      throw error;
    }
  });
  return batchData(errors);
}
