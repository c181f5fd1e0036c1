import { movementMessages } from '@evenstock/contract/messages/catalog/movements';
import type { Message } from '@evenstock/contract/messages/message';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { RetryTransaction } from '../../../platform/database/transaction.ts';
import { recordActivities } from '../../journal/record-activity.ts';
import { recordedCauses } from '../ledger/movements.queries.ts';
import { recordMovements } from '../ledger/record-movement.ts';
import { saveStock } from '../ledger/save-stock.ts';
import { loadStock, lockCurrent } from '../ledger/variant-stock.queries.ts';
import { withMovements } from '../protocol/variant-stock.rules.ts';
import { adjustmentActivity, causeOf, type Adjustment } from './adjust-quantity.ts';
import { decideAdjustments, type AdjustmentConditions } from './decide-adjustments.rules.ts';

/** An adjustment of a batch: `key` names it, so that it is made once. */
export interface BatchedAdjustment {
  readonly variantId: number;
  readonly units: number | { readonly to: number };
  readonly key: string;
  /** The quantity that the member saw: it is refused if it is another one by now. */
  readonly seen?: number | undefined;
}

export interface AdjustmentBatch
  extends AdjustmentConditions, Pick<Adjustment, 'storeId' | 'userId' | 'operationId'> {
  readonly adjustments: readonly BatchedAdjustment[];
}

/**
 * Makes adjustments as `adjustQuantity` does, all in the caller's transaction and each step in one statement: the SKUs are locked in
 * id order, and what cannot be made is refused alone. The caller locks nothing else afterwards that another holds while it waits for a SKU.
 * @returns for each why it is refused; null: it is made, was made before, or changes nothing
 * @throws RetryTransaction where a SKU is merged meanwhile
 */
export async function adjustQuantities(
  tx: Tx,
  ctx: Context,
  batch: AdjustmentBatch,
): Promise<readonly (Message | null)[]> {
  const { storeId, userId, adjustments } = batch;
  if (adjustments.length === 0) return [];
  const at = ctx.clock.now();
  const { locked, becameOf } = await lockCurrent(
    tx,
    adjustments.map(({ variantId }) => variantId),
  );
  const stocks = await loadStock(tx, locked);
  if ([...stocks.values()].some(({ mergedInto }) => mergedInto !== null)) throw new RetryTransaction();
  const asked = adjustments.map(({ variantId, key, ...each }) => ({
    ...each,
    variantId: becameOf.get(variantId) ?? variantId,
    cause: causeOf(key),
  }));
  const known = await recordedCauses(tx, asked);
  const decided = decideAdjustments(
    asked.map((each) => ({ ...each, isRecorded: known.has(each.cause) })),
    stocks,
    batch,
  );
  const movements = asked.flatMap(({ variantId, cause }, index) => {
    const decision = decided[index] ?? null;
    return decision === null || !('units' in decision)
      ? []
      : {
          storeId,
          variantId,
          adjustment: decision.units,
          source: { type: 'User', userId } as const,
          action: movementMessages.adjustment,
          cause,
        };
  });
  const recorded = await recordMovements(tx, ctx, movements, at);
  await recordActivities(
    tx,
    recorded.map((movement) => adjustmentActivity(batch, movement, at)),
  );
  const movementOf = new Map(recorded.map(({ variantId, id }) => [variantId, id]));
  if (recorded.length > 0) await saveStock(tx, withMovements(stocks, recorded), { movementOf, at });
  return decided.map((decision) => (decision !== null && 'reason' in decision ? decision.reason : null));
}
