import { abilityOfAction, type Action } from '@evenstock/contract/actions/actions';
import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../context.ts';
import { abilitiesIn } from '../../api/caller-abilities.ts';
import { invalid, Refusal, type Actor, type StoreScope } from '../../api/routing.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { recordActivity } from '../journal/record-activity.ts';
import { replaceRefused } from './actions.queries.ts';
import { showAction } from './list-actions.ts';
import { performWhileWaitedFor } from './perform-while-waited-for.ts';
import { requestAction } from './request-action.ts';

/**
 * Asks for a refused action again, with the same answers, and dismisses the refused one. If two members do so at once, the second
 * is refused. An order's action is retried at the order, which knows whether it is still possible.
 * @throws Refusal 404; 403 if the caller may not ask for such an action; 422 if it cannot be retried
 */
export async function retryAction(
  ctx: Context,
  store: StoreScope,
  actor: Actor,
  id: number,
): Promise<Action> {
  const { kind, subject } = await showAction(ctx, store.id, id);
  if (!abilitiesIn(store.role, actor).includes(abilityOfAction(kind))) {
    throw new Refusal(403, message('api.not_allowed'));
  }
  const begun = await inTransaction(ctx.db, async (tx) => {
    const at = ctx.clock.now();
    const refused = await replaceRefused(tx, store.id, id, at);
    if (refused === null) throw invalid('action', message('actions.not_retriable'));
    const requested = await requestAction(tx, ctx, {
      ...refused,
      storeId: store.id,
      userId: actor.userId,
      performedBy: 'caller',
    });
    if (requested.outcome !== 'begun') throw invalid('action', message('actions.busy'));
    await recordActivity(tx, {
      storeId: store.id,
      key: 'action.retry',
      actor: { type: 'User', id: actor.userId },
      recipient: { type: subject.type, id: subject.id },
      extras: { action_id: requested.id },
      at,
    });
    return requested.id;
  });
  await performWhileWaitedFor(ctx, begun);
  return showAction(ctx, store.id, begun);
}
