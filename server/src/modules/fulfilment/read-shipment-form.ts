import type { ShipmentForm } from '@evenstock/connectors/kit/capabilities';
import { callForOrder } from '../orders/call-for-order.ts';
import type { Context } from '../../context.ts';
import type { OrderToActOn } from '../orders/order-to-act-on.ts';

/**
 * Reads from its marketplace what must be known to ship an order, or to set it ready to collect.
 * @throws Refusal 422 under 'order' with why it refuses
 * @throws ChannelError where it does not answer
 */
export function readShipmentForm(
  ctx: Context,
  order: OrderToActOn,
  of: 'fulfilment' | 'selfCollect',
): Promise<ShipmentForm> {
  return callForOrder(
    ctx,
    order,
    async (access, connector) => (await connector[of]?.form(access, order.ref)) ?? { methods: [] },
  );
}
