import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database.ts';
import { RetryTransaction } from '../../platform/transaction.ts';
import { loadShelves, lockVariants } from './shelf.queries.ts';
import { saveShelves } from './save-shelves.ts';
import type { Shelf } from './shelf.rules.ts';

/**
 * Decides anew what the listings of these variants should show, after anything that it depends on changed: a quantity, a
 * force-zero window, a marketplace's limit. Ends its transaction's work: nothing else is locked afterwards.
 * @param movementOf the ledger entry of each variant that caused it, so that the pushes are shown with it
 */
export async function evaluateVariants(
  tx: Tx,
  ctx: Context,
  variantIds: readonly number[],
  movementOf: ReadonlyMap<number, number> = new Map(),
): Promise<void> {
  const locked = await lockVariants(tx, [...new Set(variantIds)]);
  const shelves = await loadShelves(tx, locked);
  await saveShelves(tx, shelves.values(), { movementOf, at: ctx.clock.now() });
}

/**
 * Locks variants and loads all that hangs on them. The first lock of a transaction that changes stock, but for its order's row.
 * @throws RetryTransaction when one of them was merged away meanwhile
 */
export async function shelvesFor(tx: Tx, variantIds: readonly number[]): Promise<Map<number, Shelf>> {
  const ids = [...new Set(variantIds)];
  if (ids.length === 0) return new Map();
  const shelves = await loadShelves(tx, await lockVariants(tx, ids));
  if ([...shelves.values()].some((shelf) => shelf.mergedInto !== null)) throw new RetryTransaction();
  return shelves;
}
