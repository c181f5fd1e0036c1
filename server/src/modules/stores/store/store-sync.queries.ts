import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';

/** Whether a store syncs quantities. Its row is locked, so that this holds until the transaction ends. */
export async function lockSync(tx: Tx, storeId: number): Promise<boolean> {
  const { rows } = await sql<{ syncs: boolean }>`
    select can_sync_quantity as syncs from stores where id = ${storeId} for share`.execute(tx);
  return rows[0]?.syncs ?? false;
}
