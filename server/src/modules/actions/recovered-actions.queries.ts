import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

/** Takes every unfinished action as sent at this time, its outcome unknown; earlier leases are void. */
export async function takeAsSent(tx: Tx, at: Date): Promise<void> {
  await sql`
    update marketplace_actions set
      state = case when reference is null then 'unknown' else 'sent' end, calls = greatest(calls, 1), checks = 0,
      sent_at = ${at}, next_at = ${at}, lease_token = null, lease_until = null
    where finished_at is null`.execute(tx);
}
