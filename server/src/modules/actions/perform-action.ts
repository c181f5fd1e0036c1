import { randomUUID } from 'node:crypto';
import type { Access } from '@evenstock/connectors/kit/access';
import { ChannelError, throttled } from '@evenstock/connectors/kit/errors';
import type { ActionKind } from '@evenstock/contract/actions/actions';
import { message } from '@evenstock/contract/messages/message';
import type { Context } from '../../context.ts';
import { actingWith } from '../../platform/secrets/acting-token.ts';
import { enqueue } from '../../platform/jobs/jobs.ts';
import { announce } from '../../api/live.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { callMarketplace } from '../connections/calls/call-marketplace.ts';
import type { ActionDefinition, ChannelCalls } from './action-definition.ts';
import {
  afterCheck,
  afterCheckFault,
  afterDismissal,
  afterPerform,
  afterPerformFault,
  showsWithin,
  type ActionProgress,
} from './action-state.rules.ts';
import { actionKey, performActionJob } from './actions.jobs.ts';
import {
  claimableAt,
  claimAction,
  extendLease,
  recordProgress,
  type ClaimedAction,
} from './actions.queries.ts';
import { dismissEarlier } from './dismissals.queries.ts';

/** The lease beyond the time-out of one call, to record its outcome. */
const LEASE_SPARE_MS = 20_000;

export type ActionDefinitions = Readonly<Record<ActionKind, ActionDefinition>>;

declare module '../../context.ts' {
  interface Context {
    /** Performs one step of an action at its marketplace. */
    performAction(ctx: Context, actionId: number): Promise<void>;
  }
}

/** Makes `ctx.performAction` of the kinds of actions. */
export function actionRunner(definitions: ActionDefinitions): Context['performAction'] {
  return (ctx, actionId) => performAction(ctx, definitions, actionId);
}

/**
 * Performs one step of an action: takes its lease, calls or checks, records. A worker that died in a call leaves the action
 * `sent`; once its lease has expired, the next worker checks what became of it before anything is sent again.
 */
async function performAction(ctx: Context, definitions: ActionDefinitions, actionId: number): Promise<void> {
  const token = randomUUID();
  const claimed = await claimAction(ctx.db, actionId, {
    token,
    now: ctx.clock.now(),
    until: leaseEnd(ctx),
  });
  if (claimed === null) {
    await comeBack(ctx, actionId);
    return;
  }
  const definition = definitions[claimed.kind];
  const progress = claimed.isDismissed
    ? afterDismissal(await lastLook(ctx, definition, claimed, token))
    : await progressOf(ctx, definition, claimed, token);
  await record(ctx, definition, claimed, token, progress);
}

const leaseEnd = (ctx: Context): Date =>
  new Date(ctx.clock.now().getTime() + ctx.settings.channelTimeoutSeconds * 1000 + LEASE_SPARE_MS);

/** Reschedules the job where another worker has the lease, or the action is not due. */
async function comeBack(ctx: Context, actionId: number): Promise<void> {
  const at = await claimableAt(ctx.db, actionId);
  if (at === null) return;
  const runAt = new Date(Math.max(at.getTime(), ctx.clock.now().getTime()) + 1_000);
  const options = { key: actionKey(actionId), keyMode: 'preserve_run_at', runAt } as const;
  await enqueue(ctx.db, performActionJob, { actionId }, options);
}

/** A dismissed action that was not sent is not sent any more. */
function lastLook(
  ctx: Context,
  definition: ActionDefinition,
  action: ClaimedAction,
  token: string,
): Promise<ActionProgress> {
  if (action.performs) return Promise.resolve({ state: 'waiting', nextAt: ctx.clock.now() });
  return progressOf(ctx, definition, action, token);
}

async function progressOf(
  ctx: Context,
  definition: ActionDefinition,
  action: ClaimedAction,
  token: string,
): Promise<ActionProgress> {
  let hasLeft = false;
  // The precondition of each request: one that waited for tokens beyond its lease must not be sent any more.
  const precondition = async (): Promise<void> => {
    const sentAt = action.performs ? ctx.clock.now() : null;
    if (!(await extendLease(ctx.db, action.id, token, { until: leaseEnd(ctx), sentAt }))) {
      throw throttled(0, message('actions.taken_over'));
    }
    hasLeft = true;
  };
  try {
    return await callMarketplace(
      ctx,
      action.marketplaceId,
      'normal',
      async (access, connector) => {
        const calls = await definition.prepare(ctx, action, action.asked, connector);
        if (calls === null) return action.performs ? gone : goneSince;
        return action.performs
          ? await perform(calls, access, ctx)
          : await check(calls, access, ctx, action, showsWithin(connector.facts, action.subjectType));
      },
      precondition,
    );
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    const now = ctx.clock.now();
    return action.performs
      ? afterPerformFault(error.fault, hasLeft, now)
      : afterCheckFault(error.fault, action, now);
  }
}

const gone: ActionProgress = {
  state: 'refused',
  code: 'gone',
  reason: message('actions.record_gone'),
  mayRetry: false,
};

const goneSince: ActionProgress = { ...gone, reason: message('actions.record_gone_since') };

async function perform(calls: ChannelCalls, access: Access, ctx: Context): Promise<ActionProgress> {
  return afterPerform(await calls.perform(access), ctx.clock.now());
}

async function check(
  calls: ChannelCalls,
  access: Access,
  ctx: Context,
  action: ClaimedAction,
  seconds: number,
): Promise<ActionProgress> {
  return afterCheck(await calls.check(access, action.reference), action, ctx.clock.now(), seconds);
}

async function record(
  ctx: Context,
  definition: ActionDefinition,
  action: ClaimedAction,
  token: string,
  progress: ActionProgress,
): Promise<void> {
  const now = ctx.clock.now();
  await inTransaction(ctx.db, async (tx) => {
    const neverSent = action.performs && (progress.state === 'waiting' || action.isDismissed);
    const recorded = await recordProgress(tx, action.id, token, progress, { now, neverSent });
    if (recorded === null) return;
    if (progress.state === 'done' || progress.state === 'refused') {
      if (progress.state === 'done') await dismissEarlier(tx, action.id, now);
      await actingWith(action.accessTokenId, () => definition.settle(tx, ctx, action, progress));
      const { id: actionId, storeId, kind, subjectType, subjectId } = action;
      await ctx.emit(tx, {
        type: 'action.settled',
        actionId,
        storeId,
        kind,
        subjectType,
        subjectId,
        state: progress.state,
      });
    } else {
      const options = { key: actionKey(action.id), runAt: progress.nextAt };
      await enqueue(tx, performActionJob, { actionId: action.id }, options);
    }
    await announce(tx, action.storeId, 'actions', [action.id]);
    const { operationId } = recorded;
    // A row of it, or of one that joined it, may say that the outcome is unknown.
    if (operationId !== null || progress.state === 'done' || progress.state === 'refused')
      await announce(tx, action.storeId, 'operations', operationId === null ? [] : [operationId]);
  });
}
