import { english } from '@evenstock/contract/messages/english';
import { message } from '@evenstock/contract/messages/message';
import type { Message } from '@evenstock/contract/messages/message';
import type { ActionResult, Effect } from './capabilities.ts';
import { asMessage, ChannelError, type Words } from './errors.ts';

/** A known rejection of a marketplace, matched by code and message, with a message for the seller. */
export interface KnownRejection {
  readonly when: RegExp;
  /** What happened, why, and what to do. */
  readonly reason: Message;
  /** It may be accepted later, when something at the marketplace has changed. False only where the vendor's document says that it is final. */
  readonly mayPass: boolean;
}

export const done: ActionResult = { outcome: 'done' };

export type Rejected = Extract<ActionResult, { outcome: 'rejected' }>;

/** A rejection that trying again does not change. */
export function rejection(code: string, words: Words): Rejected {
  return { outcome: 'rejected', code, reason: asMessage(words), mayPass: false };
}

/**
 * Words of a fault that passes, whatever code comes with them: the call is made again, and nothing is concluded from it. What is to be
 * put right first ("…, and try again"), or is locked by a promotion, does not pass so.
 */
const passingWords =
  /(?<!\b(?:and|then) )\btry(?:ing)? again|\btry(?:ing)? later|again later|multiple (?:retr|attempt)|\bretry (?:later|again)|please (?:wait|retry|\w+ later)|system[ _-]?(?:is )?(?:error|exception|fault|busy|maintenance)|internal[ _-]?(?:server[ _-]?)?error|\bbusy\b|time(?:d)?[ _-]?out|\block\b|shop is locked|being (?:allocated|processed|generated|made|prepared|created|updated)|temporar(?:y|ily)|(?:service|server) (?:is )?(?:currently )?unavailable|too many requests|系统繁忙|稍后|超时/i;

/** Words of a limit of calls, whatever code comes with them: the call is made again once the limit is free. */
const limitWords =
  /too many requests|too frequent|\b(?:rate|call|request)s?[ _-]?limit|\bQPS\b|\brequests? (?:\w+ ){0,4}(?:over|exceed\w*) (?:the )?(?:\w+ )?limit/i;

export const saysTooOften = (text: string): boolean => limitWords.test(text);

export const saysItPasses = (text: string): boolean => passingWords.test(text);

/** Whether the marketplace's own words of a refusal say that it passes. */
export const isPassing = ({ reason }: { readonly reason: Message }): boolean =>
  reason.code === 'api.channel' && saysItPasses(english(reason));

/**
 * A rejection with the message of the first matching entry; with the marketplace's own words where none matches, and then it may
 * pass: an unknown code is not never. A message of this program is kept, and the code alone finds its entry; without one it is
 * this program's own refusal, which trying again does not change.
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
    mayPass: known?.mayPass === true || (!isOurs && (known === undefined || saysItPasses(text))),
  };
}

/** The effect of an action that was read back part by part: done where each part is; where only some are, its words name that. */
export function effectOfParts(channel: string, areDone: readonly boolean[]): Effect {
  if (areDone.length > 0 && areDone.every(Boolean)) return { effect: 'done' };
  if (!areDone.some(Boolean)) return { effect: 'not_done' };
  return { effect: 'not_done', partly: message('refusals.done_in_part', { channel }) };
}

/** An action of several calls, or of several rows of one, calls it for each that took effect. */
export type Took = () => void;

/**
 * Runs the work; a fault `rejected` becomes the action's result, any other is thrown on. A refusal after a part that took effect is
 * no refusal of the whole: what came of it is read, and a next try continues with what is left.
 */
export async function catchRejection(
  knownRejections: readonly KnownRejection[],
  work: (took: Took) => Promise<ActionResult>,
): Promise<ActionResult> {
  const part = { isDone: false };
  try {
    return await work(() => {
      part.isDone = true;
    });
  } catch (error) {
    if (!(error instanceof ChannelError) || error.fault.kind !== 'rejected') throw error;
    const refused = rejectionOf(knownRejections, error.fault.code, error.fault.reason);
    return part.isDone ? { outcome: 'unknown', reason: refused.reason } : refused;
  }
}

/**
 * Reads the effect of an action; a record that the marketplace no longer shows counts as refused. A code that no document explains
 * says nothing of the effect: its fault is thrown on, and the effect is read again.
 */
export async function checking(work: () => Promise<Effect>): Promise<Effect> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ChannelError) || error.fault.kind !== 'rejected') throw error;
    const { code, reason } = error.fault;
    if (reason.code === 'api.channel') throw error;
    return { effect: 'refused', code, reason };
  }
}
