import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { NewMovement } from './movement.ts';
import type { RecordedMovement } from '../protocol/recorded-movement.ts';
import { logMovements } from './log-movements.ts';
import { insertMovements } from './movements.queries.ts';

/** The constraint that fails when another transaction records the same cause of the same variant. */
export const CAUSE_RECORDED = 'stock_movements_variant_id_cause_key';

/**
 * Changes quantities and writes the ledger, in one statement: the one place where `variants.quantity` changes.
 * Locks the variants, and the sets made of them, in id order. What no marketplace can tell again is kept in the recovery log as well.
 * @returns the entries in the order given, without those whose cause is in the ledger already
 * @throws a unique violation of `CAUSE_RECORDED` when another transaction records the same cause at the same time, unless the caller has
 *   locked the variants before
 */
export async function recordMovements(
  tx: Tx,
  ctx: Pick<Context, 'recoveryLog'>,
  movements: readonly NewMovement[],
  at: Date,
): Promise<RecordedMovement[]> {
  if (movements.length === 0) return [];
  const recorded = await insertMovements(tx, movements, at);
  logMovements(tx, ctx, movements, recorded, at);
  return recorded;
}

/** Records one movement. @returns null when its cause is in the ledger already */
export async function recordMovement(
  tx: Tx,
  ctx: Pick<Context, 'recoveryLog'>,
  movement: NewMovement,
  at: Date,
): Promise<RecordedMovement | null> {
  const [recorded] = await recordMovements(tx, ctx, [movement], at);
  return recorded ?? null;
}
