import type { Handle } from '../../../platform/database/database.ts';
import { oldestAnswer, readLagNow, REMEMBERED_MS } from './old-answers.rules.ts';
import { addOldAnswer } from './synced.queries.ts';

/** Records that a read returned a stale number. The greatest age is kept for 48 hours. */
export function recordOldAnswer(
  db: Handle,
  marketplaceId: number,
  ageMs: number,
  seenAt: Date,
): Promise<void> {
  return addOldAnswer(db, marketplaceId, {
    ageMs,
    seenAt,
    since: new Date(seenAt.getTime() - REMEMBERED_MS),
  });
}

/**
 * How old the answer to a read of a marketplace may be now, in seconds.
 * @param known what its channel is taken for, in seconds
 * @param recorded the marketplace's `old_answers`
 */
export function readLagOf(known: number, recorded: unknown, now: Date): number {
  return readLagNow(known, oldestAnswer(recorded, now));
}
