import { useSyncExternalStore } from 'react';

/** Delay before the "still waiting" message, in milliseconds. */
const slowAfter = 10_000;
/** Time limits for a reply, in milliseconds. */
const lateAfter = { usually: 20_000, withMarketplace: 60_000 } as const;

let slow = 0;
const listeners = new Set<() => void>();

function count(change: 1 | -1): void {
  slow += change;
  for (const listener of listeners) listener();
}

/** The time limit of one call. */
export interface Wait {
  /** Aborts the call when its caller aborts it or the time limit is reached. */
  readonly signal: AbortSignal;
  readonly isLate: () => boolean;
  /** Must be called when the reply has arrived or will not arrive. */
  readonly end: () => void;
}

/**
 * Starts the time limit of a call.
 * @param length `withMarketplace` if the server itself waits for several replies of a marketplace
 * @param caller aborts the call early
 */
export function beginWait(length: keyof typeof lateAfter, caller: AbortSignal | undefined): Wait {
  const late = new AbortController();
  let isSlow = false;
  const toSlow = setTimeout(() => {
    isSlow = true;
    count(1);
  }, slowAfter);
  const toLate = setTimeout(() => late.abort(), lateAfter[length]);
  let isOver = false;
  return {
    signal: caller === undefined ? late.signal : AbortSignal.any([caller, late.signal]),
    isLate: () => late.signal.aborted,
    end() {
      if (isOver) return;
      isOver = true;
      clearTimeout(toSlow);
      clearTimeout(toLate);
      if (isSlow) count(-1);
    },
  };
}

/** Whether a call has been waiting for longer than `slowAfter`. */
export function useStillWaiting(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => slow > 0,
  );
}
