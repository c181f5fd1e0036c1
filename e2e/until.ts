import { expect, vi } from 'vitest';
import { longestWait } from './longest-wait.ts';

/**
 * Waits until a value equals the expected one; also usable in hooks and concurrent tests.
 * @param limit milliseconds
 * @throws the difference when the time is over
 */
export async function until<T>(read: () => Promise<T>, wanted: T, limit = longestWait): Promise<void> {
  await vi.waitFor(async () => expect(await read()).toEqual(wanted), { timeout: limit, interval: 250 });
}
