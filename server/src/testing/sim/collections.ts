import { channels } from '@evenstock/contract/channels/channels';
import { Refusal } from '../../api/routing.ts';
import { confirmPickup, confirmingPickup } from '../../modules/fulfilment/confirm-pickup.ts';
import {
  askedCollectionOf,
  setReadyToCollect,
  settingReadyToCollect,
} from '../../modules/fulfilment/set-ready-to-collect.ts';
import type { OrderActKind } from '../../modules/orders/acts/act-on-order.ts';
import type { OrderToActOn } from '../../modules/orders/order/order-to-act-on.ts';
import type { Stage } from './actors.ts';
import { memberCall } from './member-call.ts';

/** Orders that their buyers collect. What a marketplace has no call for is recorded in Evenstock only. */

/** Leaves a call to a marketplace to the workers. @returns its outcome */
type Ask = (act: OrderActKind, asked: () => Promise<unknown>) => Promise<string>;

/** A member sets an order ready to collect. */
export async function setReady(stage: Stage, order: OrderToActOn, ask: Ask): Promise<string> {
  if (order.recordedHere.includes('ready_to_collect'))
    return recorded(() => setReadyToCollect(memberCall(stage, { ...callOf(order), body: {} })));
  return ask(settingReadyToCollect, () => askedCollectionOf(stage.market.ctx, order, { method: 'default' }));
}

/** A member confirms that the buyer has collected an order. */
export async function confirmPickupOf(stage: Stage, order: OrderToActOn, ask: Ask): Promise<string> {
  const act = confirmingPickup(order);
  if (!order.recordedHere.includes(act.action)) return ask(act, () => Promise.resolve({}));
  const proof = { coupon_no: '123456789', auth_no: '1234' };
  const body = channels[order.channel].pickup.hasCoupon ? { pickup: proof } : {};
  return recorded(() => confirmPickup(memberCall(stage, { ...callOf(order), body })));
}

const callOf = ({ referenceNumber }: OrderToActOn) => ({
  params: { storeId: 'market', referenceNumber },
  query: {},
});

async function recorded(call: () => Promise<unknown>): Promise<string> {
  try {
    await call();
    return 'recorded';
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}
