import { message } from '@evenstock/contract/messages/message';
import type { manualMerge as manualMergeEndpoint } from '@evenstock/contract/catalog/merges';
import type { z } from 'zod';
import type { Context } from '../../../context.ts';
import { announce } from '../../../api/live.ts';
import { invalid, notFound, Refusal, type Actor, type StoreScope } from '../../../api/routing.ts';
import type { Handle } from '../../../platform/database/database.ts';
import { inTransaction, RetryTransaction } from '../../../platform/database/transaction.ts';
import { mergeVariantsWithin, type Merged } from './merge-variants.ts';
import { presentVariants } from '../variants/merges.queries.ts';

export type ManualMerge = z.output<(typeof manualMergeEndpoint)['body']>;

/**
 * Merges the SKUs that a member chose, with the quantity typed or else the highest of theirs. A SKU that was merged away meanwhile is
 * replaced by the one that it became.
 * @returns the surviving SKU, and the merge
 * @throws Refusal 404; 422 for fewer than two, or as `mergeVariants` does; 409 where another member has merged them, or where the
 * quantities are not those that were shown
 */
export function mergeByHand(
  ctx: Context,
  store: Pick<StoreScope, 'id'>,
  actor: Pick<Actor, 'userId'>,
  { variant_ids: asked, qty, name, shown }: ManualMerge,
): Promise<Merged> {
  return inTransaction(ctx.db, async (tx) => {
    const variantIds = await chosenVariants(tx, store.id, asked);
    const merged = await mergeVariantsWithin(tx, ctx, {
      storeId: store.id,
      variantIds,
      quantity: qty ?? 'highest',
      userId: actor.userId,
      name,
      seen:
        shown === undefined
          ? undefined
          : new Map(shown.map(({ variant_id: id, quantity }) => [id, quantity] as const)),
    });
    // Another member merged them between the read and the lock, so they are read again.
    if (merged === null) throw new RetryTransaction();
    await announce(tx, store.id, 'variants', [merged.variantId, ...variantIds]);
    await announce(tx, store.id, 'merges', []);
    return merged;
  });
}

/**
 * The current SKUs of a member's choice.
 * @throws Refusal 404; 422 where one was chosen, 409 where all have become one meanwhile
 */
export async function chosenVariants(
  db: Handle,
  storeId: number,
  asked: readonly number[],
): Promise<readonly number[]> {
  const present = await presentVariants(db, storeId, asked);
  if (asked.some((id) => !present.has(id))) throw notFound('variant');
  const variantIds = [...new Set(present.values())];
  if (variantIds.length > 1) return variantIds;
  if (present.size > 1) throw new Refusal(409, message('catalog.merged_already'));
  throw invalid('variant_ids', message('catalog.merge_needs_two'));
}
