import type { Tx } from '../../platform/database/database.ts';
import { insertPurgedChain, lockSeals } from './seals.queries.ts';

/** Keeps the last hash of a store whose activities are about to be purged; waits for a transaction that seals them. */
export async function keepLastHash(tx: Tx, storeId: number): Promise<void> {
  await lockSeals(tx, storeId);
  await insertPurgedChain(tx, storeId);
}
