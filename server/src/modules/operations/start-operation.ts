import type { z } from 'zod';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database.ts';
import { enqueue } from '../../platform/jobs.ts';
import { RetryTransaction } from '../../platform/transaction.ts';
import { announce } from '../../api/live.ts';
import type { DefinedOperation, OperationDefinition } from './operation-definition.ts';
import { operationKey, runOperationJob } from './operations.jobs.ts';
import { findUnfinished, insertOperation, type NewOperation } from './operations.queries.ts';

export interface OperationRequest<Params> {
  readonly storeId: number;
  readonly params: Params;
  /** Null: a schedule asks. */
  readonly userId: number | null;
  /** Whoever asks with the same key while it is unfinished joins it; null: nobody does. */
  readonly exclusiveKey: string | null;
  /** The record it is about, where it is about one. */
  readonly subjectId?: number;
  /** Rows in all, where that is known. */
  readonly total?: number;
}

export interface StartedOperation {
  readonly id: number;
  /** The same was under way already: this is it. */
  readonly isJoined: boolean;
}

/**
 * Starts long work, or joins what is under way, in the caller's transaction: a unique index decides.
 * @throws RetryTransaction where the one in the way ended at this moment
 */
export async function startOperation<Params extends z.ZodType>(
  tx: Tx,
  ctx: Context,
  definition: DefinedOperation<Params>,
  request: OperationRequest<z.input<Params>>,
): Promise<StartedOperation> {
  const { storeId, userId, exclusiveKey, params } = request;
  const id = await insertWithJob(tx, definition, {
    storeId,
    kind: definition.kind,
    subjectId: request.subjectId ?? null,
    params,
    userId,
    exclusiveKey,
    total: request.total ?? null,
    retryOf: null,
    at: ctx.clock.now(),
  });
  if (id !== null) return { id, isJoined: false };
  const running = exclusiveKey === null ? null : await findUnfinished(tx, storeId, exclusiveKey);
  if (running === null) throw new RetryTransaction();
  return { id: running, isJoined: true };
}

/** Adds an operation and its job. Null: what it excludes is under way. */
export async function insertWithJob(
  tx: Tx,
  definition: OperationDefinition,
  operation: NewOperation,
): Promise<number | null> {
  const id = await insertOperation(tx, operation);
  if (id === null) return null;
  await enqueue(tx, runOperationJob, { operationId: id }, { key: operationKey(id) });
  await announceProgress(tx, definition, { id, storeId: operation.storeId });
  return id;
}

/** Tells whoever looks at the store how far an operation is. */
export async function announceProgress(
  tx: Tx,
  definition: OperationDefinition,
  { id, storeId }: { readonly id: number; readonly storeId: number },
): Promise<void> {
  for (const topic of ['operations', ...definition.topics] as const) await announce(tx, storeId, topic, [id]);
}
