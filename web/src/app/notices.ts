/** Short messages that outlive the screen that caused them ('Welcome back!' is shown by the next one). */
export interface Notice {
  readonly kind: 'success' | 'error' | 'info';
  readonly text: string;
}

let pending: readonly Notice[] = [];
let show: ((notice: Notice) => void) | null = null;

/** Shows the notice now, or as soon as a screen that can show notices is there. */
export function notify(notice: Notice): void {
  if (show === null) pending = [...pending, notice];
  else show(notice);
}

/** Shows the notice on the screen that comes next: what this one shows goes with it. */
export function notifyOnArrival(notice: Notice): void {
  pending = [...pending, notice];
}

/** A screen that can show notices; it gets those that wait. Returns how to stop. */
export function showNotices(showNotice: (notice: Notice) => void): () => void {
  show = showNotice;
  const waiting = pending;
  pending = [];
  for (const notice of waiting) showNotice(notice);
  return () => {
    if (show === showNotice) show = null;
  };
}
