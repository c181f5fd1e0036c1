import { expect, vi } from 'vitest';

/**
 * Waits until a reading equals what is wanted, in hooks and in tests that run side by side as well.
 * @param limit milliseconds
 * @throws what differs when it does not in time
 */
export async function until<T>(read: () => Promise<T>, wanted: T, limit = 200_000): Promise<void> {
  await vi.waitFor(async () => expect(await read()).toEqual(wanted), { timeout: limit, interval: 250 });
}
