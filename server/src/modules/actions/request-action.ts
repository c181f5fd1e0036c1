import { randomUUID } from 'node:crypto';
import type { ActionKind, ActionSubject } from '@evenstock/contract/actions/actions';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { RetryTransaction } from '../../platform/database/transaction.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { announce } from '../../api/live.ts';
import { findUnfinished, insertAction, type UnfinishedAction } from './actions.queries.ts';
import { actionKey, performActionJob } from './actions.jobs.ts';

/** The delay of the job of an action that its requester performs at once: the job is for a process that died. */
const GRACE_MS = 60_000;

export type { UnfinishedAction };

export interface ActionRequest {
  readonly storeId: number;
  readonly marketplaceId: number;
  readonly kind: ActionKind;
  readonly subjectType: ActionSubject;
  readonly subjectId: number;
  /** The exclusive key: one unfinished action of it at a time in a store, such as `order:17`. */
  readonly exclusiveKey: string;
  /** The input of the action's definition, as JSON. */
  readonly asked: unknown;
  /** A digest of its caller's words: an ask with the same one is the same. */
  readonly askedDigest?: string;
  /** Null: a schedule requests it. */
  readonly userId: number | null;
  /** `caller`: the requester calls `performAction` after the commit. `job`: a job performs it. */
  readonly performedBy: 'caller' | 'job';
  /** The mass action that it belongs to, which has one action of each record. */
  readonly operationId?: number;
}

export type RequestedAction =
  | { readonly outcome: 'begun'; readonly id: number }
  /** An action of this kind is under way: the request joins it. `isSame`: it asks for the same. */
  | ({ readonly outcome: 'joined' } & UnfinishedAction)
  /** Another action of the exclusive key is under way. */
  | ({ readonly outcome: 'excluded' } & UnfinishedAction);

/**
 * Records the request of an action, in the caller's transaction. Concurrent requests get one action, by a unique index.
 * @throws RetryTransaction where the conflicting action has just ended
 */
export async function requestAction(tx: Tx, ctx: Context, request: ActionRequest): Promise<RequestedAction> {
  const now = ctx.clock.now();
  const firstJobAt = request.performedBy === 'job' ? now : new Date(now.getTime() + GRACE_MS);
  const id = await insertAction(tx, {
    operationId: null,
    askedDigest: null,
    ...request,
    attemptKey: randomUUID(),
    now,
  });
  if (id === null) {
    const { storeId, exclusiveKey, asked, askedDigest: digest = null } = request;
    const running = await findUnfinished(tx, storeId, exclusiveKey, { asked, digest });
    if (running === null) throw new RetryTransaction();
    return { outcome: running.kind === request.kind ? 'joined' : 'excluded', ...running };
  }
  await enqueue(tx, performActionJob, { actionId: id }, { key: actionKey(id), runAt: firstJobAt });
  await announce(tx, request.storeId, 'actions', [id]);
  return { outcome: 'begun', id };
}
