import { pricing } from '@evenstock/contract/billing/billing';
import { message } from '@evenstock/contract/messages/message';
import { isBillingOn, type Context } from '../../context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { invalid } from '../../api/routing.ts';
import { mayMerge } from './billing.rules.ts';
import { countMerged } from './subscription-infos.queries.ts';
import { lockPaidStore } from './subscriptions.queries.ts';

/**
 * Limits a merge to the free listings where billing is on and the store has no subscription. It runs in the merge's transaction,
 * after the listings are joined, and its lock serialises merges of a store, so that two cannot pass the limit together.
 * @param more listings to be merged besides those that are
 * @throws Refusal 422 with the number of merged listings, and what to do
 */
export async function requirePayment(ctx: Context, tx: Tx, storeId: number, more = 0): Promise<void> {
  if (!isBillingOn(ctx)) return;
  const store = await lockPaidStore(tx, storeId);
  const merged = (await countMerged(tx, storeId)) + more;
  if (mayMerge(merged, store !== null && store.subscriptionId !== null)) return;
  const reason = message('billing.merging_needs_payment', { merged, free: pricing.freeMerged });
  throw invalid('store', reason);
}
