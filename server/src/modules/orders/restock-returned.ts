import { movementMessages } from '@evenstock/contract/messages/movements';
import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../context.ts';
import { invalid } from '../../api/routing.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { lockStock } from '../stock/lock-stock.ts';
import { applyOrderLines } from '../stock/order-effects.ts';
import { linesOf } from './import-order.queries.ts';
import { addRestocked, lockOrderOf } from './restocks.queries.ts';

/**
 * Restocks units that left the house and came back, at a member's request: each unit once, whatever the marketplace does to its
 * own listing.
 * @param units how many; units that were restocked before are not restocked again
 * @returns how many units this call restocked
 * @throws Refusal 422 where more units are given than came back
 */
export function restockReturned(
  ctx: Context,
  place: { readonly orderId: number; readonly orderItemId: number },
  units: number,
): Promise<number> {
  return inTransaction(ctx.db, async (tx) => {
    await lockOrderOf(tx, place.orderId);
    const line = (await linesOf(tx, place.orderId)).find(({ id }) => id === place.orderItemId);
    if (line?.variant_id == null || units < 1 || units > line.returned) {
      throw invalid('order_item', message('orders.not_returned'));
    }
    const added = Math.min(units, line.returned - line.restocked_by_hand);
    if (added === 0) return 0;
    const stocks = await lockStock(tx, [line.variant_id]);
    await addRestocked(tx, line.id, added);
    await applyOrderLines(tx, ctx, stocks, [
      {
        orderId: place.orderId,
        orderItemId: line.id,
        variantId: line.variant_id,
        adjustment: added,
        action: movementMessages.restock,
        cause: `line:${String(line.id)}:${String(line.effect_no + 1)}`,
        listingId: null,
        events: [],
        isDoubtful: false,
      },
    ]);
    return added;
  });
}
