import { movementMessages } from '@evenstock/contract/messages/movements';
import { message, type Message } from '@evenstock/contract/messages/message';
import { randomUUID } from 'node:crypto';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database.ts';
import { invalid, Refusal } from '../../api/routing.ts';
import { inTransaction, RetryTransaction } from '../../platform/transaction.ts';
import { recordActivity } from '../journal/record-activity.ts';
import { loadStock, lockVariants } from './variant-stock.queries.ts';
import { isKnownToMerged } from './movements.queries.ts';
import type { MovementReason } from './movement.ts';
import type { RecordedMovement } from './recorded-movement.ts';
import { CAUSE_RECORDED, recordMovement } from './record-movement.ts';
import { requireOwnQuantity } from './require-own-quantity.ts';
import { saveStock } from './save-stock.ts';

export interface Adjustment {
  readonly storeId: number;
  readonly variantId: number;
  /** Null: their account is gone. */
  readonly userId: number | null;
  /** Units to add (negative: to take away), or the quantity that it is to become. */
  readonly units: number | { readonly to: number };
  /** One value per press of the button: the same value changes nothing a second time. */
  readonly key?: string | undefined;
  readonly reason?: MovementReason | undefined;
  /** The quantity that the member saw: the adjustment is refused if it is another one by now. */
  readonly seen?: number | undefined;
  /** The operation that it is a part of. */
  readonly operationId?: number;
  /** Refuses an adjustment after which the quantity would be below zero. */
  readonly refuseBelowZero?: boolean;
  /** Refuses it in a store without inventory sync. */
  readonly refuseWithoutSync?: boolean;
}

/**
 * Records a member's adjustment of a quantity, with its activity, and makes the pushes due that follow. The adjustment of a merged
 * SKU goes to the one that it was merged into.
 * @returns null when this press was recorded before, or there is nothing to change
 * @throws Refusal 409 when the quantity is not the one that was seen; 422 when the SKU is a set, the quantity would fall below zero, or
 * the store does not sync, and that is to be refused
 */
export async function adjustQuantity(ctx: Context, adjustment: Adjustment): Promise<RecordedMovement | null> {
  try {
    return await adjustOnce(ctx, adjustment);
  } catch (error) {
    if (error instanceof PressedBefore) return null;
    throw error;
  }
}

/** Rolls back a press that a SKU recorded before it was merged into this one. */
class PressedBefore extends Error {}

function adjustOnce(ctx: Context, adjustment: Adjustment): Promise<RecordedMovement | null> {
  const { storeId, userId, operationId } = adjustment;
  let variantId = adjustment.variantId;
  const cause = `adjust:${adjustment.key ?? randomUUID()}`;
  return inTransaction(
    ctx.db,
    async (tx) => {
      const at = ctx.clock.now();
      const units = await unitsOf(tx, variantId, adjustment.units);
      if (units === 0) return null;
      const movement = await recordMovement(
        tx,
        ctx,
        {
          storeId,
          variantId,
          adjustment: units,
          source: { type: 'User', userId },
          action: movementMessages.adjustment,
          cause,
          reason: adjustment.reason,
        },
        at,
      );
      if (movement === null) return null;
      if (adjustment.key !== undefined && (await isKnownToMerged(tx, variantId, cause))) {
        throw new PressedBefore();
      }
      const stocks = await loadStock(tx, [variantId, ...movement.lockedSets]);
      const became = stocks.get(variantId)?.mergedInto ?? null;
      if (became !== null) {
        variantId = became;
        throw new RetryTransaction();
      }
      requireOwnQuantity(stocks.get(variantId), 'adjustment');
      requireSeen(movement.finalQuantity - units, adjustment.seen);
      if (adjustment.refuseWithoutSync === true && stocks.get(variantId)?.canSync !== true) {
        throw invalid('adjustment', message('stock.sync_is_off'));
      }
      if (adjustment.refuseBelowZero === true && units < 0 && movement.finalQuantity < 0) {
        throw invalid('adjustment', belowZero(movement.finalQuantity - units));
      }
      await recordActivity(tx, {
        storeId,
        key: 'variant.update',
        actor: { type: 'User', id: userId },
        recipient: { type: 'Variant', id: variantId },
        before: { quantity: movement.finalQuantity - units },
        after: { quantity: movement.finalQuantity },
        extras: {
          stock_movement_id: movement.id,
          ...(adjustment.reason === undefined ? {} : { reason: adjustment.reason.code }),
          ...(operationId === undefined ? {} : { operation_id: operationId }),
        },
        at,
      });
      await saveStock(tx, stocks, { movementOf: new Map([[variantId, movement.id]]), at });
      return movement;
    },
    { hotPath: true, retryOn: [CAUSE_RECORDED] },
  );
}

/** The units to add. A quantity to reach is compared with what a locked SKU has, or the one that it was merged into. */
async function unitsOf(tx: Tx, variantId: number, units: Adjustment['units']): Promise<number> {
  if (typeof units === 'number') return units;
  const stocks = await loadStock(tx, await lockVariants(tx, [variantId]));
  const variant = stocks.get(variantId);
  if (variant === undefined) return 0;
  return variant.mergedInto === null ? units.to - variant.quantity : unitsOf(tx, variant.mergedInto, units);
}

/** @throws Refusal 409 with the quantity as it is, where it is not the one that the caller saw */
export function requireSeen(quantity: number, seen: number | undefined): void {
  if (seen === undefined || seen === quantity) return;
  throw new Refusal(409, message('stock.quantity_moved', { quantity }));
}

function belowZero(there: number): Message {
  return there > 0 ? message('stock.adjustment_too_low', { units: there }) : message('stock.nothing_to_take');
}
