import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';

/** Sets the price of a listing, in minor units. @returns its SKU */
export async function setListingPrice(
  tx: Tx,
  variantListingId: number,
  price: number,
  at: Date,
): Promise<number[]> {
  const { rows } = await sql<{ variant_id: number }>`
    update variant_listings set price = ${price}, updated_at = ${at} where id = ${variantListingId}
    returning variant_id`.execute(tx);
  return rows.map(({ variant_id }) => variant_id);
}

/** Sets the name of an item, and of its listings that had the same name. @returns the SKUs of all its listings */
export async function setListingName(
  tx: Tx,
  productListingId: number,
  name: string,
  at: Date,
): Promise<number[]> {
  const { rows } = await sql<{ variant_id: number }>`
    with item as (
      select id, name as before from product_listings where id = ${productListingId}
    ), renamed as (
      update product_listings p set name = ${name} from item where p.id = item.id
    )
    update variant_listings l set name = case when l.name = item.before then ${name} else l.name end, updated_at = ${at}
    from item where l.product_listing_id = item.id
    returning l.variant_id`.execute(tx);
  return rows.map(({ variant_id }) => variant_id);
}
