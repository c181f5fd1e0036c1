import type { Context } from '../../context.ts';
import { Refusal } from '../../api/routing.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { shelvesFor } from '../stock/evaluate-listings.ts';
import { applyOrderLines } from '../stock/order-effects.ts';
import { linesOf } from './import-order.queries.ts';
import { addRestocked, lockOrderOf } from './restocks.queries.ts';

/**
 * A member puts units back into the quantity that had left the house and came back. Each unit once, whatever the marketplace does to
 * its own listing.
 * @param units how many; those that were put back before are not put back again
 * @returns how many were put back by this call
 * @throws Refusal 422 where more is asked for than came back
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
      const text = 'Only units that came back can be restocked.';
      throw new Refusal(422, text, { order_item: [text] });
    }
    const added = Math.min(units, line.returned - line.restocked_by_hand);
    if (added === 0) return 0;
    const shelves = await shelvesFor(tx, [line.variant_id]);
    await addRestocked(tx, line.id, added);
    await applyOrderLines(tx, ctx, shelves, [
      {
        orderId: place.orderId,
        orderItemId: line.id,
        variantId: line.variant_id,
        adjustment: added,
        action: 'Restock',
        cause: `line:${String(line.id)}:${String(line.effect_no + 1)}`,
        listingId: null,
        events: [],
        isDoubtful: false,
      },
    ]);
    return added;
  });
}
