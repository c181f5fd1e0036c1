import { channels } from '@evenstock/contract/channels/channels';
import {
  couponProof,
  type confirmPickup as endpoint,
  type CouponProof,
  type PickupProof,
} from '@evenstock/contract/fulfilment/fulfilment';
import type { MessageOnWire } from '@evenstock/contract/messages/message';
import { z } from 'zod';
import type { Context } from '../../context.ts';
import { readInput } from '../../api/http-input.ts';
import type { Call } from '../../api/routing.ts';
import type { OperationRecord } from '../operations/operation-definition.ts';
import { actOnOrder, type OrderActKind } from '../orders/acts/act-on-order.ts';
import { defineOrderAction } from '../orders/acts/define-order-action.ts';
import { markCollected, requireProof } from '../orders/imports/mark-order.ts';
import { massActAtMarketplace } from '../orders/acts/mass-act-at-marketplace.ts';
import type { MassOrder } from '../orders/acts/mass-act.ts';
import { orderToActOn, type OrderToActOn } from '../orders/order/order-to-act-on.ts';
import { showOrder } from '../orders/order/show-order.ts';
import { recordHere } from './record-here.ts';

/** The action that reports a pickup, at marketplaces that want to be notified of it. */
export const confirmPickupAction = defineOrderAction({
  kind: 'order.confirm_pickup',
  asked: z.object({}),
  of: (connector) => connector.pickup?.confirm,
  itemsOf: () => null,
  fill: ({ order, attemptKey }) => ({ order, attemptKey, answers: {} }),
  async settle(tx, ctx, action, end) {
    if (end.state === 'done') await markCollected(tx, ctx, action.subjectId, null);
  },
});

/** The name of a pickup at the order's channel. */
export const pickupActionOf = ({ channel }: OrderToActOn): 'authorise_pickup' | 'confirm_pickup' =>
  channels[channel].pickup.is === 'authorised' ? 'authorise_pickup' : 'confirm_pickup';

/** How members confirm that the buyer has collected an order. */
export const confirmingPickup = (order: OrderToActOn): OrderActKind => ({
  kind: 'order.confirm_pickup',
  activity: 'order.confirm_pickup',
  action: pickupActionOf(order),
  leadsTo: () => ({ state: 'outstanding_issues' }),
});

/**
 * Confirms that the buyer has collected an order. A marketplace without a call for it is not notified.
 * @throws Refusal 404; 422 by field, or under 'order' with why it was refused
 */
export async function confirmPickup(
  call: Call<typeof endpoint>,
): Promise<Awaited<ReturnType<typeof actOnOrder>>> {
  const { ctx, store, actor, params, body } = call;
  const order = await orderToActOn(ctx, store.id, params.referenceNumber);
  const proof = proofOf(order, body.pickup ?? {});
  if (ctx.connectors[order.channel].pickup !== undefined) {
    const asked = () => Promise.resolve({});
    return actOnOrder(call, order.referenceNumber, confirmingPickup(order), body.pickup, asked);
  }
  const by = { storeId: store.id, userId: actor.userId };
  await recordHere(ctx, by, order, confirmingPickup(order), (tx, confirm) =>
    markCollected(tx, ctx, order.id, proof, confirm),
  );
  return { order: await showOrder(ctx, store, actor, order.referenceNumber) };
}

/**
 * Confirms one pickup of a mass action.
 * @returns null where it is done, else why not
 */
export async function pickUpForMass(
  ctx: Context,
  operation: OperationRecord,
  massOrder: MassOrder,
  given: PickupProof & { readonly reference_number: string },
): Promise<MessageOnWire | null> {
  const order = await orderToActOn(ctx, operation.storeId, massOrder.reference);
  const proof = proofOf(order, given);
  if (ctx.connectors[order.channel].pickup !== undefined) {
    return massActAtMarketplace(ctx, operation, massOrder, confirmingPickup(order), given, () =>
      Promise.resolve({}),
    );
  }
  // A repeated step finds it confirmed.
  if (order.isCollected) await requireProof(ctx.db, order.id, proof);
  else
    await recordHere(ctx, operation, order, confirmingPickup(order), (tx, confirm) =>
      markCollected(tx, ctx, order.id, proof, confirm),
    );
  return null;
}

/** @throws Refusal 422 by field, where the channel gives out coupons */
function proofOf({ channel }: OrderToActOn, given: unknown): CouponProof | null {
  return channels[channel].pickup.hasCoupon ? readInput(couponProof, given, 'body') : null;
}
