import { sql } from 'kysely';
import type { Handle } from '../../../platform/database/database.ts';

/** Orders since an instant with a line that has no SKU, although its listing had a baseline by then. */
export async function ordersToMatch(
  db: Handle,
  marketplaceId: number,
  since: Date,
  most: number,
): Promise<{ number: string; storeId: number }[]> {
  const { rows } = await sql<{ number: string; storeId: number }>`
    select distinct o.channel_order_id as number, o.store_id as "storeId"
    from orders o
    join order_items i on i.order_id = o.id and i.variant_id is null
    join variant_listings l on l.marketplace_id = o.marketplace_id and l.channel_item_id = i.channel_item_id
      and l.channel_variant_id = i.channel_variant_id and l.deleted_at is null
    join listing_stocks s on s.variant_listing_id = l.id and s.counted_from <= o.source_created_at + interval '3 seconds'
    where o.marketplace_id = ${marketplaceId} and o.source_created_at >= ${since}
      and o.store_id = (select store_id from marketplaces where id = ${marketplaceId})
    limit ${most}`.execute(db);
  return rows;
}
