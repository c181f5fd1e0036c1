import { movementMessages } from '@evenstock/contract/messages/catalog/movements';
import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../../context.ts';
import { invalid } from '../../../api/routing.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { lockStock } from '../../stock/ledger/lock-stock.ts';
import { applyOrderLines } from '../../stock/changes/order-effects.ts';
import { linesOf, type OrderItemRow } from '../imports/import-order.queries.ts';
import { givenBack } from '../imports/line-cancellations.rules.ts';
import { isSellers } from '../imports/order-lines.rules.ts';
import { addRestocked, lockOrderOf } from './restocks.queries.ts';

/** Units of a line to restock. */
export interface Restocking {
  readonly orderItemId: number;
  readonly units: number;
  /** The restocked units that the caller knows of; 0 makes `units` the units in all. */
  readonly restockedBefore: number;
}

/**
 * Restocks units that left the house and were returned, at a member's request: each unit once, whatever the marketplace does to its
 * own listing. It is idempotent, as a request names the units that were restocked before it.
 * @returns how many units this call restocked
 * @throws Refusal 422 where more units are given than came back
 */
export async function restockReturned(
  tx: Tx,
  ctx: Context,
  orderId: number,
  restockings: readonly Restocking[],
): Promise<number> {
  await lockOrderOf(tx, orderId);
  const lines = await linesOf(tx, orderId);
  const added = restockings.flatMap((restocking) => {
    const line = lines.find(({ id }) => id === restocking.orderItemId);
    const units = line === undefined ? 0 : unitsToRestock(line, restocking);
    return line === undefined || line.variant_id === null || units === 0
      ? []
      : [{ line, variantId: line.variant_id, units }];
  });
  if (added.length === 0) return 0;
  const stocks = await lockStock(
    tx,
    added.flatMap(({ line, variantId }) => [variantId, ...(line.parts ?? []).map((part) => part.variantId)]),
  );
  for (const { line, units } of added) await addRestocked(tx, line.id, units);
  await applyOrderLines(
    tx,
    ctx,
    stocks,
    added.map(({ line, variantId, units }) => ({
      orderId,
      orderItemId: line.id,
      variantId,
      adjustment: units,
      action: movementMessages.restock,
      cause: `line:${String(line.id)}:${String(line.effect_no + 1)}`,
      listingId: null,
      parts: line.parts,
      events: [],
      isDoubtful: false,
      restorableUntil: null,
    })),
  );
  return added.reduce((sum, { units }) => sum + units, 0);
}

/** @throws Refusal 422 where more units are given than came back */
function unitsToRestock(line: OrderItemRow, { units, restockedBefore }: Restocking): number {
  const back = line.returned + line.cancelled - givenBack(line.cancellations);
  if (
    line.variant_id === null ||
    !isSellers({ keptBy: line.kept_by }) ||
    units < 1 ||
    restockedBefore + units > back
  ) {
    throw invalid('order', message('orders.not_returned'));
  }
  return Math.max(0, restockedBefore + units - line.restocked_by_hand);
}
