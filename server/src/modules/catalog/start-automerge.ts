import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../context.ts';
import { invalid, type Actor, type StoreScope } from '../../api/routing.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { requirePayment } from '../billing/require-payment.ts';
import { recordActivity } from '../journal/record-activity.ts';
import { startOperation } from '../operations/start-operation.ts';
import { countGroups, syncsQuantities } from './automerge.queries.ts';
import { automergeOperation } from './run-automerge.ts';

/**
 * Starts the automatic merge of SKUs of one code, or joins the one that runs.
 * @throws Refusal 422 while the store does not sync quantities, or where it would merge more than is free and nobody pays
 */
export async function startAutomerge(
  ctx: Context,
  store: StoreScope,
  actor: Actor,
  useHighest: boolean,
): Promise<void> {
  const at = ctx.clock.now();
  await inTransaction(ctx.db, async (tx) => {
    if (!(await syncsQuantities(tx, store.id))) {
      throw invalid('store', message('catalog.sync_is_off'));
    }
    const { groups_count: total, single_listings: more } = await countGroups(tx, store.id);
    await requirePayment(ctx, tx, store.id, more);
    const { isJoined } = await startOperation(tx, ctx, automergeOperation, {
      storeId: store.id,
      params: { is_using_highest_qty: useHighest, skus: null },
      userId: actor.userId,
      exclusiveKey: 'variant.automerge',
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
