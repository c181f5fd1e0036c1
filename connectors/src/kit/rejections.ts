import type { ActionResult, Effect } from './capabilities.ts';
import { ChannelError } from './errors.ts';
import { plainWords } from './plain-words.ts';

/** A known rejection of a marketplace, matched by code and message, with our words for the seller. */
export interface KnownRejection {
  readonly when: RegExp;
  /** What happened, why, and what to do. */
  readonly reason: string;
  /** It may be accepted later, when something at the marketplace has changed. */
  readonly mayPass: boolean;
}

export const done: ActionResult = { outcome: 'done' };

export type Rejected = Extract<ActionResult, { outcome: 'rejected' }>;

/** A rejection that trying again does not change. */
export function rejection(code: string, reason: string): Rejected {
  return { outcome: 'rejected', code, reason, mayPass: false };
}

/** A rejection in the words of the first matching entry; in the marketplace's own words where none matches. */
export function rejectionOf(
  knownRejections: readonly KnownRejection[],
  code: string,
  message: string,
): Rejected {
  const known = knownRejections.find((each) => each.when.test(`${code} ${message}`));
  return {
    outcome: 'rejected',
    code,
    reason: known?.reason ?? plainWords(message),
    mayPass: known?.mayPass ?? false,
  };
}

/** Runs the work; a fault `rejected` becomes the action's result, any other is thrown on. */
export async function catchRejection(
  knownRejections: readonly KnownRejection[],
  work: () => Promise<ActionResult>,
): Promise<ActionResult> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ChannelError) || error.fault.kind !== 'rejected') throw error;
    return rejectionOf(knownRejections, error.fault.code, error.fault.message);
  }
}

/** Reads the effect of an action; a record that the marketplace no longer shows counts as refused. */
export async function checking(work: () => Promise<Effect>): Promise<Effect> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ChannelError) || error.fault.kind !== 'rejected') throw error;
    return { effect: 'refused', code: error.fault.code, reason: error.fault.message };
  }
}
