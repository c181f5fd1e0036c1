import type { setReadyToCollect as endpoint } from '@evenstock/contract/fulfilment/fulfilment';
import type { MessageOnWire } from '@evenstock/contract/messages/message';
import type { Context } from '../../context.ts';
import { type Call, invalidFields } from '../../api/routing.ts';
import type { OperationRecord } from '../operations/operation-definition.ts';
import { actOnOrder, type OrderActKind } from '../orders/acts/act-on-order.ts';
import { defineOrderAction } from '../orders/acts/define-order-action.ts';
import { markOrder } from '../orders/imports/mark-order.ts';
import { massActAtMarketplace } from '../orders/acts/mass-act-at-marketplace.ts';
import type { MassOrder } from '../orders/acts/mass-act.ts';
import { orderToActOn, type OrderToActOn } from '../orders/order/order-to-act-on.ts';
import { showOrder } from '../orders/order/show-order.ts';
import { readShipmentForm } from './read-shipment-form.ts';
import { recordHere } from './record-here.ts';
import { readShipment, type AskedShipment, type GivenShipment } from './shipment-answers.rules.ts';
import { askedShipment } from './ship-order.ts';

/** The action that sets an order ready for its buyer to collect. */
export const setReadyAction = defineOrderAction({
  kind: 'order.ready_to_collect',
  asked: askedShipment,
  of: (connector) => connector.selfCollect?.setReady,
  itemsOf: () => null,
  fill: ({ askedAt, ...base }, { method, answers }) => ({ ...base, method, answers, shippedAt: askedAt }),
  async settle(tx, ctx, action, end) {
    if (end.state === 'done') await markOrder(tx, ctx, action.subjectId, 'ready_to_collect');
  },
});

/** How members set an order ready to collect. */
export const settingReadyToCollect: OrderActKind = {
  kind: 'order.ready_to_collect',
  activity: 'order.ready_to_collect',
  action: 'ready_to_collect',
  leadsTo: () => ({ state: 'buyer_self_collect' }),
};

/**
 * Sets an order ready to collect: validates the answers against its form, and performs the action. A marketplace without a call
 * for it is not notified. See `actOnOrder`.
 */
export async function setReadyToCollect(
  call: Call<typeof endpoint>,
): Promise<Awaited<ReturnType<typeof actOnOrder>>> {
  const { ctx, store, actor, params, body } = call;
  const order = await orderToActOn(ctx, store.id, params.referenceNumber);
  if (ctx.connectors[order.channel].selfCollect !== undefined) {
    const asked = (read: OrderToActOn) => askedCollectionOf(ctx, read, body);
    return actOnOrder(call, order.referenceNumber, settingReadyToCollect, body, asked);
  }
  await markReady(ctx, { storeId: store.id, userId: actor.userId }, order);
  return { order: await showOrder(ctx, store, actor, order.referenceNumber) };
}

/**
 * Sets one order of a mass action ready to collect.
 * @returns null where it is done, else why not
 */
export async function setReadyForMass(
  ctx: Context,
  operation: OperationRecord,
  massOrder: MassOrder,
  given: GivenShipment & { readonly reference_number: string },
): Promise<MessageOnWire | null> {
  const order = await orderToActOn(ctx, operation.storeId, massOrder.reference);
  if (ctx.connectors[order.channel].selfCollect !== undefined) {
    const asked = (read: OrderToActOn) => askedCollectionOf(ctx, read, given);
    return massActAtMarketplace(ctx, operation, massOrder, settingReadyToCollect, given, asked);
  }
  // A repeated step finds it ready.
  if (!order.isReadyToCollect) await markReady(ctx, operation, order);
  return null;
}

const markReady = (
  ctx: Context,
  by: { readonly storeId: number; readonly userId: number | null },
  order: OrderToActOn,
): Promise<void> =>
  recordHere(ctx, by, order, settingReadyToCollect, (tx, confirm) =>
    markOrder(tx, ctx, order.id, 'ready_to_collect', confirm),
  );

/**
 * Validates a request to set an order ready to collect.
 * @throws Refusal 422 by field, or under 'order' with why the marketplace refuses
 * @throws ChannelError where it does not answer
 */
export async function askedCollectionOf(
  ctx: Context,
  order: OrderToActOn,
  given: GivenShipment,
): Promise<AskedShipment> {
  const form = await readShipmentForm(ctx, order, 'selfCollect');
  const { asked, faults } = readShipment(given, form, { lines: order.lines, choosesLines: false });
  if (faults !== null) throw invalidFields(faults);
  return asked;
}
