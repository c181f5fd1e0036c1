import { useSyncExternalStore } from 'react';

/** After so long the screen says that it still waits, in milliseconds. */
const slowAfter = 10_000;
/** So long an answer is waited for, in milliseconds. */
const lateAfter = { usually: 20_000, withMarketplace: 60_000 } as const;

let slow = 0;
const listeners = new Set<() => void>();

function count(change: 1 | -1): void {
  slow += change;
  for (const listener of listeners) listener();
}

/** The time that a call may take. */
export interface Wait {
  /** Ends the call: when its caller gives it up, or when it is late. */
  readonly signal: AbortSignal;
  readonly isLate: () => boolean;
  /** The answer is there, or there will be none. */
  readonly end: () => void;
}

/**
 * Begins to wait for an answer.
 * @param length `withMarketplace` where the server itself waits for several answers of a marketplace
 * @param caller ends the call early
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

/** Whether an answer has been waited for longer than is usual. */
export function useStillWaiting(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => slow > 0,
  );
}
