import { createHash } from 'node:crypto';
import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../../context.ts';
import { invalid, Refusal, type Actor, type StoreScope } from '../../../api/routing.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { requirePayment } from '../../billing/require-payment.ts';
import { recordActivity } from '../../journal/record-activity.ts';
import { startOperation } from '../../operations/start-operation.ts';
import { countGroups, numbersOf, syncsQuantities, type GroupScope } from './automerge.queries.ts';
import { automergeOperation } from './run-automerge.ts';

export interface Automerge extends GroupScope {
  readonly useHighest: boolean;
  /** The number of codes that the member confirmed; any number if none is given. */
  readonly expected?: number | undefined;
  /** Stands for the quantities that the member confirmed, as `numbersOf` makes it; any quantities if none is given. */
  readonly expectedNumbers?: string | undefined;
}

/**
 * Starts merging the SKUs of each code in the background, or joins the merge of the same codes that runs.
 * @throws Refusal 422 while the store does not sync quantities, where none of the codes or SKUs given can be merged any more, or where
 * it would merge more than is free without a payment; 409 where the codes that can be merged, or their quantities, differ from the
 * confirmed ones
 * @returns the operation
 */
export async function startAutomerge(
  ctx: Context,
  store: Pick<StoreScope, 'id'>,
  actor: Pick<Actor, 'userId'>,
  { useHighest, skus, among, expected, expectedNumbers }: Automerge,
): Promise<number> {
  const at = ctx.clock.now();
  return inTransaction(ctx.db, async (tx) => {
    if (!(await syncsQuantities(tx, store.id))) {
      throw invalid('store', message('catalog.sync_is_off'));
    }
    const { groups_count: total, single_listings: more } = await countGroups(tx, store.id, {
      skus,
      among,
    });
    if (skus !== null && total === 0) throw invalid('skus', message('catalog.suggestions_gone'));
    if (among !== null && total === 0) throw invalid('variants', message('catalog.mass_merge_none'));
    if (expected !== undefined && expected !== total) {
      throw new Refusal(409, message('catalog.mass_merge_changed', { count: total }));
    }
    if (
      expectedNumbers !== undefined &&
      expectedNumbers !== (await numbersOf(tx, store.id, { skus, among }))
    ) {
      throw new Refusal(409, message('catalog.mass_merge_numbers'));
    }
    await requirePayment(ctx, tx, store.id, more);
    const { id, isJoined } = await startOperation(tx, ctx, automergeOperation, {
      storeId: store.id,
      params: { is_using_highest_qty: useHighest, skus: copyOf(skus), among: copyOf(among) },
      userId: actor.userId,
      exclusiveKey: exclusiveKeyOf({ skus, among }),
      total,
    });
    if (isJoined) return id;
    await recordActivity(tx, {
      storeId: store.id,
      key: 'variant.automerge',
      actor: { type: 'User', id: actor.userId },
      recipient: null,
      extras: { groups: total, is_using_highest_qty: useHighest },
      at,
    });
    return id;
  });
}

const copyOf = <T>(list: readonly T[] | null): T[] | null => (list === null ? null : [...list]);

/** A second request with the same codes or SKUs joins the first; merges of others run in parallel. */
function exclusiveKeyOf({ skus, among }: GroupScope): string {
  if (skus === null && among === null) return 'variant.automerge';
  const chosen = JSON.stringify(among ?? [...new Set(skus)].sort());
  return `variant.automerge:${createHash('sha256').update(chosen).digest('base64url')}`;
}
