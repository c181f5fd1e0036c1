import { expect, vi } from 'vitest';

/** How long a test waits for what it expects, in milliseconds: other programs may use the processor, too. */
export const longestWait = 200_000;

/**
 * Waits until a value equals the expected one; also usable in hooks and concurrent tests.
 * @param limit milliseconds
 * @throws the difference when the time is over
 */
export async function until<T>(read: () => Promise<T>, wanted: T, limit = longestWait): Promise<void> {
  await vi.waitFor(async () => expect(await read()).toEqual(wanted), { timeout: limit, interval: 250 });
}
