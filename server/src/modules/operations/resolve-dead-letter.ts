import type { DeadLetterAction } from '@evenstock/contract/dead-letters';
import type { Context } from '../../context.ts';
import { notFound, type Actor } from '../../api/routing.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { recordActivity } from '../journal/record-activity.ts';
import { discard, lockDeadLetter, requeue } from './dead-letters.queries.ts';

/**
 * Has a job that failed for good run again, or discards it. Of two who decide at once one is told that it is gone.
 * @throws Refusal 404 for a job that is none of these
 */
export function resolveDeadLetter(
  ctx: Context,
  actor: Pick<Actor, 'userId'>,
  id: number,
  action: DeadLetterAction,
): Promise<void> {
  return inTransaction(ctx.db, async (tx) => {
    if (!(await lockDeadLetter(tx, id))) throw notFound('dead_letter');
    await (action === 'retry' ? requeue(tx, id, ctx.clock.now()) : discard(tx, id));
    await recordActivity(tx, {
      storeId: null,
      key: 'dead_letter.resolve',
      actor: { type: 'User', id: actor.userId },
      recipient: { type: 'DeadLetter', id },
      extras: { action },
      at: ctx.clock.now(),
    });
  });
}
