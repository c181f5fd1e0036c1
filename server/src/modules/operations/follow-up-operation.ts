import { message } from '@evenstock/contract/messages/message';
import type { ActivityKey } from '@evenstock/contract/kinds/activities';
import type { Operation } from '@evenstock/contract/operations/operations';
import type { Context } from '../../context.ts';
import { invalid, type Actor, type StoreScope } from '../../api/routing.ts';
import type { Tx } from '../../platform/database/database.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { recordActivity } from '../journal/record-activity.ts';
import { isContinuable, isRetriable, untriedRows } from './describe-operation.rules.ts';
import type { OperationDefinition, OperationDefinitions } from './operation-definition.ts';
import {
  failedKeys,
  findContinuation,
  findRetry,
  keptCursor,
  lockOperation,
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

/** The parts of the follow-up of its own: which operation it follows, its input, its cursor, and its number of rows. */
type Plan = Pick<NewOperation, 'params' | 'total' | 'cursor' | 'retryOf' | 'retryRow' | 'continuationOf'>;

interface Way {
  readonly follows: 'retry_of' | 'continuation_of';
  readonly audit: ActivityKey;
  /** The earlier follow-up; null: there is none. */
  earlier(tx: Tx, id: number): Promise<number | null>;
  /** @throws Refusal 422 where there is nothing to do */
  plan(tx: Tx, ctx: Context, definition: OperationDefinition, operation: OperationPageRow): Promise<Plan>;
}

/** @param rowKey null: all rows that failed and were not tried again alone */
const retry = (rowKey: string | null): Way => ({
  follows: 'retry_of',
  audit: 'operation.retry',
  earlier: (tx, id) => findRetry(tx, id, rowKey),
  async plan(tx, _ctx, definition, operation) {
    if (!isRetriable(operation)) throw invalid('operation', message('operations.nothing_to_retry'));
    const failed = await failedKeys(tx, operation.id, rowKey);
    if (failed.length === 0) throw invalid('operation', message('operations.nothing_to_retry'));
    return {
      params: definition.retry(operation.params, failed),
      total: failed.length,
      cursor: null,
      retryOf: operation.id,
      ...(rowKey === null ? {} : { retryRow: rowKey }),
    };
  },
});

const goOn: Way = {
  follows: 'continuation_of',
  audit: 'operation.continue',
  earlier: findContinuation,
  async plan(tx, ctx, definition, operation) {
    const isReady = isContinuable(operation) && (await definition.reopen(tx, ctx, operation.params));
    if (!isReady) throw invalid('operation', message('operations.nothing_to_continue'));
    const cursor = await keptCursor(tx, operation.id);
    return { params: operation.params, total: untriedRows(operation), cursor, continuationOf: operation.id };
  },
};

/**
 * Retries the failed rows of an operation, and only those, or one of them, by a new operation. A repeated request returns the first
 * one.
 * @param rowKey null: all that were not tried again alone
 * @throws Refusal 404, 403 where the caller may not do such work, 422 where nothing failed, it still runs, or the same runs again
 */
export const retryOperation = (
  ctx: Context,
  definitions: OperationDefinitions,
  caller: Caller,
  id: number,
  rowKey: string | null,
): Promise<Operation> => followUp(ctx, definitions, caller, id, retry(rowKey));

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
    const earlier = await way.earlier(tx, id);
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
