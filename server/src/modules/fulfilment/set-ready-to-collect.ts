import type { setReadyToCollect as endpoint } from '@evenstock/contract/fulfilment';
import type { CallReply } from '@evenstock/contract/endpoint';
import type { Context } from '../../context.ts';
import { type Call, invalidFields } from '../../api/routing.ts';
import { actOnOrder, type OrderActKind } from '../orders/act-on-order.ts';
import { defineOrderAction } from '../orders/define-order-action.ts';
import { markOrder } from '../orders/mark-order.ts';
import type { OrderToActOn } from '../orders/order-to-act-on.ts';
import { readShipmentForm } from './read-shipment-form.ts';
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

export const settingReady: OrderActKind = {
  kind: 'order.ready_to_collect',
  activity: 'order.ready_to_collect',
  action: 'ready_to_collect',
};

/** Sets an order ready to collect: validates the answers against its form, and performs the action. See `actOnOrder`. */
export async function setReadyToCollect(call: Call<typeof endpoint>): Promise<CallReply<typeof endpoint>> {
  const { ctx, params, body } = call;
  const order = await actOnOrder(call, params.referenceNumber, settingReady, (read) =>
    askedCollectionOf(ctx, read, body),
  );
  return { order };
}

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
