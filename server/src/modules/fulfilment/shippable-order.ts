import type { ShipmentForm } from '@evenstock/connectors/kit/capabilities';
import { ChannelError } from '@evenstock/connectors/kit/errors';
import { channels } from '@evenstock/contract/channels';
import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../context.ts';
import { invalid, type Refusal } from '../../api/routing.ts';
import { callMarketplace } from '../connections/call-marketplace.ts';
import type { OrderToActOn } from '../orders/order-to-act-on.ts';

/**
 * Requires an order that can be shipped now.
 * @throws Refusal 422 under 'order' with why it cannot
 */
export function requireShippable(order: OrderToActOn): void {
  if (order.offers.includes('ship')) return;
  const { marketplace, channel, pending, isShippedHere } = order;
  if (!marketplace.isVerified) {
    throw invalid('order', message('fulfilment.needs_authorisation', { marketplace: marketplace.name }));
  }
  if (pending !== null) {
    throw invalid('order', message('fulfilment.not_confirmed', { channel: channels[channel].label }));
  }
  if (channels[channel].shipping === null) {
    throw invalid('order', message('fulfilment.shipped_elsewhere', { channel: channels[channel].label }));
  }
  if (isShippedHere) throw shippedAlready();
  throw invalid('order', message('fulfilment.not_to_ship'));
}

export const shippedAlready = (): Refusal => invalid('order', message('fulfilment.shipped_already'));

/**
 * Reads the shipment form of an order from its marketplace.
 * @throws Refusal 422 under 'order' with why it refuses
 * @throws ChannelError where it does not answer
 */
export async function readShipmentForm(ctx: Context, order: OrderToActOn): Promise<ShipmentForm> {
  try {
    return await callMarketplace(
      ctx,
      order.marketplace.id,
      'normal',
      async (access, { fulfilment }) => (await fulfilment?.form(access, order.ref)) ?? { methods: [] },
    );
  } catch (error) {
    const isRefused =
      error instanceof ChannelError &&
      (error.fault.kind === 'rejected' || error.fault.kind === 'unauthorised');
    if (isRefused) throw invalid('order', error.fault.reason);
    throw error;
  }
}
