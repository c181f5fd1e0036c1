import type { Operation } from '@evenstock/contract/operations';
import type { Context } from '../../context.ts';
import { invalid, type Actor, type StoreScope } from '../../api/routing.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { recordActivity } from '../journal/record-activity.ts';
import { isRetriable } from './describe-operation.rules.ts';
import type { OperationDefinitions } from './operation-definition.ts';
import { failedKeys, findRetryOf } from './operations.queries.ts';
import { requireAbility } from './require-ability.ts';
import { describeFor, requireOperation } from './show-operation.ts';
import { insertWithJob } from './start-operation.ts';

/**
 * Tries the failed rows of long work again, and only those, as an operation of its own. Who asks a second time is shown the first.
 * @throws Refusal 404, 403 where the caller may not do such work, 422 where nothing failed, it still runs, or the same runs again
 */
export async function retryOperation(
  ctx: Context,
  definitions: OperationDefinitions,
  { store, actor }: { readonly store: StoreScope; readonly actor: Actor },
  id: number,
): Promise<Operation> {
  return inTransaction(ctx.db, async (tx) => {
    const operation = await requireOperation(tx, store.id, id);
    requireAbility(operation.kind, store, actor);
    const earlier = await findRetryOf(tx, id);
    if (earlier !== null) return describeFor(tx, store, actor, earlier);
    if (!isRetriable(operation)) throw invalid('operation', 'There is nothing to try again here.');
    const definition = definitions[operation.kind];
    const failed = await failedKeys(tx, id);
    const at = ctx.clock.now();
    const retried = await insertWithJob(tx, definition, {
      storeId: store.id,
      kind: operation.kind,
      subjectId: operation.subjectId,
      params: definition.retry(operation.params, failed),
      userId: actor.userId,
      exclusiveKey: operation.exclusiveKey,
      total: failed.length,
      retryOf: id,
      at,
    });
    if (retried === null)
      throw invalid('operation', 'The same is under way already. Wait until it has ended.');
    await recordActivity(tx, {
      storeId: store.id,
      key: 'operation.retry',
      actor: { type: 'User', id: actor.userId },
      recipient: { type: 'Operation', id: retried },
      extras: { kind: operation.kind, rows: failed.length, retry_of: id },
      at,
    });
    return describeFor(tx, store, actor, retried);
  });
}
