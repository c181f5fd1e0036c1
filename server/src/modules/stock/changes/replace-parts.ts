import type { Tx } from '../../../platform/database/database.ts';
import { moveParts } from '../ledger/sets.queries.ts';

/**
 * Puts the SKU that others were merged into in their place in each set that is made of them. The caller has locked them by `lockStock`,
 * and evaluates the survivor afterwards, with its sets.
 */
export async function replaceParts(tx: Tx, survivorId: number, sourceIds: readonly number[]): Promise<void> {
  await moveParts(tx, survivorId, sourceIds);
}
