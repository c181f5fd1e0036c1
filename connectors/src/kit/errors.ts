import { english } from '@evenstock/contract/messages/english';
import { fromChannel, message, type Message } from '@evenstock/contract/messages/message';
import { plainWords } from './plain-words.ts';

/**
 * Every way in which a call to a marketplace can fail. Retries, job outcomes and the message for the seller follow from it.
 * - rejected: understood and refused; repeating the call changes nothing
 * - unauthorised: the token is invalid or expired; `isRemoved`: the seller or the vendor removed the app
 * - throttled: rate limit exceeded; retry after `afterSeconds`. `isOurs`: this program's own limiter held the call back, and the
 *   marketplace refused nothing
 * - unavailable: no answer, or a fault of the marketplace; the outcome of a write is unknown. `isTokenRefused`: it refuses a
 *   token that it has just issued, so nothing took effect
 * - unexpected: an answer that does not follow the vendor's document
 */
export type ChannelFault = { readonly reason: Message } & (
  | { readonly kind: 'rejected'; readonly code: string }
  | { readonly kind: 'unauthorised'; readonly code: string; readonly isRemoved?: true }
  | { readonly kind: 'throttled'; readonly afterSeconds: number; readonly isOurs?: true }
  | { readonly kind: 'unavailable'; readonly isTokenRefused?: true }
  | { readonly kind: 'unexpected' }
);

/** The one error that connectors throw. Its reason may be logged and shown to a seller: no secrets, no personal data. */
export class ChannelError extends Error {
  readonly fault: ChannelFault;

  constructor(fault: ChannelFault) {
    const reason = plainMessage(fault.reason);
    super(english(reason));
    this.name = 'ChannelError';
    this.fault = { ...fault, reason };
  }
}

/** A message of this program, or a marketplace's own words. */
export type Words = string | Message;

/** Words as a message without credentials, e-mail addresses and telephone numbers. */
export const asMessage = (words: Words): Message =>
  plainMessage(typeof words === 'string' ? fromChannel(words) : words);

function plainMessage({ code, values }: Message): Message {
  const plain = Object.entries(values).map(
    ([name, value]) => [name, typeof value === 'string' ? plainWords(value) : value] as const,
  );
  return { code, values: Object.fromEntries(plain) };
}

export const rejected = (code: string, words: Words): ChannelError =>
  new ChannelError({ kind: 'rejected', code, reason: asMessage(words) });
export const unauthorised = (code: string, words: Words): ChannelError =>
  new ChannelError({ kind: 'unauthorised', code, reason: asMessage(words) });
export const removed = (code: string, words: Words): ChannelError =>
  new ChannelError({ kind: 'unauthorised', code, reason: asMessage(words), isRemoved: true });
export const throttled = (afterSeconds: number, words: Words = message('answers.slow_down')): ChannelError =>
  new ChannelError({ kind: 'throttled', afterSeconds, reason: asMessage(words) });
/** A call that was not sent, as it waits for its turn among this program's own. */
export const heldBack = (afterSeconds: number, words: Words): ChannelError =>
  new ChannelError({ kind: 'throttled', afterSeconds, reason: asMessage(words), isOurs: true });
export const unavailable = (words: Words): ChannelError =>
  new ChannelError({ kind: 'unavailable', reason: asMessage(words) });
export const tokenRefused = (words: Words): ChannelError =>
  new ChannelError({ kind: 'unavailable', reason: asMessage(words), isTokenRefused: true });
export const unexpected = (words: Words): ChannelError =>
  new ChannelError({ kind: 'unexpected', reason: asMessage(words) });

/** The fault for an undocumented answer: the marketplace's from 5xx. `channel` is its name for the seller. */
export function undocumented(channel: string, status: number): ChannelError {
  const reason = message('answers.undocumented', { channel, status });
  return status >= 500 ? unavailable(reason) : unexpected(reason);
}

/** Whether nobody knows, after a write, that it took effect. */
export function leavesWriteUnknown(fault: ChannelFault): boolean {
  return fault.kind === 'unexpected' || (fault.kind === 'unavailable' && fault.isTokenRefused !== true);
}
