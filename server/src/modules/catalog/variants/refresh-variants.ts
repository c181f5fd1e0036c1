import type { Tx } from '../../../platform/database/database.ts';
import { lockVariants, writeListingSummaries } from './variants.queries.ts';

/**
 * Updates the columns of SKUs that are derived from their listings, in the transaction that changed a listing: how many are for sale,
 * what they sold lately, and the text that searches use.
 */
export async function refreshVariants(tx: Tx, variantIds: readonly number[]): Promise<void> {
  if (variantIds.length === 0) return;
  const ids = [...new Set(variantIds)].sort((a, b) => a - b);
  // Every transaction that changes quantities locks variants in this order.
  await lockVariants(tx, ids);
  await writeListingSummaries(tx, ids);
}
