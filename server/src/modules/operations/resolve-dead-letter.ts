import type { DeadLetterAction } from '@evenstock/contract/operations/dead-letters';
import type { Context } from '../../context.ts';
import { notFound, type Actor } from '../../api/routing.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { recordActivity } from '../journal/record-activity.ts';
import { discard, lockDeadLetter, requeue } from './dead-letters.queries.ts';

/**
 * Has a job that failed for good run again, or discards it. Of two who decide at once, the second gets that it is gone.
 * @param job its id, and the store that it must be of; null where that does not matter
 * @throws Refusal 404 for a job that is none of these
 */
export function resolveDeadLetter(
  ctx: Context,
  actor: Pick<Actor, 'userId'>,
  job: { readonly id: number; readonly storeId: number | null },
  action: DeadLetterAction,
): Promise<void> {
  const { id, storeId } = job;
  return inTransaction(ctx.db, async (tx) => {
    if (!(await lockDeadLetter(tx, storeId, id))) throw notFound('dead_letter');
    await (action === 'retry' ? requeue(tx, id, ctx.clock.now()) : discard(tx, id));
    await recordActivity(tx, {
      storeId,
      key: 'dead_letter.resolve',
      actor: { type: 'User', id: actor.userId },
      recipient: { type: 'DeadLetter', id },
      extras: { action },
      at: ctx.clock.now(),
    });
  });
}
