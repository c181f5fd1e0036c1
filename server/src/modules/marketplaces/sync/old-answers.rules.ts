import { z } from 'zod';

const ages = z.array(z.tuple([z.number(), z.number()]));

/** How long an age is kept, in milliseconds. */
export const REMEMBERED_MS = 48 * 3_600_000;

/** The age of the oldest answer of the last 48 hours in milliseconds; null where none was old. */
export function oldestAnswer(recorded: unknown, now: Date): number | null {
  const since = now.getTime() - REMEMBERED_MS;
  const known = ages.parse(recorded).flatMap(([age, seenAt]) => (seenAt > since ? [age] : []));
  return known.length === 0 ? null : Math.max(...known);
}

/**
 * How old the answer to a read of this shop may be, in seconds: what its channel is taken for, or twice the oldest that was seen.
 * @param known the channel's, in seconds
 */
export function readLagNow(known: number, oldest: number | null): number {
  return Math.max(known, Math.ceil(((oldest ?? 0) * 2) / 1000));
}
