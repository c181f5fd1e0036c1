import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

/** Every marketplace that can be called. */
export async function connectedShops(tx: Tx): Promise<{ marketplaceId: number; storeId: number }[]> {
  const { rows } = await sql<{ marketplaceId: number; storeId: number }>`
    select m.id as "marketplaceId", m.store_id as "storeId"
    from marketplaces m join stores s on s.id = m.store_id and s.deleted_at is null
    where m.state = 'verified' and not m.needs_authorization and m.deactivated_at is null and m.deleted_at is null
    order by m.id`.execute(tx);
  return rows;
}
