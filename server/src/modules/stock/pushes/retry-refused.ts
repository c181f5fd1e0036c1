import type { Tx } from '../../../platform/database/database.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import { endRefusalWaits } from '../ledger/pushes.queries.ts';
import { pushDueJob } from '../ledger/stock.jobs.ts';

/**
 * Sends the quantity of a SKU again at once where a marketplace has refused it, instead of when its wait is over. A quantity that is
 * provably shown is not written again: that could erase a sale that is not imported yet.
 */
export async function retryRefused(
  tx: Tx,
  { storeId, variantId }: { readonly storeId: number; readonly variantId: number },
): Promise<void> {
  if (await endRefusalWaits(tx, variantId)) await enqueue(tx, pushDueJob, { storeId });
}
