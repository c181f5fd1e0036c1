import { sql } from 'kysely';
import type { Handle } from '../../../platform/database/database.ts';
import type { ChosenListing } from './chosen-listing.ts';
import { chosenCondition, type ChosenVariants } from './variants.queries.ts';

/** Listings that exist at their marketplaces, by id, up to a limit. */
export async function listingsOfChosen(
  db: Handle,
  storeId: number,
  chosen: ChosenVariants,
  most: number,
): Promise<readonly ChosenListing[]> {
  const { rows } = await sql<ChosenListing>`
    select i.id, i.state, m.id as "marketplaceId", m.name as "marketplaceName", m.channel,
      m.state = 'verified' as "isVerified",
      (select count(*)::integer from variant_listings o where o.product_listing_id = i.id and o.deleted_at is null)
        as "variantCount"
    from product_listings i join marketplaces m on m.id = i.marketplace_id
    where i.state <> 'deleted' and i.id in (
      select l.product_listing_id from variants v join variant_listings l on l.variant_id = v.id
      where ${chosenCondition(storeId, chosen)} and l.deleted_at is null)
    order by i.id limit ${most}`.execute(db);
  return rows;
}

/** Chosen SKUs by id, up to a limit. */
export async function idsOfChosen(
  db: Handle,
  storeId: number,
  chosen: ChosenVariants,
  most: number,
): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select v.id from variants v where ${chosenCondition(storeId, chosen)} order by v.id limit ${most}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}
