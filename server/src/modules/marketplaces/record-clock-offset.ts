import { sql } from 'kysely';
import type { Handle } from '../../platform/database.ts';

/** Records how far the channel's clock is from ours, in milliseconds. */
export async function recordClockOffset(db: Handle, marketplaceId: number, offsetMs: number): Promise<void> {
  await sql`update marketplaces set clock_offset_ms = ${offsetMs} where id = ${marketplaceId}`.execute(db);
}
