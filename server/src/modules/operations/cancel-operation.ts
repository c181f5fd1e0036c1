import type { Operation } from '@evenstock/contract/operations/operations';
import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../context.ts';
import { invalid, type Actor, type StoreScope } from '../../api/routing.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { recordActivity } from '../journal/record-activity.ts';
import { describeOperation } from './describe-operation.rules.ts';
import type { OperationDefinitions } from './operation-definition.ts';
import { operationKey, runOperationJob } from './operations.jobs.ts';
import { askToCancel } from './operations.queries.ts';
import { requireAbility } from './require-ability.ts';
import { describeFor, requireOperation } from './show-operation.ts';
import { announceProgress } from './start-operation.ts';

/**
 * Requests the end of an operation. Its worker ends it between two steps; where none works on it, its job does so at once.
 * @throws Refusal 404, 403 where the caller may not do such work, 422 where it has ended
 */
export async function cancelOperation(
  ctx: Context,
  definitions: OperationDefinitions,
  { store, actor }: { readonly store: StoreScope; readonly actor: Actor },
  id: number,
): Promise<Operation> {
  return inTransaction(ctx.db, async (tx) => {
    const operation = await requireOperation(tx, store.id, id);
    const abilities = requireAbility(operation.kind, store, actor);
    const at = ctx.clock.now();
    if (!(await askToCancel(tx, id, { userId: actor.userId, at }))) {
      // A repeated request has the same answer.
      if (operation.finishedAt === null && operation.isCancelled) {
        return describeOperation(operation, abilities);
      }
      throw invalid('operation', message('operations.ended_already'));
    }
    await enqueue(tx, runOperationJob, { operationId: id }, { key: operationKey(id) });
    await recordActivity(tx, {
      storeId: store.id,
      key: 'operation.cancel',
      actor: { type: 'User', id: actor.userId },
      recipient: { type: 'Operation', id },
      extras: { kind: operation.kind, done: operation.done },
      at,
    });
    await announceProgress(tx, definitions[operation.kind], operation);
    return describeFor(tx, store, actor, id);
  });
}
