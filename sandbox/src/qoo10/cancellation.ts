import { followOrder } from './fulfilment.ts';
import { orderCodes, rowNamed } from './orders.ts';
import type { QapiCall } from './qapi-call.ts';
import { QapiError } from './reply.ts';
import { cancelReasons, outOfStock } from './words.ts';

/** `Claim.SetCancelProcess`: the seller cancels a row, or accepts that the buyer cancels it (qoo10.md 6). */
export function cancel(call: QapiCall): null {
  const { shop, shipments } = call;
  const row = rowNamed(call, 'ContrNo');
  const { order, line } = row;
  const reason = call.text('CancelReason');
  const status = shipments.status(shop, row);
  if (status !== 2 && status !== 3)
    throw new QapiError(orderCodes.notNow, 'Only an order that is paid and not sent can be cancelled.');
  if (reason !== '' && cancelReasons[reason] === undefined)
    throw new QapiError(
      orderCodes.malformed,
      `CancelReason must be one of ${Object.keys(cancelReasons).join(', ')}.`,
    );
  const asked = order.cancellationRequested;
  const wish = order.events.findLast(({ name }) => name === 'request_cancellation')?.reason ?? '';
  shop.happen(order, 'cancel', {
    by: asked ? 'buyer' : 'seller',
    reason: asked ? wish : reason,
    units: { [line.id]: line.quantity - line.cancelled },
  });
  const offer = shop.offer(line.variantId);
  // The platform takes the seller at his word.
  if (!asked && reason === outOfStock && offer !== undefined)
    shop.setStock(offer, { sellable: offer.variant.stock.reserved }, 'order');
  if (order.stage === 'cancelled') return null;
  // The buyer's request was about every row of the cart, and is still open for the others.
  if (asked) shop.happen(order, 'request_cancellation', { by: 'buyer', reason: wish });
  followOrder(call, order);
  return null;
}
