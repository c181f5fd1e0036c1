import type { ShipmentForm } from '@evenstock/connectors/kit/capabilities';
import { message } from '@evenstock/contract/messages/message';
import { callForOrder } from '../orders/acts/call-for-order.ts';
import type { Context } from '../../context.ts';
import type { OrderToActOn } from '../orders/order/order-to-act-on.ts';

const nothingAsked: ShipmentForm = {
  methods: [{ key: 'default', label: message('asked.ready_to_collect'), fields: [] }],
};

/**
 * Reads from its marketplace the form for shipping an order, or for setting it ready to collect.
 * @throws Refusal 422 under 'order' with why it refuses
 * @throws ChannelError where it does not answer
 */
export function readShipmentForm(
  ctx: Context,
  order: OrderToActOn,
  of: 'fulfilment' | 'selfCollect',
): Promise<ShipmentForm> {
  const capability = ctx.connectors[order.channel][of];
  // The form is empty where the action calls nothing.
  if (capability === undefined) return Promise.resolve(nothingAsked);
  return callForOrder(ctx, order, (access) => capability.form(access, order.ref));
}
