import { channels } from '@evenstock/contract/channels';
import type { CallReply } from '@evenstock/contract/endpoint';
import {
  couponProof,
  type confirmPickup as endpoint,
  type CouponProof,
} from '@evenstock/contract/fulfilment';
import type { Order } from '@evenstock/contract/orders';
import { z } from 'zod';
import { readInput } from '../../api/http-input.ts';
import type { Call } from '../../api/routing.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { recordActivity } from '../journal/record-activity.ts';
import { actOnOrder, requireOffered, type OrderActKind } from '../orders/act-on-order.ts';
import { defineOrderAction } from '../orders/define-order-action.ts';
import { markCollected } from '../orders/mark-order.ts';
import { orderToActOn, type OrderToActOn } from '../orders/order-to-act-on.ts';
import { showOrder } from '../orders/show-order.ts';

/** The action that reports a pickup, at marketplaces that want to know of it. */
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

/** What a pickup is called at the order's channel. */
function actOf({ channel }: OrderToActOn): OrderActKind {
  const action = channels[channel].pickup.is === 'authorised' ? 'authorise_pickup' : 'confirm_pickup';
  return { kind: 'order.confirm_pickup', activity: 'order.confirm_pickup', action };
}

/**
 * Confirms that the buyer has collected an order. Its marketplace is told where it wants to know; elsewhere the fact is kept here.
 * @throws Refusal 404; 422 by field, or under 'order' with why it was refused
 */
export async function confirmPickup(call: Call<typeof endpoint>): Promise<CallReply<typeof endpoint>> {
  const { ctx, store, params, body } = call;
  const order = await orderToActOn(ctx, store.id, params.referenceNumber);
  const proof = channels[order.channel].pickup.hasCoupon
    ? readInput(couponProof, body.pickup ?? {}, 'body')
    : null;
  if (ctx.connectors[order.channel].pickup === undefined)
    return { order: await keepHere(call, order, proof) };
  return { order: await actOnOrder(call, order.referenceNumber, actOf(order), () => Promise.resolve({})) };
}

async function keepHere(
  { ctx, store, actor }: Call<typeof endpoint>,
  order: OrderToActOn,
  proof: CouponProof | null,
): Promise<Order> {
  requireOffered(order, actOf(order).action);
  await inTransaction(ctx.db, async (tx) => {
    if (!(await markCollected(tx, ctx, order.id, proof))) return;
    await recordActivity(tx, {
      storeId: store.id,
      key: 'order.confirm_pickup',
      actor: { type: 'User', id: actor.userId },
      recipient: { type: 'Order', id: order.id },
      at: ctx.clock.now(),
    });
  });
  return showOrder(ctx, store, actor, order.referenceNumber);
}
