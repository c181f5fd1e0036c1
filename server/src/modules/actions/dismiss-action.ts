import type { Action } from '@evenstock/contract/actions/actions';
import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../context.ts';
import { announce } from '../../api/live.ts';
import { invalid, type Actor, type StoreScope } from '../../api/routing.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { recordActivity } from '../journal/record-activity.ts';
import { actionKey, performActionJob } from './actions.jobs.ts';
import { dismiss } from './actions.queries.ts';
import { needsYouBefore, showAction } from './list-actions.ts';
import { performWhileWaitedFor } from './perform-while-waited-for.ts';

/**
 * Dismisses an action that needs a person. One without a known outcome is checked once more, and ends.
 * @throws Refusal 404, or 422 for an action that does not need a person
 */
export async function dismissAction(
  ctx: Context,
  store: StoreScope,
  actor: Pick<Actor, 'userId'>,
  id: number,
): Promise<Action> {
  const { subject } = await showAction(ctx, store.id, id);
  const dismissed = await inTransaction(ctx.db, async (tx) => {
    const now = ctx.clock.now();
    const found = await dismiss(tx, store.id, id, { now, needsYouBefore: needsYouBefore(ctx) });
    if (found === null) return null;
    if (!found.isFinished) {
      await enqueue(tx, performActionJob, { actionId: id }, { key: actionKey(id), runAt: now });
    }
    await recordActivity(tx, {
      storeId: store.id,
      key: 'action.dismiss',
      actor: { type: 'User', id: actor.userId },
      recipient: { type: subject.type, id: subject.id },
      extras: { action_id: id },
      at: now,
    });
    await announce(tx, store.id, 'actions', [id]);
    return found;
  });
  if (dismissed === null) throw invalid('action', message('actions.not_dismissible'));
  if (!dismissed.isFinished) await performWhileWaitedFor(ctx, id);
  return showAction(ctx, store.id, id);
}
