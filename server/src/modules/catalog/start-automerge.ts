import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { enqueue } from '../../platform/jobs.ts';
import { announce } from '../../api/live.ts';
import { invalid, type Actor, type StoreScope } from '../../api/routing.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { requirePayment } from '../billing/require-payment.ts';
import { recordActivity } from '../journal/record-activity.ts';
import { countGroups } from './automerge.queries.ts';
import { runAutomergeJob } from './catalog.jobs.ts';

/** Written out, not a parameter: a prepared plan must see which index it is. */
const onlyRunning = sql<boolean>`state = 'running'`;

/**
 * Starts merging all SKUs of the same code in the background; a merge that runs already is joined.
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
    const { can_sync_quantity: syncs } = await tx
      .selectFrom('stores')
      .select('can_sync_quantity')
      .where('id', '=', store.id)
      .executeTakeFirstOrThrow();
    if (!syncs) {
      throw invalid(
        'store',
        'Inventory Sync is off: allow it in the settings of the store, then merge again',
      );
    }
    const { groups_count: total, single_listings: more } = await countGroups(tx, store.id);
    await requirePayment(ctx, tx, store.id, more);
    const run = await tx
      .insertInto('merge_runs')
      .values({
        store_id: store.id,
        user_id: actor.userId,
        is_using_highest_qty: useHighest,
        total,
        started_at: at,
      })
      .onConflict((conflict) => conflict.columns(['store_id']).where(onlyRunning).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (run === undefined) return;
    await enqueue(tx, runAutomergeJob, { runId: run.id }, { key: `automerge:${String(run.id)}` });
    await recordActivity(tx, {
      storeId: store.id,
      key: 'variant.automerge',
      actor: { type: 'User', id: actor.userId },
      recipient: null,
      extras: { groups: total, is_using_highest_qty: useHighest },
      at,
    });
    await announce(tx, store.id, 'merges', [run.id]);
  });
}
