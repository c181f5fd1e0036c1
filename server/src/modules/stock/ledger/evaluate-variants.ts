import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { saveStock } from './save-stock.ts';
import { loadStock, lockVariants } from './variant-stock.queries.ts';

/**
 * Decides what the listings of these variants should show, after a change of anything that it depends on: a quantity, a force-zero
 * window, a marketplace's limit. The caller locks nothing afterwards.
 * @param movementOf the ledger entry of each variant that caused it: the pushes are shown with it
 */
export async function evaluateVariants(
  tx: Tx,
  ctx: Context,
  variantIds: readonly number[],
  movementOf: ReadonlyMap<number, number> = new Map(),
): Promise<void> {
  const locked = await lockVariants(tx, [...new Set(variantIds)]);
  await saveStock(tx, await loadStock(tx, locked), { movementOf, at: ctx.clock.now() });
}
