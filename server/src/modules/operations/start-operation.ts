import type { z } from 'zod';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { RetryTransaction } from '../../platform/database/transaction.ts';
import { announce } from '../../api/live.ts';
import type { DefinedOperation, OperationDefinition, RowOutcome } from './operation-definition.ts';
import { operationKey, runOperationJob } from './operations.jobs.ts';
import { findUnfinished, insertLeftOut, insertOperation, type NewOperation } from './operations.queries.ts';

export interface OperationRequest<Params> {
  readonly storeId: number;
  readonly params: Params;
  /** Null: a schedule starts it. */
  readonly userId: number | null;
  /** The exclusive key: a second start with it joins the unfinished operation; null: every start is a new one. */
  readonly exclusiveKey: string | null;
  /** The record that it is about; null where there is none. */
  readonly subjectId?: number;
  /** The total number of rows, where it is known. */
  readonly total?: number;
  /** What was chosen with its rows and is not tried, with the reasons. */
  readonly leftOut?: readonly Omit<RowOutcome, 'state' | 'isLasting'>[];
  /** The operation at whose end it begins. */
  readonly begunBy?: number;
}

/** The facts of a kind of operation that its start needs; a module above may run it. */
type Declared = Pick<OperationDefinition, 'kind' | 'topics'>;

export interface StartedOperation {
  readonly id: number;
  /** The same operation was under way: the start joined it. */
  readonly isJoined: boolean;
}

/**
 * Starts an operation, or joins the unfinished one, in the caller's transaction: a unique index decides.
 * @throws RetryTransaction where the conflicting operation has just ended
 */
export async function startOperation<Params extends z.ZodType>(
  tx: Tx,
  ctx: Context,
  definition: Declared & Pick<DefinedOperation<Params>, 'params'>,
  request: OperationRequest<z.input<Params>>,
): Promise<StartedOperation> {
  const { storeId, userId, exclusiveKey, params, leftOut = [] } = request;
  const at = ctx.clock.now();
  const total = request.total ?? null;
  const id = await insertWithJob(tx, definition, {
    storeId,
    kind: definition.kind,
    subjectId: request.subjectId ?? null,
    params,
    userId,
    exclusiveKey,
    total,
    at,
    ...(request.begunBy === undefined ? {} : { begunBy: request.begunBy }),
  });
  if (id !== null) {
    if (leftOut.length > 0) await insertLeftOut(tx, { id, storeId, total, at }, leftOut);
    return { id, isJoined: false };
  }
  const running = exclusiveKey === null ? null : await findUnfinished(tx, storeId, exclusiveKey);
  if (running === null) throw new RetryTransaction();
  return { id: running, isJoined: true };
}

/** Inserts an operation and queues its job. Null: a conflicting operation is under way. */
export async function insertWithJob(
  tx: Tx,
  definition: Declared,
  operation: NewOperation,
): Promise<number | null> {
  const id = await insertOperation(tx, operation);
  if (id === null) return null;
  await enqueue(tx, runOperationJob, { operationId: id }, { key: operationKey(id) });
  await announceProgress(tx, definition, { id, storeId: operation.storeId });
  return id;
}

/** Announces the progress of an operation on the store's live stream. */
export async function announceProgress(
  tx: Tx,
  definition: Declared,
  { id, storeId }: { readonly id: number; readonly storeId: number },
): Promise<void> {
  for (const topic of ['operations', ...definition.topics] as const) await announce(tx, storeId, topic, [id]);
}
