import type { Insertable } from 'kysely';
import type { Tx } from '../../platform/database.ts';
import type { Tables } from '../../tables.ts';

/** Inserts an activity. */
export async function insertActivity(tx: Tx, activity: Insertable<Tables['activities']>): Promise<void> {
  await tx.insertInto('activities').values(activity).execute();
}
