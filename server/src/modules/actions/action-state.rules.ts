import type { ActionResult, Effect, Reference } from '@evenstock/connectors/kit/capabilities';
import type { ChannelFacts } from '@evenstock/connectors/kit/connector';
import { leavesWriteUnknown, type ChannelFault } from '@evenstock/connectors/kit/errors';
import type { ActionSubject } from '@evenstock/contract/actions/actions';
import { message, type Message } from '@evenstock/contract/messages/message';

/** The state of an action: the columns of its row that calls and checks change. */
export type ActionProgress =
  | { readonly state: 'waiting'; readonly nextAt: Date }
  | { readonly state: 'sent'; readonly reference: Reference; readonly nextAt: Date }
  | { readonly state: 'unknown'; readonly reference: Reference | null; readonly nextAt: Date }
  | { readonly state: 'done' }
  | {
      readonly state: 'refused';
      readonly code: string;
      readonly reason: Message;
      readonly mayRetry: boolean;
    };

/** The facts that decide about an action whose effect is unknown. */
export interface CallHistory {
  readonly reference: Reference | null;
  /** The number of calls that may have taken effect. */
  readonly calls: number;
  /** The number of checks so far. */
  readonly checks: number;
  /** When the last call that may have taken effect was sent. */
  readonly sentAt: Date;
}

const FIRST_CHECK_MS = 2_000;
const LONGEST_CHECK_MS = 300_000;
/** The backoff after a marketplace could not be reached. */
const NOT_REACHED_MS = 30_000;
/** The shortest backoff after throttling. */
const SHORTEST_WAIT_MS = 1_000;
/** Number of calls after which an action that checks found not done is refused rather than sent again. */
export const MOST_CALLS = 5;
/** After this time an action without a known outcome needs a person. */
export const NEEDS_YOU_AFTER_MS = 3_600_000;
/** The same for one of an order of which nobody knows whether it took effect: nothing else can be done to the order meanwhile. */
export const ORDER_NEEDS_YOU_AFTER_MS = 120_000;

const after = (now: Date, milliseconds: number): Date => new Date(now.getTime() + milliseconds);

/** The backoff of checks doubles each time: 2 s, 4 s … 5 minutes. */
function backoff(checks: number): number {
  return Math.min(LONGEST_CHECK_MS, FIRST_CHECK_MS * 2 ** Math.min(checks, 20));
}

/** The state after a reply to `perform`. */
export function afterPerform(result: ActionResult, now: Date): ActionProgress {
  switch (result.outcome) {
    case 'done':
      return { state: 'done' };
    case 'pending':
      return { state: 'sent', reference: result.reference, nextAt: after(now, result.afterSeconds * 1000) };
    case 'rejected':
      return { state: 'refused', code: result.code, reason: result.reason, mayRetry: result.mayPass };
    case 'unknown':
      return { state: 'unknown', reference: null, nextAt: after(now, FIRST_CHECK_MS) };
  }
}

/**
 * The state after an error of `perform`. `throttled` means that nothing was done. `unauthorised` may come after the first of several
 * calls; a retry then makes the calls that are left.
 * @param hasLeft whether a request was sent; without one nothing was done either
 */
export function afterPerformFault(fault: ChannelFault, hasLeft: boolean, now: Date): ActionProgress {
  switch (fault.kind) {
    case 'throttled':
      return { state: 'waiting', nextAt: after(now, Math.max(SHORTEST_WAIT_MS, fault.afterSeconds * 1000)) };
    case 'rejected':
      return { state: 'refused', code: fault.code, reason: fault.reason, mayRetry: false };
    case 'unauthorised':
      return {
        state: 'refused',
        code: fault.code,
        reason: message('actions.not_authorised'),
        mayRetry: true,
      };
    case 'unavailable':
    case 'unexpected':
      if (!hasLeft || !leavesWriteUnknown(fault))
        return { state: 'waiting', nextAt: after(now, NOT_REACHED_MS) };
      return { state: 'unknown', reference: null, nextAt: after(now, FIRST_CHECK_MS) };
  }
}

/**
 * The state after a check. "Not done" counts only once the last call can no longer take effect; until then the action stays
 * unknown.
 * @param showsWithin seconds after a call was sent until a check certainly shows its effect
 */
export function afterCheck(
  effect: Effect,
  history: CallHistory,
  now: Date,
  showsWithin: number,
): ActionProgress {
  switch (effect.effect) {
    case 'done':
      return { state: 'done' };
    case 'refused':
      return { state: 'refused', code: effect.code, reason: effect.reason, mayRetry: false };
    case 'not_yet_known':
      return stillUnknown(history, after(now, effect.afterSeconds * 1000));
    case 'not_done':
      return notDone(effect.partly ?? message('actions.no_effect'), history, now, showsWithin);
  }
}

function notDone(reason: Message, history: CallHistory, now: Date, showsWithin: number): ActionProgress {
  const settled = after(history.sentAt, showsWithin * 1000);
  if (now.getTime() <= settled.getTime()) {
    const next = after(now, backoff(history.checks));
    return stillUnknown(history, next.getTime() < settled.getTime() ? next : after(settled, 1));
  }
  if (history.calls < MOST_CALLS) return { state: 'waiting', nextAt: now };
  return {
    state: 'refused',
    code: 'no_effect',
    reason,
    mayRetry: true,
  };
}

/** The state after an error of a check: nothing is known, so it is checked again later. */
export function afterCheckFault(fault: ChannelFault, history: CallHistory, now: Date): ActionProgress {
  const wait =
    fault.kind === 'throttled'
      ? Math.max(fault.afterSeconds * 1000, FIRST_CHECK_MS)
      : backoff(history.checks);
  return stillUnknown(history, after(now, wait));
}

function stillUnknown({ reference }: CallHistory, nextAt: Date): ActionProgress {
  return reference === null ? { state: 'unknown', reference, nextAt } : { state: 'sent', reference, nextAt };
}

/** The state of an action that a member dismissed: it ends with the result of the last check. */
export function afterDismissal(progress: ActionProgress): ActionProgress {
  switch (progress.state) {
    case 'done':
    case 'refused':
      return progress;
    case 'waiting':
      return givenUp(message('actions.given_up_not_sent'));
    case 'sent':
    case 'unknown':
      return givenUp(message('actions.given_up_unknown'));
  }
}

function givenUp(reason: Message): ActionProgress {
  return { state: 'refused', code: 'given_up', reason, mayRetry: true };
}

/**
 * Seconds after a call was sent until "not done" is accepted. A change of a listing may land late, take time to be in force, and be
 * read from a replica that is behind. An action of an order may be sent again sooner: it reads before it writes, or its marketplace
 * refuses to do it twice.
 */
export function showsWithin(
  facts: Pick<ChannelFacts, 'lateActionBound' | 'lateWriteBound' | 'settlesWithin' | 'readLag'>,
  subject: ActionSubject,
): number {
  if (subject === 'Order') return facts.lateActionBound;
  return facts.lateWriteBound + facts.settlesWithin + facts.readLag;
}
