import type { LostMerge } from '../../stock/replay/lost-merge.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { replaceParts } from '../../stock/changes/replace-parts.ts';
import { joinedBy, joinVariants, keepMergeAgain } from '../variants/merges.queries.ts';
import { refreshVariants } from '../variants/refresh-variants.ts';

/**
 * Joins the listings of a merge again that a restored database lacks. Its ledger entries are recorded by the caller, from the same line of
 * the recovery log.
 */
export async function repeatMerge(tx: Tx, merge: LostMerge, at: Date): Promise<void> {
  const joined = await joinedBy(tx, merge.variantId, merge.sources);
  await keepMergeAgain(tx, merge.id, { ...merge, kind: 'merge', joined });
  await joinVariants(tx, merge.variantId, merge.sources, at);
  await replaceParts(tx, merge.variantId, merge.sources);
  await refreshVariants(tx, [merge.variantId, ...merge.sources]);
}
