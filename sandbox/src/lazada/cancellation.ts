import type { Order } from '../core/records.ts';
import { SandboxError } from '../core/sandbox-error.ts';
import { Failure } from './reply.ts';
import type { ShopCall } from './shop-call.ts';
import { unitsOf, type Unit } from './units.ts';
import { cancelReasons } from './words.ts';

const cancellable = ['pending', 'packed', 'ready_to_ship'];

/** `/order/reverse/cancel/validate`: whether these items may be cancelled, and for which reasons (lazada.md 6.1). */
export function validateCancellation(call: ShopCall): object {
  namedUnits(call, call.order('order_id'));
  return {
    tip_type: 'warning',
    tip_content: 'Cancellations count against your shop’s rating.',
    reason_options: cancelReasons.map(({ id, name }) => ({ reason_id: id, reason_name: name })),
  };
}

/**
 * `/order/reverse/cancel/create`: the seller cancels. Units go back to the sellable ones, but for reasons of stock and
 * price, which leave the SKU at 0 (at a campaign's units, if there are any). An item of a package takes the package along.
 */
export function cancelBySeller(call: ShopCall): object {
  const order = call.order('order_id');
  const named = namedUnits(call, order);
  const reason = cancelReasons.find(({ id }) => id === call.needed('reason_id'));
  if (reason === undefined) throw new Failure('InvalidParameter', 'The reason is not one of this country.');
  const all = unitsOf(order, call.marks(order)).filter(({ status }) => cancellable.includes(status));
  // One item of a parcel takes the whole parcel along.
  const parcels = new Set(named.flatMap(({ parcel }) => parcel ?? []));
  const units = all.filter(
    (unit) =>
      named.some(({ id }) => id === unit.id) || (unit.parcel !== undefined && parcels.has(unit.parcel)),
  );
  const counts: Record<string, number> = {};
  for (const { line } of units) counts[line.id] = (counts[line.id] ?? 0) + 1;
  call.pick(
    order,
    units.map(({ id }) => id),
    () => {
      call.shop.happen(order, 'cancel', { by: 'seller', reason: reason.id, units: counts });
    },
  );
  if (reason.zeroes) {
    for (const variantId of new Set(units.map(({ line }) => line.variantId))) {
      const offer = call.shop.offer(variantId);
      if (offer) call.shop.setStock(offer, { sellable: offer.variant.stock.reserved }, 'order');
    }
  }
  return { tip_type: 'success', tip_content: 'The order items were cancelled.' };
}

/** `/order/reverse/cancel/seller/decide`: the seller answers a buyer's request to cancel. */
export function decideCancellation(call: ShopCall): null {
  const id = call.needed('reverse_order_id');
  const order = [...call.shop.orders.values()].find((one) => call.marks(one)?.reverseOrderId === id);
  if (order === undefined) throw new Failure('105', 'The reverse order does not exist.');
  if (!order.cancellationRequested) throw new Failure('106', 'The reverse order was decided already.');
  const agrees = call.needed('agree_cancel') === 'true';
  try {
    if (agrees) call.shop.happen(order, 'cancel', { by: 'buyer', reason: 'Change of mind' });
    else call.shop.happen(order, 'reject_cancellation', { by: 'seller' });
  } catch (error) {
    if (error instanceof SandboxError) throw new Failure('116', error.message);
    throw error;
  }
  return null;
}

function namedUnits(call: ShopCall, order: Order): Unit[] {
  const units = unitsOf(order, call.marks(order));
  return call.list('order_item_id_list', '20').map((id) => {
    const unit = units.find((one) => one.id === id);
    if (unit === undefined) throw new Failure('20', 'Invalid Order Item ID');
    // Once the whole order is ready to ship, its units have left the stock here: they are not taken back.
    if (!cancellable.includes(unit.status) || order.stage === 'shipped')
      throw new Failure('131', `An item that is ${unit.status} cannot be cancelled.`);
    return unit;
  });
}
