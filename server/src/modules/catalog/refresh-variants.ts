import type { Tx } from '../../platform/database.ts';
import { lockVariants, writeListingSummaries } from './variants.queries.ts';

/**
 * Brings what SKUs keep of their listings up to date, in the transaction of whatever changed a listing: how many are for
 * sale, what they sold lately, and the text that searches look in.
 */
export async function refreshVariants(tx: Tx, variantIds: readonly number[]): Promise<void> {
  if (variantIds.length === 0) return;
  const ids = [...new Set(variantIds)].sort((a, b) => a - b);
  // Whoever changes quantities locks variants in this order too.
  await lockVariants(tx, ids);
  await writeListingSummaries(tx, ids);
}
