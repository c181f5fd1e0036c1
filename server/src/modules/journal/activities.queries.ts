import type { Insertable } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
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
