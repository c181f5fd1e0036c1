import { randomUUID } from 'node:crypto';
import type { Context } from '../../context.ts';
import { invalid } from '../../api/routing.ts';
import { inTransaction, RetryTransaction } from '../../platform/transaction.ts';
import { loadShelves } from './shelf.queries.ts';
import { isKnownToMerged } from './movements.queries.ts';
import type { RecordedMovement } from './movement.ts';
import { CAUSE_RECORDED, recordMovement } from './record-movement.ts';
import { saveShelves } from './save-shelves.ts';

export interface Adjustment {
  readonly storeId: number;
  readonly variantId: number;
  readonly userId: number;
  /** Units to add (negative: to take away). */
  readonly units: number;
  /** One value per press of the button: the same value twice changes nothing the second time. */
  readonly key?: string | undefined;
  /** What a member types may not take away more than there is; what orders took is known already. */
  readonly refuseBelowZero?: boolean;
}

/**
 * A member's adjustment of a quantity. All listings are decided anew, and written where they must be. A SKU that was merged away
 * meanwhile passes it on to the one that it became.
 * @returns null when this press was recorded before
 * @throws Refusal 422 when it would leave less than nothing and that is to be refused
 */
export async function adjustQuantity(ctx: Context, adjustment: Adjustment): Promise<RecordedMovement | null> {
  try {
    return await adjustOnce(ctx, adjustment);
  } catch (error) {
    if (error instanceof PressedBefore) return null;
    throw error;
  }
}

/** Thrown to undo a press that a SKU recorded before it was merged into this one. */
class PressedBefore extends Error {}

function adjustOnce(ctx: Context, adjustment: Adjustment): Promise<RecordedMovement | null> {
  const { storeId, userId, units } = adjustment;
  let variantId = adjustment.variantId;
  const cause = `adjust:${adjustment.key ?? randomUUID()}`;
  return inTransaction(
    ctx.db,
    async (tx) => {
      const at = ctx.clock.now();
      const movement = await recordMovement(
        tx,
        {
          storeId,
          variantId,
          adjustment: units,
          source: { type: 'User', userId },
          action: 'Adjustment',
          cause,
        },
        at,
      );
      if (movement === null) return null;
      if (adjustment.key !== undefined && (await isKnownToMerged(tx, variantId, cause))) {
        throw new PressedBefore();
      }
      const shelves = await loadShelves(tx, [variantId]);
      const became = shelves.get(variantId)?.mergedInto ?? null;
      if (became !== null) {
        variantId = became;
        throw new RetryTransaction();
      }
      if (adjustment.refuseBelowZero === true && units < 0 && movement.finalQuantity < 0) {
        throw invalid('adjustment', belowZero(movement.finalQuantity - units));
      }
      await saveShelves(tx, shelves.values(), { movementOf: new Map([[variantId, movement.id]]), at });
      return movement;
    },
    { hotPath: true, retryOn: [CAUSE_RECORDED] },
  );
}

function belowZero(there: number): string {
  return there > 0
    ? `Adjustment must be at least -${String(there)}: there are no more units to take away`
    : 'Adjustment must be at least 0: there are no units to take away';
}
