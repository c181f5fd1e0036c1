import type { ActionResult, Effect, Reference } from '@evenstock/connectors/kit/capabilities';
import type { ChannelFacts } from '@evenstock/connectors/kit/connector';
import type { ChannelFault } from '@evenstock/connectors/kit/errors';

/** Where an action stands; the part of its row that calls change. */
export type ActionProgress =
  | { readonly state: 'waiting'; readonly nextAt: Date }
  | { readonly state: 'sent'; readonly reference: Reference; readonly nextAt: Date }
  | { readonly state: 'unknown'; readonly reference: Reference | null; readonly nextAt: Date }
  | { readonly state: 'done' }
  | { readonly state: 'refused'; readonly code: string; readonly reason: string; readonly mayRetry: boolean };

/** What decides about an action whose effect is not known. */
export interface CallHistory {
  readonly reference: Reference | null;
  /** Calls that may have taken effect, so far. */
  readonly calls: number;
  /** Looks at what became of it, so far. */
  readonly checks: number;
  /** When the last request of such a call left. */
  readonly sentAt: Date;
}

const FIRST_CHECK_MS = 2_000;
const LONGEST_CHECK_MS = 300_000;
/** A marketplace that could not be reached is tried again after this. */
const NOT_REACHED_MS = 30_000;
/** Throttled for no time at all still lets others go first. */
const SHORTEST_WAIT_MS = 1_000;
/** An action that was found not done so often is refused rather than sent again. */
export const MOST_CALLS = 5;
/** After this an action without a known outcome needs a person to look at the marketplace. */
export const NEEDS_YOU_AFTER_MS = 3_600_000;

const after = (now: Date, milliseconds: number): Date => new Date(now.getTime() + milliseconds);

/** The wait doubles with each look: 2 s, 4 s … 5 minutes. */
function backoff(checks: number): number {
  return Math.min(LONGEST_CHECK_MS, FIRST_CHECK_MS * 2 ** Math.min(checks, 20));
}

/** What an answer to `perform` means. */
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
 * What an error of `perform` means: `throttled` and `unauthorised` say that nothing was done.
 * @param hasLeft a request went out; without one nothing can have been done either
 */
export function afterPerformFault(fault: ChannelFault, hasLeft: boolean, now: Date): ActionProgress {
  switch (fault.kind) {
    case 'throttled':
      return { state: 'waiting', nextAt: after(now, Math.max(SHORTEST_WAIT_MS, fault.afterSeconds * 1000)) };
    case 'rejected':
      return { state: 'refused', code: fault.code, reason: fault.message, mayRetry: false };
    case 'unauthorised':
      return { state: 'refused', code: fault.code, reason: fault.message, mayRetry: true };
    case 'unavailable':
    case 'unexpected':
      if (!hasLeft) return { state: 'waiting', nextAt: after(now, NOT_REACHED_MS) };
      return { state: 'unknown', reference: null, nextAt: after(now, FIRST_CHECK_MS) };
  }
}

/**
 * What a look at the marketplace means. "Not done" counts only once the last call can no longer take effect; until then the action
 * stays unknown.
 * @param showsWithin seconds after a call left until a look at the marketplace certainly shows its effect
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
      return notDone(history, now, showsWithin);
  }
}

function notDone(history: CallHistory, now: Date, showsWithin: number): ActionProgress {
  const settled = after(history.sentAt, showsWithin * 1000);
  if (now.getTime() <= settled.getTime()) {
    const next = after(now, backoff(history.checks));
    return stillUnknown(history, next.getTime() < settled.getTime() ? next : after(settled, 1));
  }
  if (history.calls < MOST_CALLS) return { state: 'waiting', nextAt: now };
  return {
    state: 'refused',
    code: 'no_effect',
    reason: 'The marketplace did not answer, and nothing changed there. Try again later.',
    mayRetry: true,
  };
}

/** What an error of a look means: nothing is known yet, so it is looked at again later. */
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

/** What becomes of an action that a member closed: it ends with what the last look at it found. */
export function afterDismissal(progress: ActionProgress): ActionProgress {
  switch (progress.state) {
    case 'done':
    case 'refused':
      return progress;
    case 'waiting':
      return givenUp('Nothing was done at the marketplace, and a member closed it.');
    case 'sent':
    case 'unknown':
      return givenUp('Nobody knows whether it took effect, and a member closed it. Look at the marketplace.');
  }
}

function givenUp(reason: string): ActionProgress {
  return { state: 'refused', code: 'given_up', reason, mayRetry: true };
}

/**
 * Seconds after a call left until a look at the marketplace certainly shows its effect: it may land late, take a while to be in
 * force, and be read from a copy that is behind.
 */
export function showsWithin(
  facts: Pick<ChannelFacts, 'lateWriteBound' | 'settlesWithin' | 'readLag'>,
): number {
  return facts.lateWriteBound + facts.settlesWithin + facts.readLag;
}
