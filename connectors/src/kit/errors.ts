import { english } from '@evenstock/contract/messages/english';
import { fromChannel, type Message } from '@evenstock/contract/messages/message';
import { plainWords } from './plain-words.ts';

/**
 * Every way in which a call to a marketplace can fail. Retries, job outcomes and the message for the seller follow from it.
 * - rejected: understood and rejected; sending it again changes nothing
 * - unauthorised: the token is invalid or expired; `isRemoved`: the marketplace says that the seller or the vendor removed the app
 * - throttled: rate limit exceeded; it may be tried again after `afterSeconds`
 * - unavailable: no answer, or a fault of the marketplace; nobody knows whether a write took effect. `isTokenRefused`: it refuses a
 *   token that it has just issued, so nothing took effect
 * - unexpected: an answer that does not follow the vendor's document
 */
export type ChannelFault = {
  /** The same as a message, where the words are not the marketplace's. */
  readonly said?: Message;
} & (
  | { readonly kind: 'rejected'; readonly code: string; readonly message: string }
  | {
      readonly kind: 'unauthorised';
      readonly code: string;
      readonly message: string;
      readonly isRemoved?: true;
    }
  | { readonly kind: 'throttled'; readonly afterSeconds: number; readonly message: string }
  | { readonly kind: 'unavailable'; readonly message: string; readonly isTokenRefused?: true }
  | { readonly kind: 'unexpected'; readonly message: string }
);

/** The one error that connectors throw. `message` may be logged and shown to a seller: no secrets, no personal data. */
export class ChannelError extends Error {
  readonly fault: ChannelFault;

  constructor(fault: ChannelFault) {
    const message = plainWords(fault.message);
    super(message);
    this.name = 'ChannelError';
    this.fault = { ...fault, message };
  }
}

/** The words of a fault: a marketplace's own, or a message of this program. */
const worded = (words: string | Message): { readonly message: string; readonly said?: Message } =>
  typeof words === 'string' ? { message: words } : { message: english(words), said: words };

export const rejected = (code: string, words: string | Message): ChannelError =>
  new ChannelError({ kind: 'rejected', code, ...worded(words) });
export const unauthorised = (code: string, words: string | Message): ChannelError =>
  new ChannelError({ kind: 'unauthorised', code, ...worded(words) });
export const removed = (code: string, words: string | Message): ChannelError =>
  new ChannelError({ kind: 'unauthorised', code, ...worded(words), isRemoved: true });
export const throttled = (
  afterSeconds: number,
  words: string | Message = 'The marketplace asks us to slow down.',
): ChannelError => new ChannelError({ kind: 'throttled', afterSeconds, ...worded(words) });
export const unavailable = (words: string | Message): ChannelError =>
  new ChannelError({ kind: 'unavailable', ...worded(words) });
export const tokenRefused = (words: string | Message): ChannelError =>
  new ChannelError({ kind: 'unavailable', ...worded(words), isTokenRefused: true });
export const unexpected = (words: string | Message): ChannelError =>
  new ChannelError({ kind: 'unexpected', ...worded(words) });

/** The fault for an undocumented answer: theirs from 5xx. `marketplace` is its name for the seller. */
export function undocumented(marketplace: string, status: number): ChannelError {
  const what = `${marketplace} answered ${String(status)} in a form that it does not document.`;
  return status >= 500 ? unavailable(what) : unexpected(what);
}

/** Whether nobody knows, after a write, that it took effect. */
export function leavesWriteUnknown(fault: ChannelFault): boolean {
  return fault.kind === 'unexpected' || (fault.kind === 'unavailable' && fault.isTokenRefused !== true);
}

/** Why a call failed, as a message. */
export const channelReason = ({ message: text, said }: ChannelFault): Message => said ?? fromChannel(text);
