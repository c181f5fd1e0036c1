import { pricing } from '@evenstock/contract/billing';
import { isBillingOn, type Context } from '../../context.ts';
import type { Tx } from '../../platform/database.ts';
import { Refusal } from '../../api/routing.ts';
import { mayMerge } from './billing.rules.ts';
import { countMerged } from './subscription-infos.queries.ts';
import { holdPaidStore } from './subscriptions.queries.ts';

/**
 * Holds a merge to the free listings where billing is on and nobody pays. Called in the merge's transaction, once its
 * listings are joined: merges of one store wait here for each other, so that two at once do not both take the last place.
 * @param more listings that are about to be merged besides those that are
 * @throws Refusal 422 that says how many it would be, and what to do
 */
export async function requirePayment(ctx: Context, tx: Tx, storeId: number, more = 0): Promise<void> {
  if (!isBillingOn(ctx)) return;
  const store = await holdPaidStore(tx, storeId);
  const merged = (await countMerged(tx, storeId)) + more;
  if (mayMerge(merged, store !== null && store.subscriptionId !== null)) return;
  const text = `This would make ${String(merged)} merged listings, and ${String(pricing.freeMerged)} are free. Add a payment method first, then merge again.`;
  throw new Refusal(422, text, { store: [text] });
}
