import { movementMessages, type MovementAction } from '@evenstock/contract/messages/catalog/movements';
import { message, type Message, type MessageOnWire } from '@evenstock/contract/messages/message';
import { randomUUID } from 'node:crypto';
import type { Context } from '../../../context.ts';
import type { Handle, Tx } from '../../../platform/database/database.ts';
import { invalid, Refusal } from '../../../api/routing.ts';
import { inTransaction, RetryTransaction } from '../../../platform/database/transaction.ts';
import { recordActivity } from '../../journal/record-activity.ts';
import type { VariantStocks } from '../protocol/variant-stock.rules.ts';
import { loadStock, lockVariants } from '../ledger/variant-stock.queries.ts';
import { changesSince } from '../ledger/changes-since.queries.ts';
import { countRepeated, isKnownToMerged, isRecorded } from '../ledger/movements.queries.ts';
import type { MovementReason } from '../ledger/movement.ts';
import type { RecordedMovement } from '../protocol/recorded-movement.ts';
import { CAUSE_RECORDED, recordMovement } from '../ledger/record-movement.ts';
import { adjustBeginning } from '../ledger/undoable.queries.ts';
import {
  belowZero,
  faultOf,
  movedOf,
  movedSinceSeen,
  type AdjustmentConditions,
  type AdjustmentFault,
} from './decide-adjustments.rules.ts';
import { requireOwnQuantity } from './require-own-quantity.ts';
import { saveStock } from '../ledger/save-stock.ts';

/** Units that were counted at an instant. What was sold or put back since stays so. */
export interface CountedUnits {
  readonly counted: number;
  readonly at: Date;
}

export interface Adjustment extends AdjustmentConditions {
  readonly storeId: number;
  readonly variantId: number;
  /** Null: their account is gone. */
  readonly userId: number | null;
  /** Units to add (negative: to take away), the quantity that it is to become, or what was counted. */
  readonly units: number | { readonly to: number } | CountedUnits;
  /** One value per press of the button: the same value changes nothing a second time. */
  readonly key?: string | undefined;
  readonly reason?: MovementReason | undefined;
  /** What the entry is called; an adjustment unless it is given. */
  readonly action?: MovementAction;
  /** The quantity that the member saw: the adjustment is refused if it is another one by now. */
  readonly seen?: number | undefined;
  /** The operation that it is a part of. */
  readonly operationId?: number;
  /** Further changes of the SKU, in the same transaction: what it shows is decided after them. */
  readonly also?: ((tx: Tx, variantId: number) => Promise<void>) | undefined;
}

/**
 * Records a member's adjustment of a quantity, with its activity, and makes the pushes due that follow. The adjustment of a merged
 * SKU goes to the one that it was merged into.
 * @returns null when this press was recorded before, or there is nothing to change
 * @throws Refusal 409 when the quantity is not the one that was seen, or was changed otherwise since it was counted; 422 when the SKU is a set, the quantity would fall below zero, or
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

/** The cause of an adjustment in the ledger. */
export const causeOf = (key: string): string => `${adjustBeginning}${key}`;

/** An adjustment that is to be made. */
export interface FutureAdjustment {
  readonly variantId: number;
  readonly units: number;
  readonly key: string;
}

/** How many of these adjustments were made since an instant under another key that begins the same. */
export function countRepeatedAdjustments(
  db: Handle,
  adjustments: readonly FutureAdjustment[],
  { keyBeginning, since }: { readonly keyBeginning: string; readonly since: Date },
): Promise<number> {
  const caused = adjustments.map(({ key, ...adjustment }) => ({ ...adjustment, cause: causeOf(key) }));
  return countRepeated(db, caused, { beginning: causeOf(keyBeginning), since });
}

/** Rolls back a press that a SKU recorded before it was merged into this one. */
class PressedBefore extends Error {}

function adjustOnce(ctx: Context, adjustment: Adjustment): Promise<RecordedMovement | null> {
  const { storeId, userId } = adjustment;
  let variantId = adjustment.variantId;
  const cause = causeOf(adjustment.key ?? randomUUID());
  return inTransaction(
    ctx.db,
    async (tx) => {
      const at = ctx.clock.now();
      const units = await unitsOf(tx, variantId, adjustment, cause);
      if (units === 0) return null;
      const movement = await recordMovement(
        tx,
        ctx,
        {
          storeId,
          variantId,
          adjustment: units,
          source: { type: 'User', userId },
          action: adjustment.action ?? movementMessages.adjustment,
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
      const before = movement.finalQuantity - units;
      const fault = faultOf(stocks.get(variantId), { ...adjustment, before, units });
      if (fault !== null) throw refusalOf(fault);
      await recordActivity(tx, adjustmentActivity(adjustment, movement, at));
      const changed = await withFurtherChanges(tx, stocks, variantId, adjustment.also);
      await saveStock(tx, changed, { movementOf: new Map([[variantId, movement.id]]), at });
      return movement;
    },
    { hotPath: adjustment.also === undefined, retryOn: [CAUSE_RECORDED] },
  );
}

/** The stock as it is after further changes of a SKU; all of it is locked. */
async function withFurtherChanges(
  tx: Tx,
  stocks: VariantStocks,
  variantId: number,
  change: Adjustment['also'],
): Promise<VariantStocks> {
  if (change === undefined) return stocks;
  await change(tx, variantId);
  return loadStock(tx, [...stocks.keys()]);
}

/** The units to add. Other units are compared with what a locked SKU has, or the one that it was merged into. */
async function unitsOf(
  tx: Tx,
  variantId: number,
  adjustment: Pick<Adjustment, 'units' | 'seen'>,
  cause: string,
): Promise<number> {
  const { units, seen } = adjustment;
  if (typeof units === 'number') return units;
  const stocks = await loadStock(tx, await lockVariants(tx, [variantId]));
  const variant = stocks.get(variantId);
  if (variant === undefined) return 0;
  if (variant.mergedInto !== null) return unitsOf(tx, variant.mergedInto, adjustment, cause);
  if ('to' in units) {
    const missing = units.to - variant.quantity;
    if (missing === 0 && !(await isRecorded(tx, variantId, cause))) requireSeen(variant.quantity, seen);
    return missing;
  }
  requireOwnQuantity(variant, 'adjustment');
  const since = await changesSince(tx, variantId, units.at, cause);
  if (since.isRecorded) return 0;
  if (since.isRestated) throw new Refusal(409, message('tallies.changed_since'));
  return units.counted - (variant.quantity - since.units);
}

const refusalOf = ({ status, reason }: AdjustmentFault): Refusal =>
  status === 409 ? new Refusal(409, reason) : invalid('adjustment', reason);

/** The activity of an adjustment that is recorded. */
export const adjustmentActivity = (
  { storeId, userId, operationId, reason }: Pick<Adjustment, 'storeId' | 'userId' | 'operationId' | 'reason'>,
  { id, variantId, finalQuantity, adjustment }: RecordedMovement,
  at: Date,
) =>
  ({
    storeId,
    key: 'variant.update',
    actor: { type: 'User', id: userId },
    recipient: { type: 'Variant', id: variantId },
    before: { quantity: finalQuantity - adjustment },
    after: { quantity: finalQuantity },
    extras: {
      stock_movement_id: id,
      ...(reason === undefined ? {} : { reason: reason.code }),
      ...(operationId === undefined ? {} : { operation_id: operationId }),
    },
    at,
  }) as const;

/** Why a quantity cannot be lowered below zero. @param there units that there are */
export const reasonBelowZero = (there: number): Message => belowZero(there);

/** Whether an adjustment was refused because the quantity is not the one that was seen. */
export const isMovedSinceSeen = ({ code }: Pick<MessageOnWire, 'code'>): boolean => code === movedSinceSeen;

/** @throws Refusal 409 with the quantity as it is, where it is not the one that the caller saw */
export function requireSeen(quantity: number, seen: number | undefined): void {
  const moved = movedOf(quantity, seen);
  if (moved !== null) throw refusalOf(moved);
}
