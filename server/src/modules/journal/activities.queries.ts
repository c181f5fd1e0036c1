import { sql, type Insertable } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import type { Changes } from './activity-changes.rules.ts';
import type { Tables } from '../../tables.ts';

/** Inserts an activity, and puts it among those that wait for their seal: one that does not wait is reported as inserted. */
export async function insertActivity(tx: Tx, activity: Insertable<Tables['activities']>): Promise<void> {
  await tx
    .with('recorded', (db) => db.insertInto('activities').values(activity).returning(['id', 'store_id']))
    .insertInto('unsealed_activities')
    .columns(['activity_id', 'store_id'])
    .expression((db) => db.selectFrom('recorded').select(['id', 'store_id']))
    .execute();
}

/** An activity to be inserted. */
export interface ActivityRow extends Omit<Insertable<Tables['activities']>, 'changes' | 'extras'> {
  readonly changes: Changes;
  readonly extras: Readonly<Record<string, unknown>>;
}

/** Inserts activities in their order, in one statement. See `insertActivity`. */
export async function insertActivities(tx: Tx, activities: readonly ActivityRow[]): Promise<void> {
  await sql`
    with recorded as (
      insert into activities (store_id, key, actor_type, actor_id, access_token_id, recipient_type, recipient_id, changes, extras, created_at)
      select a.store_id, a.key, a.actor_type, a.actor_id, a.access_token_id, a.recipient_type, a.recipient_id, a.changes, a.extras,
        a.created_at
      from jsonb_populate_recordset(null::activities, ${JSON.stringify(activities)}::jsonb) a
      returning id, store_id)
    insert into unsealed_activities (activity_id, store_id) select id, store_id from recorded`.execute(tx);
}
