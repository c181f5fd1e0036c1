import { message } from '@evenstock/contract/messages/message';
import type { Effect, OrderRef, Pickup, SelfCollect } from '../kit/capabilities.ts';
import { checking, done, catchRejection } from '../kit/rejections.ts';
import type { Access } from '../kit/access.ts';
import { callAmazon, marketplaceId, segment } from './client.ts';
import { demandShippable } from './fulfilment.ts';
import { orderNow } from './orders.ts';

/** Orders that the buyer collects in the shop (amazon-sg.md 5): the seller sets their status. */

/** Statuses of updateShipmentStatus. The product has no use for the third, RefusedPickup. */
type PickupStatus = 'ReadyForPickup' | 'PickedUp';

export const selfCollect: SelfCollect = {
  async form(access, { channelId }) {
    demandShippable(await orderNow(access, channelId));
    return { methods: [{ key: 'default', label: message('asked.ready_to_collect'), fields: [] }] };
  },
  setReady: {
    perform: (access, { order }) => catchRejection([], () => updateStatus(access, order, 'ReadyForPickup')),
    check: (access, { order }) => checking(() => look(access, order)),
  },
};

export const pickup: Pickup = {
  fields: [],
  confirm: {
    perform: (access, { order }) => catchRejection([], () => updateStatus(access, order, 'PickedUp')),
    check: (access, { order }) => checking(() => look(access, order)),
  },
};

async function updateStatus(access: Access, { channelId }: OrderRef, shipmentStatus: PickupStatus) {
  const order = await orderNow(access, channelId);
  if (order.fulfillment.fulfillmentStatus === 'SHIPPED') return done;
  demandShippable(order);
  await callAmazon(access, {
    operation: 'updateShipmentStatus',
    method: 'POST',
    path: `/orders/v0/orders/${segment(order.orderId)}/shipment`,
    body: { marketplaceId, shipmentStatus },
  });
  return done;
}

/** An order shows that it was collected, not that it is ready. Setting ready again changes nothing. */
async function look(access: Access, { channelId }: OrderRef): Promise<Effect> {
  const order = await orderNow(access, channelId);
  const { fulfillmentStatus } = order.fulfillment;
  if (fulfillmentStatus === 'SHIPPED') return { effect: 'done' };
  demandShippable(order);
  return { effect: 'not_done' };
}
