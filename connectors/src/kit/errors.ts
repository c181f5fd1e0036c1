import { plainWords } from './plain-words.ts';

/**
 * Everything that can go wrong at a marketplace, as one union. Retry policy, job outcome and the words for the seller follow from it.
 * - rejected: understood and refused; sending it again changes nothing
 * - unauthorised: the token is not, or no longer, accepted
 * - throttled: too fast; `afterSeconds` when it may be tried again
 * - unavailable: no answer, or a fault on their side; whether a write landed is not known
 * - unexpected: an answer that does not follow their document
 */
export type ChannelFault =
  | { readonly kind: 'rejected'; readonly code: string; readonly message: string }
  | { readonly kind: 'unauthorised'; readonly code: string; readonly message: string }
  | { readonly kind: 'throttled'; readonly afterSeconds: number; readonly message: string }
  | { readonly kind: 'unavailable'; readonly message: string }
  | { readonly kind: 'unexpected'; readonly message: string };

/** The one error that connectors throw. `message` is fit for a log and a seller: no secrets, no personal data. */
export class ChannelError extends Error {
  readonly fault: ChannelFault;

  constructor(fault: ChannelFault) {
    const message = plainWords(fault.message);
    super(message);
    this.name = 'ChannelError';
    this.fault = { ...fault, message };
  }
}

export const rejected = (code: string, message: string): ChannelError =>
  new ChannelError({ kind: 'rejected', code, message });
export const unauthorised = (code: string, message: string): ChannelError =>
  new ChannelError({ kind: 'unauthorised', code, message });
export const throttled = (
  afterSeconds: number,
  message = 'The marketplace asks us to slow down.',
): ChannelError => new ChannelError({ kind: 'throttled', afterSeconds, message });
export const unavailable = (message: string): ChannelError =>
  new ChannelError({ kind: 'unavailable', message });
export const unexpected = (message: string): ChannelError =>
  new ChannelError({ kind: 'unexpected', message });

/** An answer that the vendor's document does not have: a fault of theirs from 5xx. `marketplace` is its name for the seller. */
export function undocumented(marketplace: string, status: number): ChannelError {
  const what = `${marketplace} answered ${String(status)} in a form that it does not document.`;
  return status >= 500 ? unavailable(what) : unexpected(what);
}

/** After a write: nobody knows whether it landed. */
export function leavesWriteUnknown(fault: ChannelFault): boolean {
  return fault.kind === 'unavailable' || fault.kind === 'unexpected';
}
