import { sql } from 'kysely';
import type { Handle } from '../../../platform/database/database.ts';

/**
 * SKUs with a listing of this marketplace; without one, those of the store of which some marketplace keeps units back, and sets with a
 * part that keeps some back.
 */
export async function variantsKeptBack(
  db: Handle,
  { storeId, marketplaceId }: { readonly storeId: number; readonly marketplaceId: number | null },
): Promise<number[]> {
  const chosen =
    marketplaceId === null
      ? sql`l.store_id = ${storeId} and greatest(v.safety_stock, m.safety_stock, v.last_units) > 0`
      : sql`l.marketplace_id = ${marketplaceId}`;
  const { rows } = await sql<{ id: number }>`
    select distinct l.variant_id as id
    from variant_listings l join variants v on v.id = l.variant_id join marketplaces m on m.id = l.marketplace_id
    where ${chosen} and l.deleted_at is null
    union
    select c.set_id from set_parts c join variants v on v.id = c.part_id
    where ${marketplaceId}::bigint is null and c.store_id = ${storeId} and greatest(v.safety_stock, v.last_units) > 0
    order by 1`.execute(db);
  return rows.map((row) => row.id);
}

/** SKUs whose last units are kept for this marketplace. */
export async function variantsWithLastUnitsFor(db: Handle, marketplaceId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from variants where last_units_for = ${marketplaceId} and last_units > 0 order by id`.execute(
    db,
  );
  return rows.map((row) => row.id);
}
