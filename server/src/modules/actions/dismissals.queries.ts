import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

/** Dismisses earlier refused actions of the same key, as the action is done now. */
export async function dismissEarlier(tx: Tx, id: number, now: Date): Promise<void> {
  await sql`
    update marketplace_actions e set dismissed_at = ${now}
    from marketplace_actions a
    where a.id = ${id} and e.subject_type = a.subject_type and e.subject_id = a.subject_id and e.kind = a.kind
      and e.id < a.id and e.state = 'refused' and e.dismissed_at is null`.execute(tx);
}
