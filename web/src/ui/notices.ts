import { describeFailure, failureOf } from '../api/failure.ts';

/** Short messages that outlive the screen that caused them ('Welcome back!' is shown by the next one). */
export interface Notice {
  readonly kind: 'success' | 'error' | 'info';
  readonly text: string;
}

let pending: readonly Notice[] = [];
let show: ((notice: Notice) => void) | null = null;
/** What the screen of now was asked to show, and when (milliseconds). */
let shown: readonly { readonly notice: Notice; readonly at: number }[] = [];
/** Nobody has read what was there for less than this before its screen went. */
const unreadMs = 1_000;

/** Shows the notice now, or as soon as a screen that can show notices is there. */
export function notify(notice: Notice): void {
  if (show === null) {
    pending = [...pending, notice];
    return;
  }
  show(notice);
  shown = [...shown, { notice, at: Date.now() }];
}

/** Says that a call failed, and why where the server says so. `thrown` is what the call threw. */
export function notifyFailure(thrown: unknown, plain: string, because: (reason: string) => string): void {
  const reason = describeFailure(failureOf(thrown));
  notify({ kind: 'error', text: reason === null ? plain : because(reason) });
}

/** Shows the notice on the screen that comes next: what this one shows goes with it. */
export function notifyOnArrival(notice: Notice): void {
  pending = [...pending, notice];
}

/** A screen that can show notices; it gets those that wait, and those that went with the last one unread. Returns how to stop. */
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
