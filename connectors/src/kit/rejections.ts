import { english } from '@evenstock/contract/messages/english';
import type { Message } from '@evenstock/contract/messages/message';
import type { ActionResult, Effect } from './capabilities.ts';
import { asMessage, ChannelError, type Words } from './errors.ts';

/** A known rejection of a marketplace, matched by code and message, with a message for the seller. */
export interface KnownRejection {
  readonly when: RegExp;
  /** What happened, why, and what to do. */
  readonly reason: Message;
  /** It may be accepted later, when something at the marketplace has changed. */
  readonly mayPass: boolean;
}

export const done: ActionResult = { outcome: 'done' };

export type Rejected = Extract<ActionResult, { outcome: 'rejected' }>;

/** A rejection that trying again does not change. */
export function rejection(code: string, words: Words): Rejected {
  return { outcome: 'rejected', code, reason: asMessage(words), mayPass: false };
}

/**
 * A rejection with the message of the first matching entry; with the marketplace's own words where none matches. A message of
 * this program is kept, and the code alone finds its entry.
 */
export function rejectionOf(
  knownRejections: readonly KnownRejection[],
  code: string,
  words: Words,
): Rejected {
  const reason = asMessage(words);
  const isOurs = reason.code !== 'api.channel';
  const text = isOurs ? code : `${code} ${english(reason)}`;
  const known = knownRejections.find((each) => each.when.test(text));
  return {
    outcome: 'rejected',
    code,
    reason: isOurs ? reason : (known?.reason ?? reason),
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
    return rejectionOf(knownRejections, error.fault.code, error.fault.reason);
  }
}

/** Reads the effect of an action; a record that the marketplace no longer shows counts as refused. */
export async function checking(work: () => Promise<Effect>): Promise<Effect> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ChannelError) || error.fault.kind !== 'rejected') throw error;
    return { effect: 'refused', code: error.fault.code, reason: error.fault.reason };
  }
}
