import type { ShipmentForm } from '@evenstock/connectors/kit/capabilities';
import { ChannelError } from '@evenstock/connectors/kit/errors';
import { channels } from '@evenstock/contract/channels';
import type { Context } from '../../context.ts';
import { invalid, type Refusal } from '../../api/routing.ts';
import { callMarketplace } from '../connections/call-marketplace.ts';
import type { OrderToActOn } from '../orders/order-to-act-on.ts';

/**
 * Lets only orders through that can be shipped now.
 * @throws Refusal 422 under 'order' with why it cannot
 */
export function requireShippable(order: OrderToActOn): void {
  if (order.offers.includes('ship')) return;
  const { marketplace, channel, pending, isShippedHere } = order;
  if (!marketplace.isVerified) {
    throw invalid('order', `${marketplace.name} is not authorised. Verify it on its page, then ship again.`);
  }
  if (pending !== null) {
    throw invalid(
      'order',
      `${channels[channel].label} has not confirmed yet what was asked for before. We check and tell you here.`,
    );
  }
  if (channels[channel].shipping === null) {
    throw invalid('order', `Orders of ${channels[channel].label} are shipped in its seller centre.`);
  }
  if (isShippedHere) throw shippedAlready();
  throw invalid(
    'order',
    'The order does not wait to be shipped. Sync it from its marketplace to see where it is.',
  );
}

export const shippedAlready = (): Refusal =>
  invalid(
    'order',
    'This order was shipped from here already. Its state follows once its marketplace tells it.',
  );

/**
 * What the marketplace needs to know to ship an order.
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
    if (isRefused) throw invalid('order', error.message);
    throw error;
  }
}
