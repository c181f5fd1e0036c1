import { sql } from 'kysely';
import type { Handle } from '../../platform/database.ts';

/** SKUs with a listing of this marketplace; without one, those of the store of which some marketplace keeps units back. */
export async function variantsKeptBack(
  db: Handle,
  { storeId, marketplaceId }: { readonly storeId: number; readonly marketplaceId: number | null },
): Promise<number[]> {
  const chosen =
    marketplaceId === null
      ? sql`l.store_id = ${storeId} and greatest(v.safety_stock, m.safety_stock) > 0`
      : sql`l.marketplace_id = ${marketplaceId}`;
  const { rows } = await sql<{ id: number }>`
    select distinct l.variant_id as id
    from variant_listings l join variants v on v.id = l.variant_id join marketplaces m on m.id = l.marketplace_id
    where ${chosen} and l.deleted_at is null order by 1`.execute(db);
  return rows.map((row) => row.id);
}
