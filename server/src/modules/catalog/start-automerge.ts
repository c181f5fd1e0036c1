import { createHash } from 'node:crypto';
import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../context.ts';
import { invalid, type Actor, type StoreScope } from '../../api/routing.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { requirePayment } from '../billing/require-payment.ts';
import { recordActivity } from '../journal/record-activity.ts';
import { startOperation } from '../operations/start-operation.ts';
import { countGroups, syncsQuantities } from './automerge.queries.ts';
import { automergeOperation } from './run-automerge.ts';

export interface Automerge {
  readonly useHighest: boolean;
  /** Null: every code that several SKUs have. */
  readonly skus: readonly string[] | null;
}

/**
 * Starts merging the SKUs of each code in the background, or joins the merge of the same codes that runs.
 * @throws Refusal 422 while the store does not sync quantities, where none of the codes given has several SKUs any more, or where it
 *   would merge more than is free and nobody pays
 */
export async function startAutomerge(
  ctx: Context,
  store: Pick<StoreScope, 'id'>,
  actor: Pick<Actor, 'userId'>,
  { useHighest, skus }: Automerge,
): Promise<void> {
  const at = ctx.clock.now();
  await inTransaction(ctx.db, async (tx) => {
    if (!(await syncsQuantities(tx, store.id))) {
      throw invalid('store', message('catalog.sync_is_off'));
    }
    const { groups_count: total, single_listings: more } = await countGroups(tx, store.id, skus);
    if (skus !== null && total === 0) throw invalid('skus', message('catalog.suggestions_gone'));
    await requirePayment(ctx, tx, store.id, more);
    const { isJoined } = await startOperation(tx, ctx, automergeOperation, {
      storeId: store.id,
      params: { is_using_highest_qty: useHighest, skus: skus === null ? null : [...skus] },
      userId: actor.userId,
      exclusiveKey: exclusiveKeyOf(skus),
      total,
    });
    if (isJoined) return;
    await recordActivity(tx, {
      storeId: store.id,
      key: 'variant.automerge',
      actor: { type: 'User', id: actor.userId },
      recipient: null,
      extras: { groups: total, is_using_highest_qty: useHighest },
      at,
    });
  });
}

/** A second press with the same codes joins the first; merges of other codes run side by side. */
function exclusiveKeyOf(skus: readonly string[] | null): string {
  if (skus === null) return 'variant.automerge';
  const codes = JSON.stringify([...new Set(skus)].sort());
  return `variant.automerge:${createHash('sha256').update(codes).digest('base64url')}`;
}
