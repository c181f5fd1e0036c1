import { sql } from 'kysely';
import type { Handle } from '../../platform/database/database.ts';

/** Deletes some actions on listings that ended, and were asked for before an instant. @returns how many */
export async function deleteActionsOfListingsBefore(
  db: Handle,
  before: Date,
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from marketplace_actions where id in (
      select id from marketplace_actions
      where subject_type <> 'Order' and finished_at is not null and asked_at < ${before} limit ${limit})`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0n);
}
