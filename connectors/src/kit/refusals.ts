import type { ActionResult, Effect } from './capabilities.ts';
import { ChannelError } from './errors.ts';
import { plainWords } from './plain-words.ts';

/** What a marketplace's refusal means for a seller: found by its code and message, said in our words. */
export interface Refusal {
  readonly when: RegExp;
  /** What happened, why, and what to do. */
  readonly reason: string;
  /** It may be accepted later, when something over there has changed. */
  readonly mayPass: boolean;
}

export const done: ActionResult = { outcome: 'done' };

export type Rejected = Extract<ActionResult, { outcome: 'rejected' }>;

/** A refusal that trying again does not change. */
export function refuse(code: string, reason: string): Rejected {
  return { outcome: 'rejected', code, reason, mayPass: false };
}

/** A refusal in the words of the first entry that fits its code or message; in the marketplace's own where none does. */
export function refusalOf(refusals: readonly Refusal[], code: string, message: string): Rejected {
  const known = refusals.find((each) => each.when.test(`${code} ${message}`));
  return {
    outcome: 'rejected',
    code,
    reason: known?.reason ?? plainWords(message),
    mayPass: known?.mayPass ?? false,
  };
}

/** Does the work; a fault `rejected` becomes the action's result, any other is thrown on. */
export async function refusing(
  refusals: readonly Refusal[],
  work: () => Promise<ActionResult>,
): Promise<ActionResult> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ChannelError) || error.fault.kind !== 'rejected') throw error;
    return refusalOf(refusals, error.fault.code, error.fault.message);
  }
}

/** Reads what became of an action; what the marketplace refuses to show any more counts as refused. */
export async function checking(work: () => Promise<Effect>): Promise<Effect> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ChannelError) || error.fault.kind !== 'rejected') throw error;
    return { effect: 'refused', code: error.fault.code, reason: error.fault.message };
  }
}
