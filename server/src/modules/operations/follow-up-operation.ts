import { message } from '@evenstock/contract/messages/message';
import type { ActivityKey } from '@evenstock/contract/activities';
import type { Operation } from '@evenstock/contract/operations';
import type { Context } from '../../context.ts';
import { invalid, type Actor, type StoreScope } from '../../api/routing.ts';
import type { Tx } from '../../platform/database.ts';
import { inTransaction } from '../../platform/transaction.ts';
import { recordActivity } from '../journal/record-activity.ts';
import { isContinuable, isRetriable, untriedRows } from './describe-operation.rules.ts';
import type { OperationDefinition, OperationDefinitions } from './operation-definition.ts';
import {
  failedKeys,
  findFollowUp,
  keptCursor,
  lockOperation,
  type FollowUp,
  type NewOperation,
  type OperationPageRow,
} from './operations.queries.ts';
import { requireAbility } from './require-ability.ts';
import { describeFor, requireOperation } from './show-operation.ts';
import { insertWithJob } from './start-operation.ts';

interface Caller {
  readonly store: StoreScope;
  readonly actor: Actor;
}

/** The parts of the follow-up of its own: its input, its cursor, and its number of rows. */
type Plan = Pick<NewOperation, 'params' | 'total' | 'cursor'>;

interface Way {
  readonly follows: FollowUp;
  readonly audit: ActivityKey;
  /** @throws Refusal 422 where there is nothing to do */
  plan(tx: Tx, ctx: Context, definition: OperationDefinition, operation: OperationPageRow): Promise<Plan>;
}

const retry: Way = {
  follows: 'retry_of',
  audit: 'operation.retry',
  async plan(tx, _ctx, definition, operation) {
    if (!isRetriable(operation)) throw invalid('operation', message('operations.nothing_to_retry'));
    const failed = await failedKeys(tx, operation.id);
    return { params: definition.retry(operation.params, failed), total: failed.length, cursor: null };
  },
};

const goOn: Way = {
  follows: 'continuation_of',
  audit: 'operation.continue',
  async plan(tx, ctx, definition, operation) {
    const isReady = isContinuable(operation) && (await definition.reopen(tx, ctx, operation.params));
    if (!isReady) throw invalid('operation', message('operations.nothing_to_continue'));
    const cursor = await keptCursor(tx, operation.id);
    return { params: operation.params, total: untriedRows(operation), cursor };
  },
};

/**
 * Retries the failed rows of an operation, and only those, by a new operation. A repeated request returns the first one.
 * @throws Refusal 404, 403 where the caller may not do such work, 422 where nothing failed, it still runs, or the same runs again
 */
export const retryOperation = (
  ctx: Context,
  definitions: OperationDefinitions,
  caller: Caller,
  id: number,
): Promise<Operation> => followUp(ctx, definitions, caller, id, retry);

/**
 * Continues an operation that was cancelled or ended early from its first row that was not tried, by a new operation. A repeated
 * request returns the first one.
 * @throws Refusal 404, 403 where the caller may not do such work, 422 where every row was tried, it still runs, or the same runs again
 */
export const continueOperation = (
  ctx: Context,
  definitions: OperationDefinitions,
  caller: Caller,
  id: number,
): Promise<Operation> => followUp(ctx, definitions, caller, id, goOn);

/** Concurrent requests are serialised by the lock of the first operation's row. */
async function followUp(
  ctx: Context,
  definitions: OperationDefinitions,
  { store, actor }: Caller,
  id: number,
  way: Way,
): Promise<Operation> {
  return inTransaction(ctx.db, async (tx) => {
    await lockOperation(tx, id);
    const operation = await requireOperation(tx, store.id, id);
    requireAbility(operation.kind, store, actor);
    const earlier = await findFollowUp(tx, id, way.follows);
    if (earlier !== null) return describeFor(tx, store, actor, earlier);
    const definition = definitions[operation.kind];
    const plan = await way.plan(tx, ctx, definition, operation);
    const at = ctx.clock.now();
    const begun = await insertWithJob(tx, definition, {
      storeId: store.id,
      kind: operation.kind,
      subjectId: operation.subjectId,
      userId: actor.userId,
      exclusiveKey: operation.exclusiveKey,
      [way.follows === 'retry_of' ? 'retryOf' : 'continuationOf']: id,
      ...plan,
      at,
    });
    if (begun === null) throw invalid('operation', message('operations.under_way'));
    await recordActivity(tx, {
      storeId: store.id,
      key: way.audit,
      actor: { type: 'User', id: actor.userId },
      recipient: { type: 'Operation', id: begun },
      extras: { kind: operation.kind, rows: plan.total, [way.follows]: id },
      at,
    });
    return describeFor(tx, store, actor, begun);
  });
}
