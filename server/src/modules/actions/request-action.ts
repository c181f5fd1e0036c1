import { randomUUID } from 'node:crypto';
import type { ActionKind, ActionSubject } from '@evenstock/contract/actions';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database.ts';
import { RetryTransaction } from '../../platform/transaction.ts';
import { enqueue } from '../../platform/jobs.ts';
import { announce } from '../../api/live.ts';
import { findUnfinished, insertAction } from './actions.queries.ts';
import { actionKey, performActionJob } from './actions.jobs.ts';

/** Whoever asked performs it at once; its job is there for a process that died meanwhile. */
const GRACE_MS = 60_000;

export interface ActionRequest {
  readonly storeId: number;
  readonly marketplaceId: number;
  readonly kind: ActionKind;
  readonly subjectType: ActionSubject;
  readonly subjectId: number;
  /** What may not be done twice at once, unique in the store: `order:17`. */
  readonly exclusiveKey: string;
  /** As the definition of this kind takes it; JSON. */
  readonly asked: unknown;
  /** Null: a schedule asks. */
  readonly userId: number | null;
  /** `caller`: whoever asks calls `performAction` after the commit. `job`: it is performed in the background. */
  readonly performedBy: 'caller' | 'job';
}

export type RequestedAction =
  | { readonly outcome: 'begun'; readonly id: number }
  /** The same is under way already: this is it. */
  | { readonly outcome: 'joined'; readonly id: number }
  /** Something else is under way that excludes it. */
  | { readonly outcome: 'excluded'; readonly id: number; readonly kind: ActionKind };

/**
 * Writes down what is asked of a marketplace, in the caller's transaction. Two who ask at once get one action: a unique index decides.
 * @throws RetryTransaction where the action in the way ended at this moment
 */
export async function requestAction(tx: Tx, ctx: Context, request: ActionRequest): Promise<RequestedAction> {
  const now = ctx.clock.now();
  const firstJobAt = request.performedBy === 'job' ? now : new Date(now.getTime() + GRACE_MS);
  const id = await insertAction(tx, { ...request, attemptKey: randomUUID(), now });
  if (id === null) {
    const running = await findUnfinished(tx, request.storeId, request.exclusiveKey);
    if (running === null) throw new RetryTransaction();
    return running.kind === request.kind
      ? { outcome: 'joined', id: running.id }
      : { outcome: 'excluded', ...running };
  }
  await enqueue(tx, performActionJob, { actionId: id }, { key: actionKey(id), runAt: firstJobAt });
  await announce(tx, request.storeId, 'actions', [id]);
  return { outcome: 'begun', id };
}
