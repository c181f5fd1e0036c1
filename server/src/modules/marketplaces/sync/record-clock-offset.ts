import type { Handle } from '../../../platform/database/database.ts';
import { setClockOffset } from './synced.queries.ts';

/** Records the channel's clock minus ours, in milliseconds. */
export function recordClockOffset(db: Handle, marketplaceId: number, offsetMs: number): Promise<void> {
  return setClockOffset(db, marketplaceId, offsetMs);
}
