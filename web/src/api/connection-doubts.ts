import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();

/** Reports a reason to doubt the connection: a call got no answer at all, or the browser went offline. */
export function doubtConnection(): void {
  for (const listener of listeners) listener();
}

/** Calls `listener` at each doubt. Returns a function that ends it. */
export function onDoubt(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Whether the browser has a network. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    (listener) => {
      addEventListener('online', listener);
      addEventListener('offline', listener);
      return () => {
        removeEventListener('online', listener);
        removeEventListener('offline', listener);
      };
    },
    () => navigator.onLine,
  );
}

/**
 * A signal that ends with `ended`, and at each doubt about the connection.
 * @returns with a function that must be called once the connection is over
 */
export function whileTrusted(ended: AbortSignal): {
  readonly signal: AbortSignal;
  readonly release: () => void;
} {
  const doubted = new AbortController();
  const release = onDoubt(() => doubted.abort());
  return { signal: AbortSignal.any([ended, doubted.signal]), release };
}
