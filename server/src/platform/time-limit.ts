import { setTimeout as pause } from 'node:timers/promises';

/**
 * What the work answers within so many milliseconds of real time; null where it takes longer. It goes on all the same.
 * @param failedLate hears of an error of work that nobody waits for any more
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
