import type { CallReply } from '@evenstock/contract/api/endpoint';
import { movementMessages } from '@evenstock/contract/messages/catalog/movements';
import { message } from '@evenstock/contract/messages/message';
import type { undoAdjustment as undoEndpoint } from '@evenstock/contract/stock/stock';
import type { Context } from '../../../context.ts';
import { notFound, Refusal } from '../../../api/routing.ts';
import { readUndoable, undoBeginning } from '../ledger/undoable.queries.ts';
import { undoableSince } from './undo-adjustment.rules.ts';
import { adjustQuantity } from './adjust-quantity.ts';

/**
 * Undoes a member's adjustment by an entry of the opposite units, so that what was sold and put back since stays so. A second press
 * changes nothing.
 * @throws Refusal 404; 409 where it is no adjustment of the last day, or the quantity was stated anew since; as `adjustQuantity`
 */
export async function undoAdjustment(
  ctx: Context,
  storeId: number,
  userId: number,
  movementId: number,
): Promise<CallReply<typeof undoEndpoint>> {
  const [made] = await readUndoable(ctx.db, storeId, [movementId]);
  if (made === undefined) throw notFound('stock_movement');
  if (!made.isAdjustment) throw new Refusal(409, message('stock.undo_adjustments_only'));
  if (made.createdAt < undoableSince(ctx.clock.now()) && !made.isUndone) {
    throw new Refusal(409, message('stock.undo_too_late'));
  }
  await adjustQuantity(ctx, {
    storeId,
    variantId: made.variantId,
    userId,
    units: -made.adjustment,
    key: `${undoBeginning}${made.cause}`,
    action: movementMessages.undo_adjustment,
    refuseBelowZero: true,
    refuseWithoutSync: true,
    also: async (tx) => {
      const [now] = await readUndoable(tx, storeId, [made.id]);
      if (now?.isUntouched !== true) throw new Refusal(409, message('stock.undo_restated'));
    },
  });
  return { undone: made.id };
}
