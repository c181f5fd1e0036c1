import type { Handle } from '../../platform/database.ts';
import { setClockOffset } from './synced.queries.ts';

/** Records how far the channel's clock is from ours, in milliseconds. */
export function recordClockOffset(db: Handle, marketplaceId: number, offsetMs: number): Promise<void> {
  return setClockOffset(db, marketplaceId, offsetMs);
}
