import { describeFailure, failureOf, withReason } from '../../api/failure.ts';

/** Short messages that may be shown after the screen that caused them has closed ('Welcome back!' is shown by the next one). */
export interface Notice {
  readonly kind: 'success' | 'error' | 'info';
  readonly text: string;
}

let pending: readonly Notice[] = [];
let show: ((notice: Notice) => void) | null = null;
/** The notices of the current screen, each with its time in milliseconds. */
let shown: readonly { readonly notice: Notice; readonly at: number }[] = [];
/** A notice counts as unread if its screen closed within this time, in milliseconds. */
const unreadMs = 1_000;

/** Shows the notice now, or as soon as there is a screen that can show it. */
export function notify(notice: Notice): void {
  if (show === null) {
    pending = [...pending, notice];
    return;
  }
  show(notice);
  shown = [...shown, { notice, at: Date.now() }];
}

/** Shows that a call failed, with the reason if the server gave one. `thrown` is the error of the call. */
export function notifyFailure(thrown: unknown, plain: string, because?: (reason: string) => string): void {
  const reason = describeFailure(failureOf(thrown));
  const isSpecial = reason !== null && because !== undefined;
  notify({ kind: 'error', text: isSpecial ? because(reason) : withReason(plain, reason) });
}

/** Shows the notice on the next screen, because this one is about to close with its notices. */
export function notifyOnArrival(notice: Notice): void {
  pending = [...pending, notice];
}

/**
 * Registers a screen that can show notices; it gets the waiting ones and the unread ones of the previous screen. Returns a
 * function that removes it.
 */
export function showNotices(showNotice: (notice: Notice) => void): () => void {
  show = showNotice;
  const waiting = pending;
  pending = [];
  for (const notice of waiting) showNotice(notice);
  return () => {
    if (show !== showNotice) return;
    show = null;
    const unread = shown.filter(({ at }) => Date.now() - at < unreadMs).map(({ notice }) => notice);
    pending = [...pending, ...unread];
    shown = [];
  };
}
