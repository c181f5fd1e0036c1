import { setTimeout as pause } from 'node:timers/promises';

/**
 * Waits for work, but no longer than a number of milliseconds of real time; the work itself continues. Null: it takes longer.
 * @param failedLate is called with an error that comes after the wait
 * @throws what the work throws in time
 */
export async function withinTime<T>(
  work: Promise<T>,
  milliseconds: number,
  failedLate: (error: unknown) => void,
): Promise<{ readonly value: T } | null> {
  const ended = new AbortController();
  const limit = pause(Math.max(0, milliseconds), null, { signal: ended.signal });
  try {
    const first = await Promise.race([work.then((value) => ({ value })), limit]);
    if (first === null) work.catch(failedLate);
    return first;
  } finally {
    ended.abort();
  }
}
