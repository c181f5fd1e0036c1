import type { shipOrder as endpoint } from '@evenstock/contract/fulfilment/fulfilment';
import { message } from '@evenstock/contract/messages/message';
import { z } from 'zod';
import type { Context } from '../../context.ts';
import { type Call, invalid, invalidFields } from '../../api/routing.ts';
import { actOnOrder, type OrderActKind } from '../orders/acts/act-on-order.ts';
import { defineOrderAction } from '../orders/acts/define-order-action.ts';
import type { OrderToActOn } from '../orders/order/order-to-act-on.ts';
import { readShipmentForm } from './read-shipment-form.ts';
import { readShipment, type AskedShipment, type GivenShipment } from './shipment-answers.rules.ts';
import { isShippedHere } from './shipments.queries.ts';

/** The schema of `AskedShipment`, as the rows of actions keep it. */
export const askedShipment = z.object({
  method: z.string(),
  answers: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  order_item_ids: z.array(z.number()).nullable(),
  // Only a method that was chosen among several is proposed the next time.
  is_choice: z.boolean().optional(),
});

/** The action that ships an order at its marketplace. */
export const shipOrderAction = defineOrderAction({
  kind: 'order.ship',
  asked: askedShipment,
  of: (connector) => connector.fulfilment?.ship,
  itemsOf: ({ order_item_ids: itemIds }) => itemIds,
  fill: ({ askedAt, ...base }, { method, answers }) => ({ ...base, method, answers, shippedAt: askedAt }),
});

export const shipping: OrderActKind = {
  kind: 'order.ship',
  activity: 'order.ship',
  action: 'ship',
  // One that is shipped in part stays to be processed.
  leadsTo: (asked) => (askedShipment.parse(asked).order_item_ids === null ? { state: 'shipped' } : {}),
  async confirm(tx, order) {
    if (await isShippedHere(tx, order.id)) throw invalid('order', message('fulfilment.shipped_already'));
  },
};

/** Ships an order: validates the answers against the shipment form, and performs the action. See `actOnOrder`. */
export function shipOrder(call: Call<typeof endpoint>): ReturnType<typeof actOnOrder> {
  const { ctx, params, body } = call;
  return actOnOrder(call, params.referenceNumber, shipping, body.ship, (read) =>
    askedShipmentOf(ctx, read, body.ship),
  );
}

/**
 * Leaves an order out of a shipment of many whose buyer asks to cancel.
 * @throws Refusal 422 under 'order'
 */
export function leaveOutRequested(order: OrderToActOn): void {
  if (order.cancellationRequested) throw invalid('order', message('fulfilment.answer_first'));
}

/**
 * Validates the request of a shipment against the shipment form of its order.
 * @throws Refusal 422 by field, or under 'order' with why the marketplace refuses
 * @throws ChannelError where it does not answer
 */
export async function askedShipmentOf(
  ctx: Context,
  order: OrderToActOn,
  given: GivenShipment,
): Promise<AskedShipment> {
  const form = await readShipmentForm(ctx, order, 'fulfilment');
  const choosesLines = ctx.connectors[order.channel].fulfilment?.choosesLines ?? false;
  const { asked, faults } = readShipment(given, form, { lines: order.lines, choosesLines });
  if (faults !== null) throw invalidFields(faults);
  return form.methods.length > 1 ? { ...asked, is_choice: true } : asked;
}
